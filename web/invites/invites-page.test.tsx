import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Invite } from '../../contract/invites/endpoints.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { handleFailures } from '../api/failures.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, aUser, called, reply, sentBody, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000009'
const organisation = { id, name: 'Harbour Care Homes' }
const invite: Invite = {
  id,
  email: 'ana@people.test',
  mobile: '+447400123456',
  lang: 'en',
  organisation,
  group: { id, name: 'Ward 1' },
  state: 'pending',
  deliveries: [
    { channel: 'email', state: 'sent', lastFour: 'ESJ2' },
    { channel: 'text', state: 'waiting', lastFour: null },
  ],
  invitedBy: 'Rosie Atkinson',
  sentAt: '2026-03-05T09:30:00.000Z',
  expiresAt: '2026-03-19T09:30:00.000Z',
  redeemedAt: null,
  revokedAt: null,
  version: 1,
}
const ward = {
  id,
  organisationId: id,
  organisationName: organisation.name,
  name: 'Ward 1',
  description: null,
  location: null,
  status: 'active',
  version: 1,
}
const refusal = (status: number, code: string, more = {}) =>
  reply(status, { message: `words of ${code}`, code, requestId: 'r', ...more })
const free = reply(200, { data: { obstacle: null } })

function pageOf(data: unknown[]) {
  return reply(200, {
    data,
    page: { size: 5, next: null, previous: null, total: data.length, totalIsCapped: false },
  })
}

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
})
afterEach(() => handleFailures(undefined))

interface Setting {
  list?: Invite[]
  groups?: unknown[]
  type?: UserType
  replies?: Parameters<typeof answer>[0]
  preferences?: Partial<Preferences>
}

async function open(address: string, { list = [invite], groups = [ward], ...given }: Setting = {}) {
  const fetched = answer({
    'GET /users/my-details': reply(200, { data: aUser(given.type ?? 'tenant') }),
    'GET /organisations': pageOf([]),
    'GET /groups': pageOf(groups),
    'GET /invites': pageOf(list),
    'GET /dashboard': refusal(500, 'internal'),
    ...given.replies,
  })
  cachePreferences(somePreferences(given.preferences))
  await loadPreferences()
  return { router: openAt(address), fetched }
}

describe('the list of invites', () => {
  test('shows the outcome of each in words, and its messages', async () => {
    await open('/invites')
    const row = await screen.findByRole('row', { name: /ana@people\.test/ })
    for (const words of ['Open', 'until 19/03/2026', '+447400123456', 'Ward 1', 'by Rosie Atkinson']) {
      expect(row.textContent).toContain(words)
    }
    expect(row.textContent).toMatch(/Email sent.*code ends in ESJ2.*Text waiting/)
  })

  test('sends the filters of the address, and nothing that it does not understand', async () => {
    const { fetched } = await open('/invites?state=expired&sort=nonsense&group=x&search=ana&perPage=10')
    await screen.findByRole('row', { name: /ana@people\.test/ })
    expect(called(fetched, 'GET', '/invites').map(([address]) => address)).toEqual([
      '/api/v1/invites?state=expired&search=ana&sort=-sent_at&per_page=10',
    ])
  })

  test('filters by state, and back, in the address', async () => {
    const { router } = await open('/invites?cursor=abc')
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Revoked')
    expect(router.latestLocation.search).toEqual({ state: 'revoked' })
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }))
    expect(router.latestLocation.search).toEqual({})
  })

  test('that is empty offers to invite', async () => {
    await open('/invites', { list: [] })
    await screen.findByRole('heading', { name: 'No invites yet' })
    expect(screen.getAllByRole('link', { name: 'Invite a patient' })).toHaveLength(1)
  })

  test.each([
    ['pending', ['Resend the invite to ana@people.test', 'Revoke the invite of ana@people.test']],
    ['expired', ['Resend the invite to ana@people.test']],
    ['revoked', ['Resend the invite to ana@people.test']],
    ['redeemed', []],
  ] as const)('offers what can be done about a %s invite', async (state, names) => {
    await open('/invites', { list: [{ ...invite, state }] })
    const row = await screen.findByRole('row', { name: /ana@people\.test/ })
    expect(
      within(row)
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(names)
  })

  test('offers no actions to people who may only look', async () => {
    const permissions = aUser('tenant').permissions.filter((permission) => permission !== 'invite-patients')
    await open('/invites', {
      replies: { 'GET /users/my-details': reply(200, { data: aUser('tenant', { permissions }) }) },
    })
    const row = await screen.findByRole('row', { name: /ana@people\.test/ })
    expect(within(row).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Invite a patient' })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
  })

  test.each([
    [reply(200, { data: { ...invite, state: 'revoked' } }), 'Invite of ana@people.test revoked'],
    [refusal(409, 'not-possible'), 'words of not-possible'],
    [new TypeError('Failed to fetch'), /The server cannot be reached/],
  ])('revokes after a confirmation, and shows the new state (%#)', async (given, words) => {
    const { fetched } = await open('/invites', { replies: { [`PUT /invites/${id}/revoke`]: given } })
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke the invite of ana@people.test' }))
    expect(called(fetched, 'PUT', '/revoke')).toHaveLength(0)
    const before = called(fetched, 'GET', '/invites').length
    await userEvent.click(screen.getByRole('button', { name: 'Revoke invite' }))
    expect(called(fetched, 'PUT', '/revoke')).toHaveLength(1)
    await waitFor(() => expect(called(fetched, 'GET', '/invites').length).toBeGreaterThan(before))
    // Messages are rendered outside the router.
    expect(currentMessages().at(-1)?.text).toMatch(words)
  })
})

describe('the way to invites', () => {
  test.each([[{ preferences: { features: ['PREVENT_PATIENT_INVITES'] } }], [{ type: 'clinical' }]] satisfies [
    Setting,
  ][])('is closed (%#)', async (setting) => {
    const { router, fetched } = await open('/invites', setting)
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/invites'))
    expect(called(fetched, 'GET', '/invites')).toHaveLength(0)
    expect(screen.queryByRole('link', { name: 'Invites' })).toBeNull()
  })
})

describe('inviting', () => {
  const box = (label: string) => within(screen.getByRole('form')).getByLabelText<HTMLInputElement>(label)

  /** The form is loaded on demand. */
  const press = (button: HTMLElement) => act(async () => void fireEvent.click(button))

  async function openForm(setting: Setting = {}) {
    // A late import would suspend the page during a test.
    await import('./invite-form.tsx')
    const opened = await open('/invites', setting)
    await press(await screen.findByRole('link', { name: 'Invite a patient' }))
    await screen.findByRole('form')
    return opened
  }

  test('does not ask for a single group, and is ready for another patient', async () => {
    const { fetched } = await openForm({
      replies: { 'POST /invites/check': free, 'POST /invites': reply(201, { data: invite }) },
    })
    await waitFor(() => expect(document.activeElement).toBe(box('Email')))
    expect(within(screen.getByRole('form')).queryByLabelText('Group')).toBeNull()
    await userEvent.type(box('Email'), 'ana@people.test')
    await userEvent.selectOptions(box('Country code'), 'GB')
    await userEvent.type(box('Number'), '07400 123456')
    await userEvent.selectOptions(box('Language of the messages'), 'Español')
    await userEvent.click(screen.getByRole('button', { name: 'Send invite' }))
    await waitFor(() => expect(box('Email').value).toBe(''))
    expect(sentBody(fetched, '/invites')).toEqual({
      groupId: id,
      email: 'ana@people.test',
      mobile: { country: 'GB', number: '07400 123456' },
      lang: 'es',
    })
    expect(box('Number').value).toBe('')
    expect(box('Language of the messages').value).toBe('es')
    expect(document.activeElement).toBe(box('Email'))
    expect(currentMessages().at(-1)?.text).toBe('Invite created')
    // The message is behind the panel, so it is repeated inside.
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toContain('ana@people.test')
    // The list kept its position.
    expect(screen.getByRole('dialog').contains(screen.getByRole('table'))).toBe(false)
  })

  test.each([
    ['invited', 'There is already an open invite for this email'],
    ['registered', 'There is already an account with this email'],
  ])('reports at the email, on leaving it, that it is %s, and sends nothing', async (obstacle, words) => {
    const { fetched } = await openForm({
      replies: { 'POST /invites/check': [reply(200, { data: { obstacle } }), free] },
    })
    await userEvent.type(box('Email'), 'ana@people.test')
    await userEvent.tab()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(box('Email').getAttribute('aria-invalid')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Send invite' }))
    expect(called(fetched, 'POST', '/invites').every(([address]) => address.endsWith('/check'))).toBe(true)
    await userEvent.type(box('Email'), '.mx')
    expect(screen.queryByText(words)).toBeNull()
  })

  test('looks up only valid emails', async () => {
    const { fetched } = await openForm()
    await userEvent.type(box('Email'), 'ana@')
    await userEvent.click(screen.getByRole('button', { name: 'Send invite' }))
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
    expect(called(fetched, 'POST', '/invites')).toHaveLength(0)
  })

  test.each([
    [refusal(422, 'validation', { errors: { email: ['words at the email'] } }), 'words at the email'],
    [refusal(403, 'invites-disabled'), 'words of invites-disabled'],
    [refusal(500, 'internal'), /a problem on our side/],
    [new TypeError('Failed to fetch'), /The server cannot be reached/],
  ])('keeps the typed data when the server refuses (%#)', async (given, words) => {
    await openForm({ replies: { 'POST /invites/check': free, 'POST /invites': given } })
    await userEvent.type(box('Email'), 'ana@people.test')
    await userEvent.click(screen.getByRole('button', { name: 'Send invite' }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(box('Email').value).toBe('ana@people.test')
  })

  test.each([
    ['', '07400 123456', 'Please select a country code'],
    ['GB', '07400', 'Please enter a valid phone number'],
    ['GB', '020 7946 0958', 'Please enter a valid mobile phone number'],
  ])('refuses the mobile number %j %j', async (country, number, message) => {
    const { fetched } = await openForm({ replies: { 'POST /invites/check': free } })
    await userEvent.type(box('Email'), 'ana@people.test')
    await userEvent.selectOptions(box('Country code'), country)
    await userEvent.type(box('Number'), number)
    await userEvent.click(screen.getByRole('button', { name: 'Send invite' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(called(fetched, 'POST', '/invites').every(([address]) => address.endsWith('/check'))).toBe(true)
  })

  test('does not ask for a single country, and Escape closes it and returns to the opener', async () => {
    await openForm({ preferences: { countries: ['IE'] } })
    expect(within(screen.getByRole('form')).queryByLabelText('Country code')).toBeNull()
    expect(within(screen.getByRole('form')).getByText('+353 Ireland')).toBeTruthy()
    await act(async () => void fireEvent(screen.getByRole('dialog'), new Event('close')))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Invite a patient' }))
  })

  test('asks before unsent data is lost, however it is closed, and not after sending', async () => {
    const { router } = await openForm({
      replies: { 'POST /invites/check': free, 'POST /invites': reply(201, { data: invite }) },
    })
    await userEvent.type(box('Email'), 'ana@people.test')
    for (const leave of [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(screen.getByRole('link', { name: 'Close' })),
      () => act(async () => void fireEvent(screen.getByRole('dialog'), new Event('close'))),
    ]) {
      await leave()
      const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
      await userEvent.click(within(question).getByRole('button', { name: 'Stay here' }))
      expect(screen.queryByText('Leave without saving?')).toBeNull()
      expect(router.state.location.pathname).toBe('/invites/new')
      expect(box('Email').value).toBe('ana@people.test')
      expect(document.activeElement?.closest('dialog')).not.toBeNull()
    }
    await userEvent.click(screen.getByRole('button', { name: 'Send invite' }))
    await waitFor(() => expect(box('Email').value).toBe(''))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/invites'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('discards typed data only on confirmation', async () => {
    const { router } = await openForm()
    await userEvent.type(box('Email'), 'ana@')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/invites'))
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Invite a patient' }))
  })

  test('explains why there is no form if no group is open', async () => {
    await open('/invites', { groups: [] })
    await press(await screen.findByRole('link', { name: 'Invite a patient' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/(none to choose from|none yet)/)).toBeTruthy()
    const mayAdd = await within(dialog).findByRole('link', { name: 'New group' })
    expect(mayAdd.getAttribute('href')).toBe('/groups/new?neededFor=invite')
    await userEvent.click(screen.getByRole('link', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Invite a patient' }))
  })

  test('has an address, which leads back to the same place in the list', async () => {
    const { router } = await open('/invites/new?state=pending')
    await screen.findByRole('form')
    expect(document.title).toBe('Harbour - Invite a patient')
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs', hidden: true })
    expect(crumbs.querySelector('ol')?.textContent).toBe('DashboardInvitesInvite a patient')
    await userEvent.click(screen.getByRole('link', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.href).toBe('/invites?state=pending')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Invite a patient' }))
  })

  test('is for people who may invite, not for people who may only look', async () => {
    const permissions = aUser('tenant').permissions.filter((permission) => permission !== 'invite-patients')
    const { router } = await open('/invites/new', {
      replies: { 'GET /users/my-details': reply(200, { data: aUser('tenant', { permissions }) }) },
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
