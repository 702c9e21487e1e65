import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, reply, sentBody, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'

const token = 'a-Token_of_43_characters'.padEnd(43, 'x')
const send = `POST /results/${token}/open`
const line = { analyteId: 'a', analyteName: 'Influenza A', result: 'positive' }
const opened = {
  testId: 'BRID-00000000',
  result: 'positive',
  analyteResults: [line, { ...line, analyteId: 'b', analyteName: 'Influenza B', result: 'negative' }],
  performedAt: '2026-03-01T09:30:00.000Z',
  performedZone: 'Europe/London',
  state: 'recorded',
  assayName: 'Influenza A+B',
  organisationName: 'North homes',
  groupName: 'Elm house',
  phone: '+44 20 7946 0110' as string | null,
  meaning: null as string | null,
  changedAt: null as string | null,
}

beforeEach(async () => {
  sessionStorage.clear()
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
})
afterEach(() => handleFailures(undefined))

async function open(path = `/results/${token}`) {
  cachePreferences(somePreferences({}))
  await loadPreferences()
  return openAt(path)
}

async function typeDate(date = '27/03/1980') {
  await userEvent.type(await screen.findByLabelText('Date of birth'), date)
  await userEvent.click(screen.getByRole('button', { name: 'Open result' }))
}

test('the date of birth opens the result, and the token is gone from the address', async () => {
  const fetched = answer({ [send]: reply(200, { data: { ...opened, meaning: 'Stay at home.' } }) })
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const router = await open()
  await typeDate()
  const title = await screen.findByRole('heading', { name: 'The test was positive' })
  expect(document.activeElement).toBe(title)
  expect(sentBody(fetched, `/results/${token}/open`)).toEqual({ dateOfBirth: '1980-03-27' })
  expect(router.state.location.href).toBe('/results')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Influenza APositive', 'Influenza BNegative']),
  )
  expect(screen.getByText('Stay at home.')).toBeTruthy()
  expect(screen.getByText('Elm house, North homes')).toBeTruthy()
  expect(screen.getByText('Call Elm house:')).toBeTruthy()
  expect(screen.getByRole('link', { name: '+44 20 7946 0110' }).getAttribute('href')).toBe('tel:+442079460110')
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  await userEvent.click(screen.getByRole('button', { name: 'Close the result' }))
  expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('')
})

test('a result is printed only when the pictures of its page are drawn', async () => {
  answer({ [send]: reply(200, { data: opened }) })
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await open()
  await typeDate()
  await screen.findByRole('heading', { name: 'The test was positive' })
  const drawn = Promise.withResolvers<void>()
  const logo = document.body.appendChild(document.createElement('img'))
  logo.decode = () => drawn.promise
  onTestFinished(() => logo.remove())
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).not.toHaveBeenCalled()
  drawn.resolve()
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
})

test('a failure to open gives one message, whatever the cause, and the typed text stays', async () => {
  answer({
    [send]: [reply(200, { data: null }), reply(404, { message: 'Not found', code: 'not-found', requestId: 'r' })],
  })
  await open()
  await typeDate()
  expect((await screen.findByRole('alert')).textContent).toMatch(/did not open.*10 wrong dates/)
  expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('27/03/1980')
  await userEvent.click(screen.getByRole('button', { name: 'Open result' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/did not open/)
})

test('a voided result is hidden, and a corrected one tells when it was corrected', async () => {
  const changedAt = '2026-03-05T12:00:00.000Z'
  answer({
    [send]: [
      reply(200, { data: { ...opened, state: 'voided', changedAt } }),
      reply(200, { data: { ...opened, state: 'corrected', changedAt } }),
    ],
  })
  await open()
  await typeDate()
  await screen.findByRole('heading', { name: 'This result does not count' })
  expect(screen.getByText(/withdrawn on 05\/03\/2026/)).toBeTruthy()
  expect(screen.queryByText('Positive')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close the result' }))
  await typeDate()
  expect(await screen.findByText(/corrected on 05\/03\/2026/)).toBeTruthy()
})

test('without a link the page asks to open the one in the message', async () => {
  answer({})
  await open('/results')
  expect(await screen.findByRole('heading', { name: 'Open the link in your message' })).toBeTruthy()
  expect(screen.queryByLabelText('Date of birth')).toBeNull()
})
