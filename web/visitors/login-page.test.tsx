import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setLocale } from '../ui/phrases.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { answer, aUser, reply, somePreferences } from '../testing/replies.ts'
import { LoginForm } from './login-page.tsx'
import { handedOverWith, isEmailChange, unverifiedEmail } from '../session/kept-in-tab.ts'

const assign = vi.fn<(address: string) => void>()
const replace = vi.fn<(address: string) => void>()
const started = { 'GET /sanctum/csrf-cookie': reply(204) }
const refusal = (status: number, code: string) => reply(status, { message: `words of ${code}`, code, requestId: 'r' })

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  assign.mockClear()
  replace.mockClear()
  vi.stubGlobal('location', {
    origin: 'http://localhost',
    pathname: '/login',
    search: '?redirect=%2Ftest-records',
    assign,
    replace,
  })
  await setLocale('en_GB')
})

async function logInAs(email: string, password: string) {
  render(<LoginForm />)
  if (email) await userEvent.type(screen.getByLabelText('Email'), email)
  if (password) await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

test('a missing value is reported at its field, which gets the focus, and nothing is sent', async () => {
  const fetched = answer(started)
  await logInAs('ana@harbour.test', '')
  expect(await screen.findByText('Password is required')).toBeTruthy()
  const password = screen.getByLabelText('Password')
  expect(password.getAttribute('aria-describedby')).toBe(screen.getByText('Password is required').parentElement?.id)
  await waitFor(() => expect(document.activeElement).toBe(password))
  expect(fetched).not.toHaveBeenCalled()
})

test('text that a mail program copies with an address is removed from the field and the request', async () => {
  const fetched = answer({ ...started, 'POST /login': refusal(401, 'wrong-credentials') })
  await logInAs('Ana Silva <ana@harbour.test>;', 'secret')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@harbour.test')
  await waitFor(() => expect(fetched.mock.calls.at(-1)?.[1]?.body).toContain('"ana@harbour.test"'))
})

test('the messages are in the language of the page', async () => {
  await setLocale('es_MX')
  answer(started)
  render(<LoginForm />)
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  expect(await screen.findByText('Contraseña: este dato es obligatorio')).toBeTruthy()
})

test('login leads to the wanted page, and going back does not lead to the login page', async () => {
  answer({ ...started, 'POST /login': reply(200, { data: aUser() }) })
  await logInAs('ana@harbour.test', 'secret')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/test-records'))
  expect(assign).not.toHaveBeenCalled()
})

test('a user without permission for the web is logged out again and told why', async () => {
  cachePreferences(somePreferences())
  await loadPreferences()
  const fetched = answer({
    ...started,
    'POST /login': reply(200, { data: aUser('patient', { permissions: ['view-tests'] }) }),
    'POST /logout': reply(204),
  })
  await logInAs('ana@harbour.test', 'secret')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'does not have permission to access the service via the web',
  )
  expect(screen.getByText(/Log in there with the same email/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download on the App Store' })).toBeTruthy()
  expect(fetched.mock.calls.at(-1)?.[0]).toBe('/api/v1/logout')
  expect(assign).not.toHaveBeenCalled()
  expect(replace).not.toHaveBeenCalled()
})

test('a session that does not start with 204 stops the login', async () => {
  const fetched = answer({ 'GET /sanctum/csrf-cookie': reply(200, {}) })
  await logInAs('ana@harbour.test', 'secret')
  expect((await screen.findByRole('alert')).textContent).toContain('problem on our side')
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a session that the server refuses to begin leads to the error page', async () => {
  answer({ 'GET /sanctum/csrf-cookie': refusal(401, 'unauthenticated') })
  await logInAs('ana@harbour.test', 'secret')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/401'))
})

test('the server’s message about wrong credentials is at the field, and the typed text stays', async () => {
  answer({ ...started, 'POST /login': refusal(401, 'wrong-credentials') })
  await logInAs('ana@harbour.test', 'secret')
  expect(await screen.findByText('words of wrong-credentials')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@harbour.test')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret')
})

test.each([
  ['Ana@harbour.test', false],
  ['earlier@harbour.test', true],
])('an unverified email leads to the page that explains it, kept out of the address', async (typed, isChange) => {
  const unverified = { message: 'unverified', code: 'email-unverified', requestId: 'r', email: 'ana@harbour.test' }
  answer({ ...started, 'POST /login': reply(403, unverified) })
  await logInAs(typed, 'secret')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/verification-status'))
  expect([unverifiedEmail(), isEmailChange()]).toEqual(['ana@harbour.test', isChange])
})

test('a password that must be changed leads to the page for that, with email and wanted page kept out of the address', async () => {
  const due = {
    message: 'due',
    code: 'password-update-required',
    requestId: 'r',
    email: 'ana@harbour.test',
    token: 'a+b',
  }
  answer({ ...started, 'POST /login': reply(403, due) })
  await logInAs('ana@harbour.test', 'secret')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/create-password?token=a%2Bb'))
  expect(handedOverWith('a+b')).toEqual({
    token: 'a+b',
    email: 'ana@harbour.test',
    why: 'due',
    wanted: '/test-records',
  })
  expect(handedOverWith('another')).toBeUndefined()
})

describe('other refusals are shown above the form', () => {
  test.each([
    [refusal(403, 'email-unverified'), 'words of email-unverified'],
    [refusal(403, 'password-update-required'), 'words of password-update-required'],
    [refusal(403, 'account-suspended'), 'words of account-suspended'],
    [refusal(429, 'too-many-attempts'), 'words of too-many-attempts'],
    [refusal(500, 'internal'), 'problem on our side'],
    [new TypeError('Failed to fetch'), 'The server cannot be reached'],
  ])('%#', async (given, words) => {
    answer({ ...started, 'POST /login': given })
    await logInAs('ana@harbour.test', 'secret')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
  })
})

test('the password can be made visible', async () => {
  render(<LoginForm />)
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text')
  expect(screen.getByRole('button', { name: 'Hide password' })).toBeTruthy()
})
