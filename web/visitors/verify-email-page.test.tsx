import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedLink } from '../../contract/session/registration.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { handleFailures } from '../api/failures.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, reply, sentBody, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'

const refusal = (status: number, code: string, more = {}) =>
  reply(status, { message: `words of ${code}`, code, requestId: 'r', ...more })
const password = 'Copper-Lantern-48'

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
})
afterEach(() => handleFailures(undefined))

async function open(preferences: Partial<Preferences>, address: string) {
  cachePreferences(somePreferences(preferences))
  await loadPreferences()
  return openAt(address)
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

describe('the status of a verification', () => {
  test('takes the email from the address, and sends the message again only after a pause', async () => {
    const fetched = answer({})
    await open({}, '/verification-status?email=ana%40people.test')
    expect(await screen.findByText(/ana@people\.test/)).toBeTruthy()
    const again = screen.getByRole('button', { name: 'Send again' })
    expect(again.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('You can send it again in 30 seconds')).toBeTruthy()
    await userEvent.click(again)
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('a verification link', () => {
  const started = { 'GET /sanctum/csrf-cookie': reply(204) }
  const address = '/verify-new-self-registration?id=abc'
  const look = 'GET /verify-new-self-registration'
  const send = 'POST /verify-new-self-registration'
  const opened = (needs: OpenedLink['needs']) =>
    reply(200, { data: { email: 'rosa@people.test', fullName: 'Rosa Quill', needs } })
  const verified = reply(200, { data: { email: 'rosa@people.test' } })
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const confirm = () => press('Confirm email address')
  const otherPassword = 'I do not know the password'

  test('shows what is confirmed, and asks the server for it after a click', async () => {
    const fetched = answer({ ...started, [look]: opened('click'), [send]: verified })
    await open({}, address)
    expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeTruthy()
    expect(screen.getByText(/rosa@/)).toBeTruthy()
    expect(screen.getByText('Rosa Quill')).toBeTruthy()
    expect(screen.queryByRole('button', { name: otherPassword })).toBeNull()
    expect(fetched.mock.calls.map(([called, init]) => [called, init?.method])).toEqual([
      ['/api/v1/sanctum/csrf-cookie', 'GET'],
      ['/api/v1/verify-new-self-registration?id=abc', 'GET'],
    ])
    await confirm()
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeTruthy()
    expect(sentBody(fetched, '/verify-new-self-registration')).toEqual({ id: 'abc' })
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  })

  test('asks for the password in another browser, and reports a wrong one at its field', async () => {
    const wrong = refusal(422, 'validation', { errors: { password: ['words of a wrong password'] } })
    const fetched = answer({ ...started, [look]: opened('password'), [send]: [wrong, verified] })
    await open({}, address)
    await confirm()
    expect(await screen.findByText('Account password is required')).toBeTruthy()
    await userEvent.type(box('Account password'), password)
    await confirm()
    expect(await screen.findByText('words of a wrong password')).toBeTruthy()
    expect(document.activeElement).toBe(box('Account password'))
    await confirm()
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeTruthy()
    expect(sentBody(fetched, '/verify-new-self-registration')).toEqual({ id: 'abc', password })
  })

  test('lets a person who did not choose the password set another', async () => {
    const fetched = answer({ ...started, [look]: opened('password'), 'PUT /passwords': reply(204) })
    await open({}, address)
    await press(otherPassword)
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Choose a new password' }))
    await press('I know the password')
    await press(otherPassword)
    await userEvent.type(box('New password'), password)
    await press('Set password and confirm')
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeTruthy()
    expect(sentBody(fetched, '/passwords')).toEqual({ token: 'abc', email: 'rosa@people.test', password })
  })

  test('asks for the password when the browser is no longer recognised', async () => {
    const missing = refusal(422, 'validation', { errors: { password: ['words of a missing password'] } })
    answer({ ...started, [look]: opened('click'), [send]: missing })
    await open({}, address)
    await confirm()
    expect(await screen.findByText('words of a missing password')).toBeTruthy()
    expect(box('Account password')).toBeTruthy()
  })

  test('explains why it cannot be confirmed, and keeps the typed text', async () => {
    answer({ ...started, [look]: opened('password'), [send]: refusal(429, 'too-many-attempts') })
    await open({}, address)
    await userEvent.type(await screen.findByLabelText('Account password'), password)
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toBe('words of too-many-attempts')
    expect(box('Account password').value).toBe(password)
  })

  test('to a new email asks for the password of the account, and for no other', async () => {
    answer({ ...started, 'GET /verify': opened('password') })
    await open({}, '/verify?id=abc')
    expect(await screen.findByLabelText('Account password')).toBeTruthy()
    expect(screen.queryByRole('button', { name: otherPassword })).toBeNull()
    expect(screen.getByText(/close this page and nothing will change/)).toBeTruthy()
  })

  test('that was confirmed before says so again', async () => {
    answer({ ...started, [look]: opened('nothing') })
    await open({}, address)
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeTruthy()
  })

  test('leads to the app if patients do not log in on the web', async () => {
    answer({
      ...started,
      [look]: opened('click'),
      [send]: verified,
      'GET /users/my-details': refusal(401, 'unauthenticated'),
    })
    const router = await open({ features: ['PREVENT_SELF_REGISTRATION_WEB_LOGIN'] }, address)
    await confirm()
    expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/account-verified')
    expect(screen.getByRole('link', { name: 'Download on the App Store' })).toBeTruthy()
  })

  test.each([
    ['at once', { [look]: refusal(404, 'link-invalid') }],
    ['when it is confirmed', { [look]: opened('click'), [send]: refusal(404, 'link-invalid') }],
  ])('that is invalid can have another one sent (%s)', async (_, replies) => {
    const fetched = answer({ ...started, ...replies, 'POST /verification-emails': reply(204) })
    await open({}, address)
    if (send in replies) await confirm()
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
    await userEvent.type(box('Email'), 'rosa@people.test')
    await userEvent.click(screen.getByRole('button', { name: 'Send me a new link' }))
    expect(await screen.findByRole('heading', { name: 'Verify your email address' })).toBeTruthy()
    expect(fetched.mock.calls.at(-1)?.[1]?.body).toBe('{"email":"rosa@people.test"}')
  })

  test('can be opened again after a server failure', async () => {
    answer({ ...started, [look]: [refusal(500, 'internal'), opened('click')] })
    await open({}, address)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeTruthy()
  })
})
