import { fireEvent, screen, waitFor } from '@testing-library/react'
import { reply } from './replies.ts'

/** The photo of the device as the server knows it, once it has arrived there. */
export const latePhoto = { id: '01890000-0000-7000-8000-0000000000d2', name: 'late.jpg' }
export const takesPhoto = {
  'POST /device-images': reply(201, { data: { id: latePhoto.id, width: 1, height: 1 } }),
}

let arrival = Promise.withResolvers<undefined>()

/** Uploads a photo once its test says so. A test mocks `web/api/progress-fetch.ts` by this module. */
export function progressFetch() {
  return (address: string, { signal, ...init }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
      void arrival.promise.then(() => resolve(fetch(address, init)))
    })
}

/** Chooses a photo in the only field for one, by default on the page, and returns what lets it arrive. */
export async function chooseLatePhoto(inside: ParentNode = document): Promise<() => void> {
  arrival = Promise.withResolvers<undefined>()
  document.cookie = 'XSRF-TOKEN=token'
  const input = await waitFor(() => {
    const found = inside.querySelector('input[type=file]')
    if (found === null) throw new Error('The field of the photo is not there')
    return found
  })
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])
  fireEvent.change(input, { target: { files: [new File([jpeg], latePhoto.name, { type: 'image/jpeg' })] } })
  await screen.findByRole('progressbar', { name: 'Uploading the photo' })
  return () => arrival.resolve(undefined)
}
