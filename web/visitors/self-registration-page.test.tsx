import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { handleFailures } from '../api/failures.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, reply, sentBody, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'

const path = 'POST /self-registration-user-create'
const refusal = (status: number, code: string, more = {}) =>
  reply(status, { message: `words of ${code}`, code, requestId: 'r', ...more })
const created = reply(201, { data: { email: 'rosa@people.test' } })
const password = 'Copper-Lantern-48'

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
})
afterEach(() => handleFailures(undefined))

async function open(preferences: Partial<Preferences> = {}) {
  cachePreferences(somePreferences(preferences))
  await loadPreferences()
  return openAt('/self-registration')
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))

async function fill(changes: Record<string, string> = {}) {
  const texts = {
    'Full name': 'Rosa Quill',
    Email: 'rosa@people.test',
    Password: password,
    'Date of birth': '31/01/1990',
    ...changes,
  }
  await screen.findByLabelText('Full name')
  for (const [label, text] of Object.entries(texts)) await userEvent.type(box(label), text)
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'GB')
  await userEvent.click(box('I accept the End User Licence Agreement'))
}

describe('the form', () => {
  test('reports every missing field, focuses the first and sends nothing', async () => {
    const fetched = answer({})
    await open()
    await screen.findByLabelText('Full name')
    await submit()
    for (const message of [
      'Full name is required',
      'Email is required',
      'Password is required',
      'Date of birth is required',
      'Country is required',
      'Accept the End User Licence Agreement to create an account',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy()
    }
    expect(document.activeElement).toBe(box('Full name'))
    expect(screen.queryByText('Please enter a valid phone number')).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  })

  test('sends the typed data in the server’s form and goes on to the page about the email', async () => {
    const fetched = answer({ [path]: created })
    const router = await open()
    await fill()
    await userEvent.selectOptions(screen.getByLabelText('Country code'), 'IE')
    await userEvent.type(box('Number'), '085 012 3456')
    await submit()
    expect(await screen.findByRole('heading', { name: 'Verify your email address' })).toBeTruthy()
    expect(sentBody(fetched, 'self-registration-user-create')).toEqual({
      fullName: 'Rosa Quill',
      email: 'rosa@people.test',
      password,
      dateOfBirth: '1990-01-31',
      country: 'GB',
      mobile: { country: 'IE', number: '085 012 3456' },
      lang: 'en',
      termsAccepted: true,
    })
    expect(router.state.location.href).toBe('/verification-status')
    expect(screen.getByText(/rosa@people\.test/)).toBeTruthy()
  })

  test.each([
    ['', '07400 123456', 'Please select a country code'],
    ['GB', '07400', 'Please enter a valid phone number'],
    ['GB', '020 7946 0958', 'Please enter a valid mobile phone number'],
    ['IE', '07400 123456', 'Please enter a valid phone number'],
  ])('refuses the mobile number %j %j', async (country, number, message) => {
    const fetched = answer({})
    await open()
    await fill()
    await userEvent.selectOptions(screen.getByLabelText('Country code'), country)
    await userEvent.type(box('Number'), number)
    await submit()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
  })

  test.each([
    ['31/02/1990', 'Use date format DD/MM/YYYY'],
    ['31/01/2999', 'Date cannot be later than today'],
    ['31/01/1880', 'Date must be after 120 years ago'],
  ])('refuses the date of birth %s', async (typed, message) => {
    answer({})
    await open()
    await fill({ 'Date of birth': typed })
    await submit()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(box('Date of birth'))
  })

  test.each([
    [refusal(422, 'validation', { errors: { password: ['too easy'] } }), 'too easy'],
    [refusal(422, 'validation', { errors: { 'mobile.number': ['no such number'] } }), 'no such number'],
    [refusal(403, 'self-registration-disabled'), 'words of self-registration-disabled'],
    [refusal(429, 'too-many-attempts'), 'words of too-many-attempts'],
    [new TypeError('Failed to fetch'), /The server cannot be reached/],
  ])('keeps the typed data when the server refuses (%#)', async (given, words) => {
    answer({ [path]: given })
    await open()
    await fill()
    await submit()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(box('Full name').value).toBe('Rosa Quill')
    expect(box('Password').value).toBe(password)
    expect(box('Date of birth').value).toBe('31/01/1990')
    expect(box('I accept the End User Licence Agreement').checked).toBe(true)
  })

  test('does not ask for a single country, and applies it to the number', async () => {
    answer({})
    await open({ countries: ['US'] })
    expect(await screen.findByText('+1 United States')).toBeTruthy()
    expect(screen.queryByLabelText('Country')).toBeNull()
    expect(screen.queryByLabelText('Country code')).toBeNull()
  })

  test('speaks of animals and samples in tenants that test no people', async () => {
    answer({})
    await open({ subjects: { kind: 'non-human', customId1: 'Tag', customId2: 'Herd' } })
    expect(await screen.findByText(/animals or samples tested at/)).toBeTruthy()
  })
})

describe('the route', () => {
  test('is closed if the tenant prevents registration', async () => {
    answer({ 'GET /users/my-details': refusal(403, 'forbidden') })
    const router = await open({ features: ['PREVENT_SELF_REGISTRATION'] })
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/self-registration'))
  })
})
