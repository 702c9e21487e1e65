import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { readQr } from '../testing/read-qr.ts'
import { answer, reply, sentBody, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'

const code = '5M93WGJXVQ8NXVERH5QGESJ2'
const other = '8CT8ZW5HKBQF4NPWK3HH2X67'
const grouped = '5M93 WGJX VQ8N XVER H5QG ESJ2'
const look = 'GET /verify-invite'
const send = 'POST /invitee-update'
const invite = reply(200, {
  data: { email: 'rosa@people.test', organisation: 'Harbour Care Homes', group: 'Ward 1', lang: 'en' },
})
const refusal = (status: number, failure: string, more = {}) =>
  reply(status, { message: `words of ${failure}`, code: failure, requestId: 'r', ...more })

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
})
afterEach(() => handleFailures(undefined))

async function open(address: string, changes: Parameters<typeof somePreferences>[0] = {}) {
  cachePreferences(somePreferences(changes))
  await loadPreferences()
  return openAt(address)
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const setUp = () => screen.findByRole('heading', { name: 'Set up your account' })
const invalid = () => screen.findByRole('heading', { name: 'This invite code does not work' })

describe('the code of an invite', () => {
  test('is read in any case with dashes, and leads to the account', async () => {
    const fetched = answer({ [look]: invite })
    const router = await open('/patient-registration')
    await userEvent.type(await screen.findByLabelText('Invite code'), '5m93-wgjx-vq8n-xver-h5qg-esj')
    expect(screen.getByText('23 of 24 characters')).toBeTruthy()
    await press('Redeem invite')
    expect(await screen.findByText('24 characters required')).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
    await userEvent.type(box('Invite code'), '2')
    expect(box('Invite code').value).toBe(grouped)
    await press('Redeem invite')
    await setUp()
    expect(fetched.mock.calls.map(([called]) => called)).toEqual([`/api/v1/verify-invite?code=${code}`])
    expect(router.state.location.search).toEqual({ newUser: code })
    expect(document.title).not.toContain(code)
  })

  test('is extracted from a pasted link', async () => {
    answer({})
    await open('/patient-registration')
    await userEvent.click(await screen.findByLabelText('Invite code'))
    await userEvent.paste(`https://harbour.example/patient-registration/${code}?x=1`)
    expect(box('Invite code').value).toBe(grouped)
  })

  test('with an invalid character is not sent', async () => {
    const fetched = answer({})
    await open('/patient-registration')
    await userEvent.type(await screen.findByLabelText('Invite code'), `${code.slice(0, -2)}0o`)
    await press('Redeem invite')
    expect(await screen.findByText(/Codes never contain 0, O\./)).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
  })

  test.each([
    [refusal(404, 'code-invalid'), /This invite code does not work: it may be mistyped/],
    [refusal(429, 'too-many-attempts'), 'words of too-many-attempts'],
    [refusal(403, 'invites-disabled'), 'words of invites-disabled'],
    [new TypeError('Failed to fetch'), /The server cannot be reached/],
    [refusal(500, 'internal'), /a problem on our side/],
  ])('stays in its field when it is refused (%#)', async (given, words) => {
    answer({ [look]: given })
    await open('/patient-registration')
    await userEvent.type(await screen.findByLabelText('Invite code'), code)
    await press('Redeem invite')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(box('Invite code').value).toBe(grouped)
  })
})

describe('the link of an invite', () => {
  test('leads to the account, and names its owner', async () => {
    answer({ [look]: invite })
    const router = await open(`/patient-registration/${code}`)
    await setUp()
    expect(router.state.location.pathname).toBe('/account-setup')
    expect(screen.getByText(/rosa@/)).toBeTruthy()
    expect(screen.getByText('Ward 1, Harbour Care Homes')).toBeTruthy()
  })

  test.each([
    [`/patient-registration/${code}`, grouped],
    [`/account-setup?newUser=${code}`, grouped],
    ['/patient-registration/5M93WGJX', '5M93 WGJX'],
  ])('that is invalid lets the code be corrected (%s)', async (address, shown) => {
    answer({ [look]: refusal(404, 'code-invalid') })
    await open(address)
    await invalid()
    expect(box('Invite code').value).toBe(shown)
    expect(screen.getByText(/ask Harbour Health for a new invite/)).toBeTruthy()
  })

  test('can be opened again after a server failure', async () => {
    answer({ [look]: [refusal(500, 'internal'), invite] })
    await open(`/patient-registration/${code}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await setUp()).toBeTruthy()
  })
})

describe('the code that is scanned in a round', () => {
  const shown = () => screen.findByRole('img', { name: 'Code of your invite' })
  const address = `${window.location.origin}/patient-registration/${code}`

  test('is shown with the account that is set up', async () => {
    answer({ [look]: invite })
    await open(`/patient-registration/${code}`)
    expect(readQr(await shown())).toBe(address)
    expect(screen.getByText(/staff can scan this code to find you/)).toBeTruthy()
  })

  test.each([
    ['once the invite was used', refusal(404, 'code-invalid')],
    ['while the server is asked too often', refusal(429, 'too-many-attempts')],
  ])('is shown %s', async (_, given) => {
    answer({ [look]: given })
    await open(`/patient-registration/${code.toLowerCase()}`)
    expect(readQr(await shown())).toBe(address)
    expect(screen.getByText(/staff can still scan this code/)).toBeTruthy()
  })

  test('is not shown for what is no code', async () => {
    answer({ [look]: refusal(404, 'code-invalid') })
    await open('/patient-registration/5M93WGJX')
    await invalid()
    expect(screen.queryByRole('img', { name: 'Code of your invite' })).toBeNull()
  })

  test('is not shown where animals are tested', async () => {
    answer({ [look]: refusal(404, 'code-invalid') })
    await open(`/patient-registration/${code}`, { subjects: { kind: 'non-human', customId1: '', customId2: '' } })
    await invalid()
    expect(screen.queryByText(/staff can still scan this code/)).toBeNull()
  })
})

describe('the account of an invite', () => {
  async function fill() {
    await screen.findByLabelText('Full name')
    await userEvent.type(box('Full name'), 'Rosa Quill')
    await userEvent.type(box('Date of birth'), '31/01/1990')
    await userEvent.type(box('Password'), 'Copper-Lantern-48')
    await userEvent.click(box('I accept the End User Licence Agreement'))
  }

  test('asks for every field, and sends the typed data in the server’s form', async () => {
    const fetched = answer({
      [look]: invite,
      [send]: reply(201, { data: { email: 'rosa@people.test', emailVerification: 'unverified' } }),
    })
    const router = await open(`/account-setup?newUser=${code}`)
    await screen.findByLabelText('Full name')
    await press('Set up account')
    for (const field of ['Full name', 'Date of birth', 'Password']) {
      expect(await screen.findByText(`${field} is required`)).toBeTruthy()
    }
    await fill()
    await press('Set up account')
    expect(await screen.findByRole('heading', { name: 'Verify your email address' })).toBeTruthy()
    expect(screen.getByText(/rosa@people\.test/)).toBeTruthy()
    expect(router.state.location.href).toBe('/verification-status')
    expect(sentBody(fetched, '/invitee-update')).toEqual({
      code,
      fullName: 'Rosa Quill',
      dateOfBirth: '1990-01-31',
      password: 'Copper-Lantern-48',
      lang: 'en',
      termsAccepted: true,
    })
  })

  test('keeps the typed data when the code expires and another is entered', async () => {
    const fetched = answer({ [look]: invite, [send]: refusal(404, 'code-invalid') })
    await open(`/account-setup?newUser=${code}`)
    await fill()
    await press('Set up account')
    await invalid()
    await userEvent.clear(box('Invite code'))
    await userEvent.type(box('Invite code'), other)
    await press('Redeem invite')
    await setUp()
    expect(box('Full name').value).toBe('Rosa Quill')
    expect(box('Date of birth').value).toBe('31/01/1990')
    await press('Set up account')
    await invalid()
    expect(sentBody(fetched, '/invitee-update')).toMatchObject({ code: other })
  })

  test.each([
    [refusal(422, 'validation', { errors: { password: ['too easy'] } }), 'too easy'],
    [refusal(403, 'invites-disabled'), 'words of invites-disabled'],
    [new TypeError('Failed to fetch'), /The server cannot be reached/],
  ])('keeps the typed data when the server refuses (%#)', async (given, words) => {
    answer({ [look]: invite, [send]: given })
    await open(`/account-setup?newUser=${code}`)
    await fill()
    await press('Set up account')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(box('Full name').value).toBe('Rosa Quill')
  })

  test('begins in the language of the invite, and is sent the one that is chosen', async () => {
    vi.stubGlobal('navigator', { ...navigator, languages: ['fr'] })
    const spanish = { email: 'rosa@people.test', organisation: 'Harbour Care Homes', group: 'Ward 1', lang: 'es' }
    const created = reply(201, { data: { email: 'rosa@people.test', emailVerification: 'unverified' } })
    const fetched = answer({ [look]: reply(200, { data: spanish }), [send]: created })
    await open(`/account-setup?newUser=${code}`)
    expect(await screen.findByRole('heading', { name: 'Configure su cuenta' })).toBeTruthy()
    await userEvent.selectOptions(box('Idioma de su cuenta'), 'English (UK)')
    await setUp()
    await fill()
    await press('Set up account')
    await screen.findByRole('heading', { name: 'Verify your email address' })
    expect(sentBody(fetched, '/invitee-update')).toMatchObject({ lang: 'en' })
  })
})
