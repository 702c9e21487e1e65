import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { readTokenSearch, requireToken } from './guards.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, aUser, reply, sentBody, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'
import { currentMessages, showKeptMessage } from '../ui/snackbar-store.ts'
import { handOverToPassword } from '../session/kept-in-tab.ts'

const request = 'PUT /passwords'
const refusal = (status: number, code: string, errors?: Record<string, string[]>) =>
  reply(status, { message: `words of ${code}`, code, requestId: 'r', ...(errors && { errors }) })
const linkInvalid = refusal(404, 'link-invalid')
const assign = vi.fn<(address: string) => void>()
const replace = vi.fn<(address: string) => void>()

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  assign.mockClear()
  replace.mockClear()
  cachePreferences(somePreferences())
  await loadPreferences()
  await setLocale('en_GB')
})

async function visit(path = '/forgotten-password?token=abc', title = 'Set a new password') {
  const router = openAt(path)
  handleFailures(undefined)
  await screen.findByRole('heading', { name: title })
  vi.stubGlobal('location', { ...window.location, assign, replace })
  return router
}

async function set(email: string, password: string) {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } })
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
}

test('sets the password with the token in the address, and logs in with it', async () => {
  const fetched = answer({
    [request]: reply(204),
    'GET /sanctum/csrf-cookie': reply(204),
    'POST /login': reply(200, { data: aUser() }),
  })
  await visit()
  await set('ana@harbour.test', 'Corridor-4821')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  expect(sentBody(fetched, '/login')).toEqual({ username: 'ana@harbour.test', password: 'Corridor-4821' })
  showKeptMessage()
  expect(currentMessages().at(-1)?.text).toBe('Your password is set, and you are logged in.')
})

test('if the login is refused, the login page takes over and says that the password is set', async () => {
  const fetched = answer({
    [request]: reply(204),
    'GET /sanctum/csrf-cookie': reply(204),
    'POST /login': refusal(403, 'account-suspended'),
  })
  await visit()
  await set('ana@harbour.test', 'Corridor-4821')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
  expect(sentBody(fetched, '/passwords')).toEqual({
    token: 'abc',
    email: 'ana@harbour.test',
    password: 'Corridor-4821',
  })
  showKeptMessage()
  expect(currentMessages().at(-1)?.text).toBe('Your password has been changed. Log in with the new one.')
})

test('a password against the rule is refused at its field, and nothing is sent', async () => {
  const fetched = answer({})
  await visit()
  await set('ana@harbour.test', 'corridor')
  expect(await screen.findByText(/^Must use 10 or more/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))
  expect(fetched).not.toHaveBeenCalled()
})

test('the server’s message about a weak password is at the field, and the typed text stays', async () => {
  answer({ [request]: refusal(422, 'validation', { password: ['too easy to guess'] }) })
  await visit()
  await set('ana@harbour.test', 'Password-123')
  const words = await screen.findByText('too easy to guess')
  expect(screen.getByLabelText('New password').getAttribute('aria-describedby')?.split(' ')).toContain(
    words.parentElement?.id,
  )
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Password-123')
})

describe('a link that is invalid', () => {
  test.each([
    ['unknown, used or expired', linkInvalid],
    ['longer than any token', refusal(422, 'validation', { token: ['Max 200 characters'] })],
  ])('is reported with a way to get a new one: %s', async (_, given) => {
    answer({ [request]: given })
    const router = await visit()
    await set('ana@harbour.test', 'Corridor-4821')
    const heading = await screen.findByRole('heading', { name: 'This link does not work' })
    expect(document.activeElement).toBe(heading)
    await userEvent.click(screen.getByRole('link', { name: 'Ask for a new link' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/password-reset'))
    expect(await screen.findByRole('heading', { name: 'Forgotten your password?' })).toBeTruthy()
  })

  test('may only come from a typing error in the email, which can be corrected', async () => {
    answer({ [request]: [linkInvalid, reply(204)] })
    await visit()
    await set('anna@harbour.test', 'Corridor-4821')
    expect(await screen.findByText(/you entered anna@harbour.test/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Correct the email address' }))
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Corridor-4821')
    await set('ana@harbour.test', 'Corridor-4821')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
  })
})

describe('other failures are shown above the form', () => {
  test.each([
    [refusal(429, 'too-many-attempts'), 'words of too-many-attempts'],
    [refusal(500, 'internal'), 'problem on our side'],
    [new TypeError('Failed to fetch'), 'The server cannot be reached'],
  ])('%#', async (given, words) => {
    answer({ [request]: given })
    await visit()
    await set('ana@harbour.test', 'Corridor-4821')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Corridor-4821')
  })
})

describe('a person who must change their password', () => {
  const due = { token: 'abc', email: 'ana@harbour.test', why: 'due', wanted: '/test-records?range=today' } as const

  test('is told why, and keeps their email when the page is reloaded', async () => {
    handOverToPassword(due)
    for (let load = 0; load < 2; load += 1) {
      await visit('/create-password?token=abc')
      expect(screen.getByText(/^Your password has expired or was reset/)).toBeTruthy()
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@harbour.test')
      cleanup()
    }
  })

  test('goes on to the login that leads to the page they wanted, and nothing is kept', async () => {
    answer({ [request]: reply(204) })
    handOverToPassword(due)
    await visit('/create-password?token=abc')
    await set('ana@harbour.test', 'Corridor-4821')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login?redirect=%2Ftest-records%3Frange%3Dtoday'))
    expect(sessionStorage.getItem('lateral.password-hand-over')).toBeNull()
  })

  test('is not confused with somebody who comes by another link', async () => {
    handOverToPassword(due)
    await visit('/forgotten-password?token=other')
    expect(screen.queryByText(/^Your password has expired/)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
  })
})

describe('an invitation', () => {
  const started = { 'GET /sanctum/csrf-cookie': reply(204) }
  const opened = (token: string) => reply(200, { data: { token, email: 'ana@harbour.test' } })

  test('leads to the first password, which is not called new', async () => {
    answer({ ...started, 'GET /verify-new': opened('one'), [request]: reply(204) })
    const router = await visit('/verify-new?id=link', 'Choose your password')
    expect(router.state.location.href).toBe('/create-password?token=one')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@harbour.test')
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Corridor-4821' } })
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
    showKeptMessage()
    expect(currentMessages().at(-1)?.text).toBe('Your password is set. Log in with it.')
  })

  test('that a mail scanner opened in the meantime still sets the password', async () => {
    const fetched = answer({
      ...started,
      'GET /verify-new': [opened('one'), opened('two')],
      [request]: [linkInvalid, reply(204)],
    })
    await visit('/verify-new?id=link', 'Choose your password')
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Corridor-4821' } })
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
    expect(sentBody(fetched, '/passwords')).toMatchObject({ token: 'two' })
  })

  test('that has expired explains what to do', async () => {
    answer({ ...started, 'GET /verify-new': linkInvalid })
    await visit('/verify-new?id=link', 'This link does not work')
    expect(screen.getByText(/ask your administrator to send the invitation again/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  })
})

test('without a token the page leads to the login page', () => {
  for (const search of [{}, { token: '' }, { token: ['a'] }]) {
    expect(() => requireToken({ search: readTokenSearch(search) })).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ href: '/login', reloadDocument: true }) }),
    )
  }
  expect(() => requireToken({ search: readTokenSearch({ token: 12 }) })).not.toThrow()
})
