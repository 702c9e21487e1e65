import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { offline, openOwnAccount, refusal } from '../testing/own-account.tsx'
import { aUser, reply } from '../testing/replies.ts'

afterEach(() => handleFailures(undefined))

const path = 'GET /users/my-details/data'
const download = () => userEvent.click(screen.getByRole('button', { name: 'Download my data' }))

test('saves the file under its name', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:data'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} from ${this.href}`)
  })
  await openOwnAccount(aUser(), { [path]: reply(200, { account: {} }) })
  await download()
  expect(await screen.findByText('my-data.json downloaded')).toBeTruthy()
  expect(saved).toEqual(['my-data.json from blob:data'])
})

/** A reply that breaks off after its headers. */
function broken(): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
  return Object.assign(new Response(body), { clone: () => new Response(body) })
}

test.each([
  [offline, /The server cannot be reached/],
  [refusal(500, 'internal'), /problem on our side/],
  [broken(), /has not answered/],
])('explains why there is no file, and can be tried again (%#)', async (given, words) => {
  await openOwnAccount(aUser(), { [path]: given })
  await download()
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy()
})
