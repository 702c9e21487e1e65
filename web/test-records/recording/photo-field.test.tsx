import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, refusal, reply } from '../../testing/replies.ts'
import { patienceMs } from '../../api/patience.ts'
import { PhotoField } from './photo-field.tsx'
import { usePhotoUpload } from './use-photo-upload.ts'

// In jsdom, XMLHttpRequest does not reach a test's replies.
vi.mock('../../api/progress-fetch.ts', () => ({
  progressFetch: () => (address: string, init: RequestInit) => fetch(address, init),
}))

function Field({ onUploaded }: { onUploaded: () => void }) {
  const photo = usePhotoUpload(onUploaded)
  const nothing = () => undefined
  return (
    <PhotoField
      label="Photo"
      isOptional
      image={null}
      photo={photo}
      onRemove={nothing}
      error={undefined}
      onTouched={nothing}
    />
  )
}

function choose(text: string, type: string) {
  const onChange = vi.fn()
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Field onUploaded={onChange} />
    </QueryClientProvider>,
  )
  const [input] = container.querySelectorAll('input')
  const content = Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
  if (input) fireEvent.change(input, { target: { files: [new File([content], 'photo', { type })] } })
  return onChange
}

const jpeg = '\u00ff\u00d8\u00ff\u00e0'

test('a file that is not a photo, or that the server refuses, is not offered for a retry', async () => {
  const fetched = answer({ 'POST /device-images': refusal(422, 'validation', { errors: { file: ['An animation'] } }) })
  choose('no photo', 'image/png')
  expect(await screen.findByText('Choose a photo in JPEG or PNG format')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
  document.cookie = 'XSRF-TOKEN=token'
  choose(jpeg, '')
  expect(await screen.findByText('An animation')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a temporary failure is offered for a retry with the same photo', async () => {
  document.cookie = 'XSRF-TOKEN=token'
  const refused = answer({ 'POST /device-images': refusal(503, 'unavailable') })
  const onChange = choose(jpeg, 'text/plain')
  const again = await screen.findByRole('button', { name: 'Try again' })
  const taken = answer({ 'POST /device-images': reply(201, { data: { id: 'p1', width: 1, height: 1 } }) })
  fireEvent.click(again)
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ id: 'p1', name: 'photo' }))
  for (const { mock } of [refused, taken]) {
    const photo = (mock.lastCall?.[1]?.body as FormData | undefined)?.get('file')
    expect(photo instanceof Blob && [...new Uint8Array(await photo.arrayBuffer())]).toEqual([0xff, 0xd8, 0xff, 0xe0])
  }
})

test('a photo that takes long to read is shown as under way until it is there', async () => {
  document.cookie = 'XSRF-TOKEN=token'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const stored = Promise.withResolvers<Response>()
  const fetched = vi.fn<typeof fetch>(() => stored.promise)
  vi.stubGlobal('fetch', fetched)
  const onChange = choose(jpeg, 'image/jpeg')
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  const words = 'This is taking longer than usual, but it is still under way.'
  expect(screen.queryByText(words)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(patienceMs))
  screen.getByText(words)
  await act(() => vi.advanceTimersByTimeAsync(2 * patienceMs))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  stored.resolve(reply(201, { data: { id: 'p1', width: 1, height: 1 } }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ id: 'p1', name: 'photo' }))
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})
