import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { ManagedUser, UserDetail } from '../../contract/users/managed-user.ts'
import { userStates, type UserState } from '../../contract/users/user-list.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { recordsPerPlace } from '../../tests/server/places.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp
const clients = new Map<UserType, Client>()

beforeAll(async () => {
  test = await startTestApp()
  for (const type of ['tenant', 'organisation', 'group', 'provider', 'clinical', 'patient'] as const) {
    clients.set(type, await logInAs(test.app, test.ours, type))
  }
})
afterAll(() => test.close())

const as = (type: UserType) => {
  const client = clients.get(type)
  if (client === undefined) throw new Error(`Nobody is logged in as ${type}`)
  return client
}
const detail = async (actor: UserType, id: string): Promise<UserDetail> => {
  const response = await as(actor).get(`/users/${id}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}
const listed = async (query: Record<string, string>): Promise<ManagedUser[]> =>
  (await as('tenant').get('/users', { per_page: '100', user_type: 'all', ...query })).json().data

describe('the state of an account', () => {
  /** SQL that puts a group member without a password into each account state. */
  const made: Record<UserState, string> = {
    'link-expired': `insert into tokens (tenant_id, token_hash, user_id, purpose, email, expires_at)
      select id, '\\x01', $1, 'set-up', 'a@b.test', now() - interval '1 second' from tenants`,
    invited: `update tokens set expires_at = now() + interval '1 day' where user_id = $1`,
    active: `update users set password_hash = 'set', email_verified_at = now() where id = $1`,
    'must-change-password': `update users set must_change_password = true where id = $1`,
    unverified: `update users set email_verified_at = null where id = $1`,
    'pending-email': `update users set pending_email = 'new@b.test' where id = $1`,
    suspended: `update users set status = 'suspended' where id = $1`,
  }

  it('shows the most pressing one in the list, in its filter and on the user’s page', async () => {
    const { invitedId } = test.ours.places.ward
    expect(Object.keys(made).toSorted()).toEqual([...userStates].toSorted())
    for (const [state, change] of Object.entries(made)) {
      await test.query(test.ours, change, [invitedId])
      expect([state, (await detail('tenant', invitedId)).state]).toEqual([state, state])
      const rows = await listed({})
      expect(rows.find(({ id }) => id === invitedId)?.state).toBe(state)
      for (const asked of userStates) {
        const wanted = rows.filter((row) => row.state === asked).map(({ id }) => id)
        expect([asked, (await listed({ state: asked })).map(({ id }) => id)]).toEqual([asked, wanted])
      }
    }
  })

  it('is an expired password at the age that the tenant sets, as at the login', async () => {
    const { staffId } = test.ours.places.away
    const stateAt = async (days: number) => {
      await test.query(test.ours, 'update tenants set password_expiry_days = $1', [days])
      const asked = await listed({ state: 'must-change-password' })
      return [(await detail('tenant', staffId)).state, asked.some(({ id }) => id === staffId)]
    }
    await test.query(test.ours, `update users set password_changed_at = now() - interval '31 days' where id = $1`, [
      staffId,
    ])
    expect(await stateAt(30)).toEqual(['must-change-password', true])
    expect(await stateAt(32)).toEqual(['active', false])
    expect(await stateAt(0)).toEqual(['active', false])
  })

  it('is invited while the invitation waits to be sent', async () => {
    const { invitedId } = test.ours.places.home
    expect((await detail('tenant', invitedId)).state).toBe('link-expired')
    expect((await as('tenant').put(`/users/${invitedId}/resend-invite`)).json().data.state).toBe('invited')
  })

  it('shows the email that waits to be verified', async () => {
    expect((await detail('tenant', test.ours.places.ward.invitedId)).pendingEmail).toBe('new@b.test')
  })
})

describe('the actions of a user', () => {
  const none = {
    edit: null,
    move: null,
    changeType: null,
    suspend: null,
    resetPassword: null,
    resendInvitation: null,
    endSessions: null,
  }
  const all = (obstacle: string) => Object.fromEntries(Object.keys(none).map((action) => [action, obstacle]))
  const what = { suspend: 'suspend', resetPassword: 'reset-password', resendInvitation: 'resend-invite' } as const

  it.each<[string, UserType, () => string, object]>([
    [
      'somebody of a lower type',
      'organisation',
      () => userIdOf('clinical'),
      { ...none, resendInvitation: 'has-password' },
    ],
    [
      'somebody without a password',
      'organisation',
      () => test.ours.places.home.invitedId,
      { ...none, resetPassword: 'no-password', endSessions: 'no-session' },
    ],
    [
      'themselves',
      'organisation',
      () => userIdOf('organisation'),
      { ...all('self'), edit: null, resendInvitation: 'has-password' },
    ],
    [
      'a patient',
      'tenant',
      () => userIdOf('patient'),
      { ...none, move: 'patient', changeType: 'patient', resendInvitation: 'has-password' },
    ],
    ['themselves, as a clinician', 'clinical', () => userIdOf('clinical'), all('forbidden')],
  ])('as %s are announced exactly as they are refused', async (_, actor, id, wanted) => {
    const { obstacles } = await detail(actor, id())
    expect(obstacles).toEqual(wanted)
    for (const [action, path] of Object.entries(what)) {
      const obstacle = obstacles[action as keyof typeof what]
      if (obstacle === null) continue
      const refused = ['forbidden', 'self', 'patient'].includes(obstacle) ? 403 : 409
      expect([action, (await as(actor).put(`/users/${id()}/${path}`)).statusCode]).toEqual([action, refused])
    }
  })

  it('are not allowed on users who rank above, are suspended, or work in hidden groups', async () => {
    const { home, ward } = test.ours.places
    const join = `insert into user_groups (tenant_id, user_id, group_id) values (current_tenant(), $1, $2)`
    await test.query(test.ours, join, [userIdOf('provider'), home.groupId])
    await test.query(test.ours, join, [home.staffId, ward.groupId])
    await test.query(test.ours, `update users set status = 'suspended' where id = $1`, [home.invitedId])
    expect((await detail('group', userIdOf('provider'))).obstacles).toEqual(all('forbidden'))
    expect((await detail('group', home.staffId)).obstacles).toMatchObject({ move: null, changeType: 'other-groups' })
    expect((await detail('tenant', home.staffId)).obstacles).toMatchObject({ changeType: null })
    expect((await detail('group', home.invitedId)).obstacles).toMatchObject({
      suspend: null,
      resetPassword: 'suspended',
      resendInvitation: 'suspended',
    })
  })
})

describe('open sessions', () => {
  it('are counted, and can be ended in every process at once, after which a login is possible', async () => {
    const nurse = await logInAs(test.app, test.ours, 'clinical')
    const elsewhere = nurse.copy(await test.another())
    const { sessions } = await detail('group', userIdOf('clinical'))
    expect(sessions).toEqual({ count: 2, lastSeenAt: expect.any(String) })
    const ended = await as('group').put(`/users/${userIdOf('clinical')}/end-sessions`)
    expect([ended.statusCode, ended.json().data.sessions]).toEqual([200, { count: 0, lastSeenAt: null }])
    expect((await elsewhere.get('/users/my-details')).statusCode).toBe(401)
    const [event] = await test.query(
      test.ours,
      `select actor_id, outcome from audit_events where action = 'user.sessions-ended' and resource_id = $1`,
      [userIdOf('clinical')],
    )
    expect(event).toEqual({ actor_id: userIdOf('group'), outcome: 'done' })
    clients.set('clinical', await logInAs(test.app, test.ours, 'clinical'))
  })

  it('are hidden from users who may not edit the user, and cannot be ended by them or by the user', async () => {
    expect((await detail('clinical', userIdOf('clinical'))).sessions).toBeNull()
    expect((await as('group').put(`/users/${userIdOf('provider')}/end-sessions`)).statusCode).toBe(403)
    expect((await as('tenant').put(`/users/${userIdOf('tenant')}/end-sessions`)).statusCode).toBe(403)
  })
})

describe('the tests that somebody recorded', () => {
  it('are counted in the actor’s scope like the list filtered by the user', async () => {
    const { home } = test.ours.places
    const [recorder] = await test.query<{ id: string }>(test.ours, 'select id from users where email = $1', [
      home.username,
    ])
    const id = recorder?.id ?? ''
    const list = async (actor: UserType) =>
      (await as(actor).get('/test-records', { recorded_by: id, per_page: '100' })).json()
    for (const actor of ['tenant', 'group'] as const) {
      const { page, data } = await list(actor)
      expect(data.every(({ recordedBy }: { recordedBy: { id: string } }) => recordedBy.id === id)).toBe(true)
      expect(page.total).toBe(recordsPerPlace - 1)
      expect((await detail(actor, id)).testsRecorded).toEqual({ total: page.total, totalIsCapped: false })
    }
    // Records beyond the actor's scope are not counted.
    await test.query(
      test.ours,
      `update test_records set recorded_by = $1, origin = 'here', origin_id = null, source_recorded_by = null
       where group_id = $2 and state = 'recorded'`,
      [id, test.ours.places.ward.groupId],
    )
    expect((await detail('tenant', id)).testsRecorded?.total).toBe(2 * (recordsPerPlace - 1))
    expect((await detail('group', id)).testsRecorded?.total).toBe(recordsPerPlace - 1)
    expect((await list('group')).page.total).toBe(recordsPerPlace - 1)
    const csv = (await as('tenant').get('/test-records/export', { recorded_by: id })).body
    expect(csv.trimEnd().split('\r\n').slice(1)).toHaveLength(2 * (recordsPerPlace - 1))
  })

  it('are hidden from users who may not view tests', async () => {
    await test.query(
      test.ours,
      `update tenant_permissions set permissions = array_remove(permissions, 'view-tests') where user_type = 'provider'`,
    )
    expect((await detail('provider', userIdOf('provider'))).testsRecorded).toBeNull()
  })
})

it('the history shows readers of the audit trail what staff did to a user, but not what the user did', async () => {
  const { staffId } = test.ours.places.away
  await as('tenant').put(`/users/${staffId}/suspend`)
  await as('tenant').put(`/users/${staffId}/reactivate`)
  await test.query(
    test.ours,
    `insert into audit_events (tenant_id, id, actor_id, action, resource_type, resource_id)
     values (current_tenant(), gen_random_uuid(), $1, 'user.lang', 'user', $1)`,
    [staffId],
  )
  const { data } = (await as('tenant').get(`/users/${staffId}/history`)).json()
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['user.reactivated', 'user.suspended'])
})

it('the history notes a renaming without either name', async () => {
  const { invitedId, organisationId, groupId } = test.ours.places.away
  const path = `/users/${invitedId}`
  const body = { fullName: 'Nora Lane', userType: 'provider', organisationId, groupIds: [groupId], lang: 'en' }
  const { etag } = (await as('tenant').get(path)).headers
  const changed = await as('tenant').send('PUT', path, { body, headers: { 'if-match': etag ?? '' } })
  expect(changed.statusCode, changed.body).toBe(200)
  const { data } = (await as('tenant').get(`${path}/history`)).json()
  expect(data[0].fields).toEqual([
    { field: 'fullName', from: null, to: null },
    { field: 'userType', from: 'clinical', to: 'provider' },
  ])
  expect(JSON.stringify(data[0])).not.toContain('Lane')
})

describe('a user who may see no users', () => {
  it.each(['provider', 'clinical', 'patient'] as const)('sees only themselves: %s', async (type) => {
    expect((await detail(type, userIdOf(type))).email).toContain(type)
    expect((await as(type).get(`/users/${test.ours.places.home.staffId}`)).statusCode).toBe(404)
    await test.query(
      test.ours,
      `update tenant_permissions set permissions = array_remove(permissions, 'view-own-user') where user_type = $1`,
      [type],
    )
    expect((await as(type).get(`/users/${userIdOf(type)}`)).statusCode).toBe(403)
  })

  it('gets 404 for a malformed id', async () => {
    for (const id of ['Anonymized', 'anonymized', '00000000-0000-0000-0000-000000000000']) {
      expect((await as('tenant').get(`/users/${id}`)).statusCode).toBe(404)
    }
  })
})
