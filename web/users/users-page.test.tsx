import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { UserDetail } from '../../contract/users/managed-user.ts'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { type answer, aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000009'
const organisation = { id, name: 'Harbour Care Homes' }
const ward = { id, organisationId: id, organisationName: organisation.name, name: 'Ward 1' }
const free = {
  edit: null,
  move: null,
  changeType: null,
  suspend: null,
  resetPassword: null,
  resendInvitation: 'has-password',
  endSessions: null,
} as const
const nora: UserDetail = {
  id,
  email: 'nora@harbour.test',
  fullName: 'Nora Quill',
  userType: { name: 'clinical', displayName: 'Clinician' },
  organisation,
  groups: [{ id, name: 'Ward 1', organisationId: id }],
  lang: 'en',
  status: 'active',
  state: 'active',
  emailVerification: 'verified',
  isSetUp: true,
  lastLogin: null,
  invitedBy: 'Rosie Atkinson',
  invitedWhen: '2026-03-05T09:30:00.000Z',
  version: 3,
  pendingEmail: null,
  sessions: { count: 2, lastSeenAt: '2026-03-06T09:30:00.000Z' },
  testsRecorded: { total: 10_000, totalIsCapped: true },
  obstacles: free,
}
afterEach(() => handleFailures(undefined))

interface Setting {
  type?: UserType
  user?: Partial<UserDetail>
  list?: unknown[]
  replies?: Parameters<typeof answer>[0]
}

async function open(address: string, { type = 'tenant', user, list, replies }: Setting = {}) {
  const one = { ...nora, ...user }
  return await openPage(address, {
    user: aUser(type),
    parts: [
      import('./users-page.tsx'),
      import('./user-page.tsx'),
      import('./user-actions.tsx'),
      import('./new-user-form.tsx'),
      import('./edit-user-form.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([ward]),
      'GET /users': pageOf(list ?? [one]),
      [`GET /users/${id}`]: reply(200, { data: one }),
      'GET /users/user-types': reply(200, {
        data: [
          { value: 'tenant', displayValue: 'Tenant administrator' },
          { value: 'clinical', displayValue: 'Clinician' },
        ],
      }),
      [`GET /users/${id}/history`]: pageOf([]),
      ...replies,
    },
  })
}

describe('the list of users', () => {
  test('requests only staff, and offers patients if nobody is found', async () => {
    const { router, fetched } = await open('/users?search=rosa', { list: [] })
    await userEvent.click(await screen.findByRole('button', { name: 'Staff and patients' }))
    expect(router.latestLocation.search).toEqual({ search: 'rosa', user_type: 'all' })
    expect(called(fetched, 'GET', '/users?').map(([address]) => new URL(address, 'http://x').search)).toEqual([
      '?search=rosa&sort=full_name&per_page=5',
      '?user_type=all&search=rosa&sort=full_name&per_page=5',
    ])
  })

  test('offers to add a user only to people who may', async () => {
    await open('/users', { type: 'group' })
    expect(await screen.findByRole('link', { name: 'Add a user' })).toBeTruthy()
    cleanup()
    const { router } = await open('/users', { type: 'unlimited' })
    await screen.findByRole('link', { name: /Nora Quill/ })
    expect(screen.queryByRole('link', { name: 'Add a user' })).toBeNull()
    await router.navigate({ to: '/users/new', search: {} })
    expect(currentMessages().at(-1)?.text).toContain('was not found')
  })

  test('does not exist for people who see no users, whose own address leads to their own page', async () => {
    const self = aUser('clinical').id
    const { router } = await open(`/users/${self}`, { type: 'clinical' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/own-user'))
    await router.navigate({ to: '/users/$id', params: { id }, search: {} })
    expect(currentMessages().at(-1)?.text).toContain('was not found')
  })
})

describe('one user', () => {
  test('shows their data, and links to the tests that they recorded', async () => {
    await open(`/users/${id}`)
    const link = await screen.findByRole('link', { name: '10,000+ tests' })
    expect(link.getAttribute('href')).toBe(`/test-records?recorded_by=${id}`)
    for (const words of ['nora@harbour.test', 'Ward 1', 'in 2 browsers', 'by Rosie Atkinson', 'Never']) {
      expect(document.body.textContent).toContain(words)
    }
  })

  test('shows the changes to them in words', async () => {
    const change = {
      id,
      action: 'user.changed',
      at: '2026-03-06T09:30:00.000Z',
      by: 'Rosie Atkinson',
      fields: [
        { field: 'fullName', from: null, to: null },
        { field: 'userType', from: 'clinical', to: 'group' },
        { field: 'groupIds', from: null, to: null },
        { field: 'lang', from: 'en', to: 'es' },
      ],
    }
    await open(`/users/${id}`, { replies: { [`GET /users/${id}/history`]: pageOf([change]) } })
    const said = (await screen.findByText('Full name')).closest('ul')
    expect([...(said?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Full name',
      'User type: Clinician → Group administrator',
      'Groups',
      'Language: English → Español',
    ])
  })

  test('is suspended after a confirmation, and shown as the server answers', async () => {
    const suspended = { ...nora, status: 'suspended', state: 'suspended' }
    const { fetched } = await open(`/users/${id}`, {
      replies: {
        [`GET /users/${id}`]: [reply(200, { data: nora }), reply(200, { data: suspended })],
        [`PUT /users/${id}/suspend`]: reply(200, { data: suspended }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
    expect(called(fetched, 'PUT', '/suspend')).toHaveLength(0)
    // The number of sessions to be ended is stated in advance.
    expect(screen.getByRole('dialog').textContent).toContain('in 2 browsers')
    await userEvent.click(screen.getByRole('button', { name: 'Suspend user' }))
    await screen.findByRole('button', { name: 'Reactivate' })
    expect(currentMessages().at(-1)?.text).toBe('Nora Quill is suspended')
  })

  test.each([
    [refusal(409, 'not-possible'), 'words of not-possible'],
    [new TypeError('Failed to fetch'), /The server cannot be reached/],
  ])('reports a failed action, and reloads the user (%#)', async (given, words) => {
    const { fetched } = await open(`/users/${id}`, { replies: { [`PUT /users/${id}/reset-password`]: given } })
    await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }))
    const before = called(fetched, 'GET', `/users/${id}`).length
    await userEvent.click(screen.getAllByRole('button', { name: 'Reset password' }).at(-1) as Element)
    await waitFor(() => expect(currentMessages().at(-1)?.text).toMatch(words))
    await waitFor(() => expect(called(fetched, 'GET', `/users/${id}`).length).toBeGreaterThan(before))
  })

  test('disables actions that their account’s state does not allow, with the reason, and nothing else', async () => {
    const obstacles = { ...free, suspend: 'self', endSessions: 'no-session' } as const
    const { fetched } = await open(`/users/${id}`, { user: { obstacles } })
    const suspend = await screen.findByRole('button', { name: 'Suspend' })
    expect(suspend.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(suspend.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'You cannot do this to your own account.',
    )
    await userEvent.click(suspend)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(called(fetched, 'PUT', '/suspend')).toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Resend invitation' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Reset password' }).getAttribute('aria-disabled')).toBeNull()
  })

  test('a user who may not be edited has no actions', async () => {
    const forbidden = Object.fromEntries(Object.keys(free).map((action) => [action, 'forbidden']))
    await open(`/users/${id}`, {
      user: { obstacles: forbidden as unknown as UserDetail['obstacles'], sessions: null },
    })
    await screen.findAllByText((_, element) => element?.textContent === 'nora@harbour.test')
    // The history is below the actions, and loads with them.
    await screen.findByRole('heading', { name: 'History' })
    expect(screen.queryByText('What you can do')).toBeNull()
    expect(screen.queryByText('Logged in now')).toBeNull()
  })
})

describe('adding a user', () => {
  const box = (label: string) => within(screen.getByRole('form')).getByLabelText<HTMLInputElement>(label)

  async function openForm(setting: Setting = {}) {
    const opened = await open(`/users/new?organisation=${id}`, setting)
    await userEvent.type(await screen.findByLabelText('Full name'), 'Nora Quill')
    await userEvent.type(box('Email'), 'nora@harbour.test')
    const form = within(screen.getByRole('form'))
    await userEvent.selectOptions(await form.findByLabelText('User type'), 'clinical')
    return opened
  }
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send invitation', hidden: true }))

  test('requests the types of the organisation by which the list is filtered, and asks for a group', async () => {
    const { fetched } = await openForm()
    expect(called(fetched, 'GET', '/users/user-types')[0]?.[0]).toContain(`lang=en_GB&organisation_id=${id}`)
    await submit()
    await screen.findByText('A group is required')
    expect(called(fetched, 'POST', '/users')).toHaveLength(0)
  })

  test('sends the choices, and is ready for another user of the same place', async () => {
    const { fetched } = await openForm({ replies: { 'POST /users': reply(201, { data: nora }) } })
    await userEvent.click(screen.getByRole('combobox', { name: 'Add a group', hidden: true }))
    await userEvent.click(screen.getByRole('option', { name: 'Ward 1', hidden: true }))
    await submit()
    await screen.findByText(/Invitation sent to nora@harbour\.test/)
    expect(sentBody(fetched, '/users')).toEqual({
      fullName: 'Nora Quill',
      email: 'nora@harbour.test',
      userType: 'clinical',
      organisationId: id,
      groupIds: [id],
      lang: 'en',
    })
    expect(currentMessages().at(-1)?.text).toBe('User created')
    expect([box('Full name').value, box('Email').value]).toEqual(['', ''])
    expect(screen.getByRole('button', { name: 'Remove Ward 1', hidden: true })).toBeTruthy()
  })

  test('a tenant administrator has no place; a refused email is reported at its field and stays', async () => {
    const taken = refusal(409, 'duplicate', { errors: { email: ['There is already an account with this email'] } })
    const { fetched } = await openForm({ replies: { 'POST /users': taken } })
    await userEvent.selectOptions(box('User type'), 'tenant')
    expect(screen.queryByRole('combobox', { name: 'Add a group', hidden: true })).toBeNull()
    await submit()
    await screen.findByText('There is already an account with this email')
    expect(box('Email').value).toBe('nora@harbour.test')
    expect(sentBody(fetched, '/users')).toMatchObject({ organisationId: null, groupIds: [] })
  })
})

describe('changing a user', () => {
  const hidden = true
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save', hidden }))
  const nameField = () => screen.findByLabelText('Full name')

  test('takes over others’ changes, and asks where both changed the same field', async () => {
    const lane = { id: organisation.id.replace(/9$/, '8'), name: 'Ward 2', organisationId: id }
    const theirs = { ...nora, fullName: 'Nora Lane', groups: [...nora.groups, lane], version: 4 }
    const stored = { ...theirs, fullName: 'Nora Quinn', version: 5 }
    const { router, fetched } = await open(`/users/${id}/edit`, {
      replies: {
        [`GET /users/${id}`]: [reply(200, { data: nora }), reply(200, { data: theirs }), reply(200, { data: stored })],
        [`PUT /users/${id}`]: [refusal(412, 'stale-version'), reply(200, { data: stored })],
      },
    })
    await userEvent.clear(await nameField())
    await userEvent.type(await nameField(), 'Nora Quinn')
    await save()
    await screen.findByText('This has changed in the meantime')
    await screen.findByRole('button', { name: 'Remove Ward 2', hidden })
    await userEvent.click(screen.getByRole('radio', { name: /Keep yours: ?Nora Quinn/, hidden }))
    await save()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/users/${id}`))
    expect(currentMessages().at(-1)?.text).toBe('User updated')
    expect(sentBody(fetched, `/users/${id}`)).toEqual({
      fullName: 'Nora Quinn',
      userType: 'clinical',
      organisationId: id,
      groupIds: [id, lane.id],
      lang: 'en',
    })
    const [, init] = called(fetched, 'PUT', `/users/${id}`).at(-1) ?? []
    expect(new Headers(init?.headers).get('if-match')).toBe('"4"')
  })

  test('fixes fields that cannot be changed, with the reason, and sends them unchanged', async () => {
    const obstacles = { ...free, move: 'self', changeType: 'self' } as const
    const { fetched } = await open(`/users/${id}/edit`, {
      user: { obstacles },
      replies: { [`PUT /users/${id}`]: reply(200, { data: nora }) },
    })
    await userEvent.type(await nameField(), ' Lane')
    const type = within(screen.getByRole('form')).getByLabelText<HTMLSelectElement>('User type')
    expect(type.disabled).toBe(true)
    expect(screen.getByText('You cannot do this to your own account.', { selector: 'form *' })).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Add a group', hidden })).toBeNull()
    await save()
    await waitFor(() => expect(called(fetched, 'PUT', `/users/${id}`)).toHaveLength(1))
    expect(sentBody(fetched, `/users/${id}`)).toMatchObject({ fullName: 'Nora Quill Lane', groupIds: [id] })
  })

  test('is not offered to people who may not', async () => {
    await open(`/users/${id}/edit`, { user: { obstacles: { ...free, edit: 'forbidden' } } })
    await screen.findByText(/You cannot change this user/)
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })
})
