import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Group } from '../../contract/groups/endpoints.ts'
import type { User } from '../../contract/own-account/user.ts'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { type answer, aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'
import { expectTypedToStay } from '../testing/saved-meanwhile.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000009'
const otherId = '01998878-2800-7000-8000-000000000008'
const ward: Group = {
  id,
  organisationId: id,
  organisationName: 'Harbour Care Homes',
  organisationStatus: 'active',
  name: 'Lilac House',
  description: null,
  location: 'Portswood',
  phone: null,
  labName: null,
  labAddress: null,
  orderingProvider: null,
  twoReaders: false,
  clia: null,
  status: 'active',
  figures: { users: 5, tests: { total: 40, conclusive: 0, positive: 0 } },
  version: 2,
}
const homes = { id, name: 'Harbour Care Homes' }
/** In jsdom a panel's dialog does not count as open, so its content counts as hidden. */
const hidden = true

interface Setting {
  user?: User
  group?: Partial<Group>
  replies?: Parameters<typeof answer>[0]
}

afterEach(() => handleFailures(undefined))

async function open(address: string, { user = aUser('tenant'), group, replies }: Setting = {}) {
  const one = { ...ward, ...group }
  return await openPage(address, {
    user,
    parts: [
      import('./groups-page.tsx'),
      import('./group-page.tsx'),
      import('./group-lists.tsx'),
      import('./group-form.tsx'),
      import('./own-group-page.tsx'),
    ],
    replies: {
      'GET /groups': pageOf([one]),
      [`GET /groups/${id}`]: reply(200, { data: one }),
      [`GET /groups/${otherId}`]: reply(200, { data: { ...one, id: otherId, name: 'Fernbank', location: 'Romsey' } }),
      [`GET /groups/${id}/history`]: pageOf([]),
      'GET /organisations': pageOf([homes]),
      'GET /users': pageOf([]),
      'GET /test-records': pageOf([]),
      ...replies,
    },
  })
}

const box = (label: string | RegExp) => within(screen.getByRole('form')).getByLabelText<HTMLInputElement>(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden }))

test('a group of a suspended organisation counts as suspended, in the list and on its page', async () => {
  const { router } = await open('/groups', { group: { organisationStatus: 'suspended' } })
  const table = await screen.findByRole('table')
  await within(table).findByText('Suspended')
  expect(within(table).getByText('Harbour Care Homes')).toBeTruthy()
  expect(within(table).getByText('no conclusive tests')).toBeTruthy()
  await router.navigate({ to: '/groups/$id', params: { id }, search: {} })
  await screen.findByText('Its organisation is suspended, so no tests are recorded here.')
})

test('is suspended only after its effect was explained, and nobody is logged out', async () => {
  const suspended = { ...ward, status: 'suspended' }
  const { fetched } = await open(`/groups/${id}`, {
    replies: {
      [`GET /groups/${id}`]: [reply(200, { data: ward }), reply(200, { data: suspended })],
      [`PUT /groups/${id}/suspend`]: reply(200, { data: suspended }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Suspend group' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toMatch(/5 users belong to it\. No tests can be recorded here .*stay logged in/)
  expect(called(fetched, 'PUT', '/suspend')).toHaveLength(0)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend group' }))
  await screen.findByText(/This group is suspended/)
  expect(currentMessages().at(-1)?.text).toBe('Group suspended')
  expect(await screen.findByRole('button', { name: 'Reactivate group' })).toBeTruthy()
})

test('is changed only by people who may, and created by nobody who is bound to groups', async () => {
  const permissions = [...aUser('group').permissions, 'view-groups', 'edit-groups'] as const
  const { router } = await open(`/groups/${id}`, { user: aUser('group', { permissions: [...permissions] }) })
  await screen.findByRole('button', { name: 'Suspend group' })
  expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New group' })).toBeNull()
  await router.navigate({ to: '/groups/new', search: {} })
  expect(currentMessages().at(-1)?.text).toContain('was not found')
})

test('a person who may only see a group is offered no actions', async () => {
  const { router, fetched } = await open(`/groups/${id}`, { user: aUser('provider') })
  await screen.findByText('No tests have been recorded here yet.')
  for (const name of ['Edit', 'Suspend group', 'History', 'Users']) {
    expect(screen.queryByText(name, { selector: 'main *' })).toBeNull()
  }
  expect(called(fetched, 'GET', '/users?')).toHaveLength(0)
  await router.navigate({ to: '/groups/$id/edit', params: { id }, search: {} })
  expect(currentMessages().at(-1)?.text).toContain('was not found')
})

describe('the form of a group', () => {
  test('asks for the organisation if there are several, and offers only active ones', async () => {
    const { fetched } = await open('/groups/new', {
      replies: { 'GET /organisations': pageOf([homes, { id: otherId, name: 'Solent Pharmacies' }]) },
    })
    await userEvent.type(await screen.findByLabelText('Name'), 'Evening team')
    expect(called(fetched, 'GET', '/organisations?').at(-1)?.[0]).toContain('status=active')
    await press('Create group')
    await screen.findByText('Organisation is required')
    const form = within(screen.getByRole('form'))
    await userEvent.click(form.getByRole('combobox', { name: 'Organisation', hidden }))
    await userEvent.click(form.getByRole('option', { name: 'Solent Pharmacies', hidden }))
    expect(screen.queryByText('Organisation is required')).toBeNull()
    expect(called(fetched, 'POST', '/groups')).toHaveLength(0)
  })

  test('reports an error at its field, keeps the typed data, and opens the new group', async () => {
    const taken = refusal(409, 'duplicate', { errors: { name: ['There is already one with this name'] } })
    const { router, fetched } = await open('/groups/new', {
      replies: { 'POST /groups': [taken, reply(201, { data: ward })] },
    })
    await userEvent.type(await screen.findByLabelText('Name'), 'Lilac House')
    // A single organisation needs no choice.
    expect(screen.queryByRole('combobox', { name: 'Organisation', hidden })).toBeNull()
    await userEvent.selectOptions(box('Country code'), 'GB')
    await userEvent.type(box('Number'), '020 7946 011')
    await userEvent.type(box(/^CLIA/), '12D34567')
    await press('Create group')
    await screen.findByText('Please enter a valid CLIA number. Example: 12D345678')
    expect(screen.getByText('Please enter a valid phone number')).toBeTruthy()
    await userEvent.type(box('Number'), '1')
    await userEvent.type(box(/^CLIA/), '89')
    await press('Create group')
    await screen.findByText('There is already one with this name')
    expect([box('Name').value, box(/^CLIA/).value]).toEqual(['Lilac House', '12D3456789'])
    await press('Create group')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/groups/${id}`))
    expect(currentMessages().at(-1)?.text).toBe('Group created')
    expect(sentBody(fetched, '/groups')).toMatchObject({
      name: 'Lilac House',
      organisationId: id,
      location: null,
      phone: { country: 'GB', number: '020 7946 0111' },
      clia: '12D3456789',
    })
  })
})

describe('the form, opened at a field,', () => {
  test.each([
    ['clia', /^CLIA number/],
    ['phone.number', /^Number/],
    ['labName', /^Laboratory name/],
    ['orderingProvider.lastName', 'Last name'],
  ])('has the focus at %s, with what hides it opened', async (name, label) => {
    await open(`/groups/${id}/edit?field=${name}`)
    await waitFor(() => expect(document.activeElement).toBe(box(label)))
    expect(document.activeElement?.closest('details:not([open])')).toBeNull()
  })

  test('keeps the field out of the way back, and ignores one that it does not have', async () => {
    await open(`/groups/${id}/edit?field=nothing`)
    await screen.findByRole('form', { hidden })
    const back = screen.getByRole('link', { name: 'Close', hidden })
    await waitFor(() => expect(back.getAttribute('href')).toBe(`/groups/${id}`))
  })
})

describe('the ordering provider and the laboratory', () => {
  const address = { streetAddress: '1 Quay Street', streetAddress2: null, city: 'Southampton' } as const
  const group = {
    labAddress: { ...address, state: null, county: null, country: 'GB', postcode: 'SO14 3FJ' },
    orderingProvider: { firstName: 'Ada', middleName: null, lastName: 'Ash', suffix: 'MD', npi: '1234567893' },
  } as const

  test('are sent as they are typed, with a hint at an NPI whose check digit does not fit', async () => {
    const { fetched } = await open(`/groups/${id}/edit`, {
      group,
      replies: { [`PUT /groups/${id}`]: reply(200, { data: ward }) },
    })
    expect((await screen.findByLabelText<HTMLInputElement>(/^NPI/)).value).toBe('1234567893')
    expect(screen.queryByText(/^Check this NPI/)).toBeNull()
    await userEvent.type(box(/^NPI/), '{Backspace}4')
    expect(screen.getByText(/^Check this NPI/).id).toBe(box(/^NPI/).getAttribute('aria-describedby'))
    await userEvent.type(box('First name'), ' Maria')
    await userEvent.clear(box('Last name'))
    await press('Save')
    await screen.findByText('Last name is required')
    await userEvent.type(box('Last name'), 'Birch')
    await press('Save')
    await waitFor(() => expect(called(fetched, 'PUT', `/groups/${id}`)).toHaveLength(1))
    expect(sentBody(fetched, `/groups/${id}`)).toMatchObject({
      labAddress: group.labAddress,
      orderingProvider: {
        firstName: 'Ada Maria',
        lastName: 'Birch',
        middleName: null,
        suffix: 'MD',
        npi: '1234567894',
      },
    })
  })

  test('are on the page of the group, and in its history', async () => {
    const change = { id: otherId, action: 'group.changed', at: '2026-03-01T09:30:00Z', by: 'Ada Ash' }
    const fields = [
      { field: 'orderingProvider', from: null, to: null },
      { field: 'labAddress.country', from: null, to: 'GB' },
    ]
    await open(`/groups/${id}`, { group, replies: { [`GET /groups/${id}/history`]: pageOf([{ ...change, fields }]) } })
    await screen.findByText('Ada Ash, MD')
    expect(screen.getByText(/1 Quay Street/).textContent).toBe('1 Quay Street\nSouthampton\nSO14 3FJ\nUnited Kingdom')
    const changed = (await screen.findByText(/^Laboratory address: Country/)).closest('ul')
    expect(changed?.textContent).toBe('Ordering providerLaboratory address: Country: nothing → United Kingdom')
  })
})

describe('one’s own group', () => {
  const groups = [
    { id, name: 'Lilac House', organisationId: id },
    { id: otherId, name: 'Fernbank', organisationId: id },
  ]

  test('can be chosen among several, and the address keeps the choice', async () => {
    const { router } = await open('/own-group', { user: aUser('clinical', { groups }) })
    await screen.findByText('Portswood')
    await userEvent.selectOptions(screen.getByLabelText('Group'), 'Fernbank')
    await screen.findByText('Romsey')
    expect(router.state.location.search).toEqual({ group: otherId })
  })

  test('is never a group of others, whatever the address says, and a single one offers no choice', async () => {
    await open(`/own-group?group=${otherId}`, { user: aUser('clinical', { groups: groups.slice(0, 1) }) })
    await screen.findByText('Portswood')
    expect(screen.queryByLabelText('Group')).toBeNull()
  })

  test('is the page to which people who see no other groups are redirected', async () => {
    const { router } = await open(`/groups/${otherId}`, { user: aUser('clinical', { groups }) })
    await screen.findByText('Romsey')
    expect(router.state.location).toMatchObject({ pathname: '/own-group', search: { group: otherId } })
    await router.navigate({ to: '/groups/$id', params: { id: '01998878-2800-7000-8000-000000000007' }, search: {} })
    expect(currentMessages().at(-1)?.text).toContain('was not found')
  })
})

test('what is typed into a group that a colleague saves first stays, and is stored with what they changed', async () => {
  const { fetched } = await open(`/groups/${id}/edit`)
  await expectTypedToStay(fetched, `/groups/${id}`, ward, { location: 'Romsey' })
})
