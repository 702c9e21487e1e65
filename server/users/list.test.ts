import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { ManagedUser } from '../../contract/users/managed-user.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password, userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp
const clients = new Map<UserType, Client>()
const types = ['unlimited', 'tenant', 'organisation', 'group', 'provider', 'clinical', 'patient'] as const

beforeAll(async () => {
  test = await startTestApp()
  await test.query(test.ours, `update tenant_permissions set permissions = array_append(permissions, 'view-users')`)
  for (const type of types) clients.set(type, await logInAs(test.app, test.ours, type))
  await test.query(
    test.ours,
    `update users set last_login_at = null where email like 'staff-%' or email like 'clinical-%'`,
  )
})
afterAll(() => test.close())

const list = async (type: UserType, query: Record<string, string> = {}) => {
  const response = await clients.get(type)?.get('/users', { per_page: '100', user_type: 'all', ...query })
  expect(response?.statusCode, response?.body).toBe(200)
  return (response?.json() ?? {}) as {
    data: ManagedUser[]
    page: { total: number; next: string | null; previous: string | null }
  }
}
const emails = (users: ManagedUser[]) => users.map(({ email }) => email).toSorted()

/** The users of one group among a test tenant's places. */
const ofPlace = (space: number) => [
  `clinical-${space}@clinic.test`,
  `invited-${space}@clinic.test`,
  `staff-${space}@clinic.test`,
]
/** Newcomers belong to the organisation but to no group. */
const newcomers = ['newcomer-2@clinic.test', 'newcomer-3@clinic.test']

describe('who sees whom', () => {
  it.each<[UserType, () => string[]]>([
    ['group', () => [emailOf('group'), emailOf('clinical'), ...ofPlace(2)]],
    ['clinical', () => [emailOf('group'), emailOf('clinical'), ...ofPlace(2)]],
    [
      'organisation',
      () => [
        ...(['organisation', 'group', 'provider', 'clinical'] as const).map(emailOf),
        ...ofPlace(2),
        ...ofPlace(3),
        ...newcomers,
      ],
    ],
    [
      'provider',
      () => [
        ...(['organisation', 'group', 'provider', 'clinical'] as const).map(emailOf),
        ...ofPlace(2),
        ...ofPlace(3),
        ...newcomers,
      ],
    ],
    ['patient', () => []],
    ['unlimited', () => []],
  ])('%s', async (type, wanted) => {
    const { data, page } = await list(type)
    expect(emails(data)).toEqual(wanted().toSorted())
    expect(page.total).toBe(wanted().length)
  })

  it('a tenant sees all of its own users, including patients without an organisation', async () => {
    const { data } = await list('tenant')
    const [all] = await test.query<{ count: number }>(
      test.ours,
      `select count(*)::int from users where user_type <> 'machine'`,
    )
    expect(data).toHaveLength(all?.count ?? 0)
    expect(emails(data)).toContain(emailOf('patient'))
    expect(JSON.stringify(data)).not.toContain(test.theirs.marker)
  })
})

describe('the filter', () => {
  it.each<[Record<string, string>, (user: ManagedUser) => boolean]>([
    [{ user_type: 'clinical' }, ({ userType }) => userType.name === 'clinical'],
    [{ state: 'suspended' }, ({ status }) => status === 'suspended'],
    [{ user_type: 'staff' }, ({ userType }) => userType.name !== 'patient'],
    [{ search: 'STAFF-' }, ({ email }) => email.startsWith('staff-')],
    [{ search: 'wardroom' }, ({ fullName }) => fullName.includes('Wardroom')],
    [{ search: 'no_ody' }, () => false],
  ])('%o', async (query, fits) => {
    await test.query(test.ours, `update users set status = 'suspended' where email = 'staff-3@clinic.test'`)
    const all = (await list('organisation')).data
    expect(emails((await list('organisation', query)).data)).toEqual(emails(all.filter(fits)))
  })

  it('by group finds nobody for a group that the actor does not see', async () => {
    const { home, ward, away } = test.ours.places
    await test.query(
      test.ours,
      'insert into user_groups (tenant_id, user_id, group_id) select tenant_id, id, $2 from users where id = $1',
      [home.staffId, ward.groupId],
    )
    expect(emails((await list('organisation', { group_id: ward.groupId })).data)).toEqual(
      [...ofPlace(3), 'staff-2@clinic.test'].toSorted(),
    )
    expect((await list('group', { group_id: ward.groupId })).data).toEqual([])
    expect((await list('organisation', { group_id: away.groupId })).data).toEqual([])
    expect((await list('organisation', { organisation_id: away.organisationId })).data).toEqual([])
    expect((await list('group')).data.find(({ id }) => id === home.staffId)?.groups).toMatchObject([
      { id: home.groupId },
    ])
  })
})

describe.each(['full_name', '-full_name', 'email', '-email', 'last_login', '-last_login'])('pages by %s', (sort) => {
  it('contain everybody once, forwards and backwards', async () => {
    const { data } = await list('tenant', { sort })
    const whole = data.map(({ id }) => id)
    const keys = data.map(({ fullName, email, lastLogin }) =>
      sort.endsWith('full_name') ? fullName.toLowerCase() : sort.endsWith('email') ? email : (lastLogin ?? ''),
    )
    expect(keys).toEqual(sort.startsWith('-') ? keys.toSorted().toReversed() : keys.toSorted())
    const forward: string[][] = []
    let cursor: string | null = ''
    let back: string | null = null
    while (cursor !== null) {
      const { data, page } = await list('tenant', { sort, per_page: '5', ...(cursor && { cursor }) })
      forward.push(data.map(({ id }) => id))
      cursor = page.next
      back = page.previous
    }
    expect(forward.flat()).toEqual(whole)
    const before = await list('tenant', { sort, per_page: '5', cursor: back ?? '' })
    expect(before.data.map(({ id }) => id)).toEqual(forward.at(-2))
  })
})

// This test comes last, because it erases the user.
it('a user who has left is seen by nobody', async () => {
  const id = userIdOf('provider')
  const deletion = { currentPassword: password, reason: 'no-longer-required' }
  expect((await clients.get('provider')?.put('/users/my-details/delete', deletion))?.statusCode).toBe(204)
  const seen = (await list('tenant')).data.map((user) => user.id)
  expect(seen).toContain(userIdOf('clinical'))
  expect(seen).not.toContain(id)
  const admin = clients.get('tenant')
  expect((await admin?.get(`/users/${id}`))?.statusCode).toBe(404)
  expect((await admin?.put(`/users/${id}/reactivate`))?.statusCode).toBe(404)
})
