import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { answer, reply, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'
import { PasswordResetPage } from './password-reset-page.tsx'

const request = 'POST /password-resets'
const refusal = (status: number, code: string) => reply(status, { message: `words of ${code}`, code, requestId: 'r' })

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  cachePreferences(somePreferences())
  await loadPreferences()
  await setLocale('en_GB')
})
afterEach(() => vi.useRealTimers())

const askFor = async (email: string, user = userEvent.setup()) => {
  render(<PasswordResetPage />)
  if (email) await user.type(screen.getByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
}

test('an invalid email is reported at its field, and nothing is sent', async () => {
  const fetched = answer({})
  await askFor('ana@harbour')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  expect(fetched).not.toHaveBeenCalled()
})

test('afterwards the page names the mailbox, without revealing whether there is an account', async () => {
  const fetched = answer({ [request]: reply(204) })
  await askFor(' ana@harbour.test ')
  const heading = await screen.findByRole('heading', { name: 'Check your email' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText(/^If ana@harbour.test has an account with Harbour/)).toBeTruthy()
  expect(fetched.mock.lastCall?.[1]?.body).toBe('{"email":"ana@harbour.test"}')
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
})

test('another email can be entered, starting from the typed one', async () => {
  answer({ [request]: reply(204) })
  await askFor('ana@harbour.test')
  await userEvent.click(await screen.findByRole('button', { name: 'Use another email address' }))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@harbour.test')
})

describe('errors are shown above the form, and the typed text stays', () => {
  test.each([
    [refusal(429, 'too-many-attempts'), 'words of too-many-attempts'],
    [refusal(500, 'internal'), 'problem on our side'],
    [new TypeError('Failed to fetch'), 'The server cannot be reached'],
  ])('%#', async (given, words) => {
    answer({ [request]: given })
    await askFor('ana@harbour.test')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@harbour.test')
  })
})

test('the email can be sent again after a countdown of thirty seconds, and then of thirty more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) })
  const fetched = answer({ [request]: [reply(204), refusal(429, 'too-many-attempts'), reply(204)] })
  await askFor('ana@harbour.test', user)
  const again = await screen.findByRole('button', { name: 'Send again' })
  const note = () => document.getElementById(again.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
  const left = () => Number(/^You can send it again in (\d+) seconds$/.exec(note())?.[1])
  // The clock goes on while the page is drawn.
  const before = left()
  expect(before).toBeGreaterThanOrEqual(20)
  expect(before).toBeLessThanOrEqual(30)
  await user.click(again)
  expect(fetched).toHaveBeenCalledTimes(1)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(before - left()).toBeGreaterThanOrEqual(10)
  act(() => void vi.advanceTimersByTime(22_000))
  expect(again.getAttribute('aria-disabled')).toBeNull()

  await user.click(again)
  expect((await screen.findByRole('alert')).textContent).toBe('words of too-many-attempts')
  await user.click(again)
  expect(await screen.findByText('Another email is on its way. Use the link in the newest one.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(left()).toBeGreaterThanOrEqual(20)
  expect(fetched).toHaveBeenCalledTimes(3)
})
