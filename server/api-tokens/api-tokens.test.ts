import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tokenRequestsPerMinute } from '../../contract/limits-and-times.ts'
import { logInAs, visit, type Client } from '../testing/client.ts'
import { everythingStored } from '../testing/everything-stored.ts'
import { beginExport, busyExports, endOf, listen } from '../testing/export-reader.ts'
import { Machine, makeMachine } from '../testing/machines.ts'
import { insertManyRecords, longNote } from '../testing/many-records.ts'
import { newRecordAt } from '../testing/new-record.ts'
import { recordsPerPlace } from '../testing/places.ts'
import { logInAsSpare } from '../testing/spare-user.ts'
import { password, userIdOf } from '../testing/tenants.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { multipart, tinyPng } from '../testing/uploads.ts'
import { findToken } from './repository.ts'
import { warnOfExpiringTokens } from './service.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
const log: string[] = []

beforeAll(async () => {
  test = await startTestApp({
    exportTimes: { checkEvery: 50, stalledAfter: 600_000 },
    log: { write: (line) => void log.push(line) },
  })
  admin = await logInAs(test.app, test.ours, 'tenant')
  await listen(test.app)
})
afterAll(() => test.close())

const places = () => test.ours.places

async function statusOf(client: Client): Promise<number> {
  return (await client.get('/test-records')).statusCode
}

async function shown(id: string) {
  const { data } = (await admin.get('/api-tokens', { per_page: '100' })).json()
  return data.find((token: { id: string }) => token.id === id)
}

describe('the secret', () => {
  it('has a form that scanners find, and is recognised by it before the database is asked', async () => {
    const machine = await makeMachine(admin, test.ours)
    expect(machine.secret).toMatch(/^lateral_[0-9A-Za-z]{49}$/)
    expect(await statusOf(machine)).toBe(200)
    const mistyped = machine.secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    for (const secret of [mistyped, machine.secret.slice(0, -1), `${machine.secret}a`, '', 'x'.repeat(5000)]) {
      const wrong = await new Machine(test.app, test.ours.host, { id: '', secret }).get('/test-records')
      expect([wrong.statusCode, wrong.json().message]).toEqual([401, expect.stringContaining('token is unknown')])
    }
  })

  it('needs no XSRF token, and is told in the language that the machine asks for', async () => {
    const machine = await makeMachine(admin, test.ours, { permissions: ['view-tests'] })
    const refused = await machine.post('/test-records', newRecordAt(places().home), { 'accept-language': 'es-MX' })
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('permiso')])
  })

  it('is shown once, and stored and logged nowhere, also when requests with it fail', async () => {
    const machine = await makeMachine(admin, test.ours)
    await machine.post('/test-records', newRecordAt(places().home))
    await machine.post('/test-records', { surprise: machine.id })
    await machine.get('/users')
    await machine.get('/nothing')
    await test.query(test.ours, 'alter table test_records add constraint none check (false) not valid')
    expect((await machine.post('/test-records', newRecordAt(places().home))).statusCode).toBe(500)
    await test.query(test.ours, 'alter table test_records drop constraint none')
    const list = (await admin.get('/api-tokens', { per_page: '100' })).body
    expect(list).toContain(machine.id)
    expect(list).toContain(machine.secret.slice(-4))
    const stored = await everythingStored(test, test.ours)
    expect(stored).toContain(machine.id)
    expect(log.join('\n')).toContain('request failed')
    for (const text of [list, stored, log.join('\n').toLowerCase()]) {
      // The middle of the secret, which is no end that the list shows.
      expect(text.toLowerCase()).not.toContain(machine.secret.slice(8, 24).toLowerCase())
    }
  })
})

describe('a token ends at the next request', () => {
  const set = (text: string, ...values: unknown[]) => test.query(test.ours, text, values)
  const ways: {
    what: string
    take: (machine: Machine, makerId: string) => Promise<unknown>
    giveBack?: (machine: Machine, makerId: string) => Promise<unknown>
    status?: number
    state: string
  }[] = [
    { what: 'when it is revoked', take: ({ id }) => admin.put(`/api-tokens/${id}/revoke`), state: 'revoked' },
    {
      what: 'when it expires',
      take: ({ id }) => set(`update api_tokens set expires_at = now() where id = $1`, id),
      state: 'expired',
    },
    {
      what: 'while whoever made it is suspended',
      take: (_, maker) => admin.put(`/users/${maker}/suspend`),
      giveBack: (_, maker) => admin.put(`/users/${maker}/reactivate`),
      state: 'maker-left',
    },
    {
      what: 'while whoever made it is no administrator',
      take: (_, maker) => set(`update users set user_type = 'provider' where id = $1`, maker),
      giveBack: (_, maker) => set(`update users set user_type = 'tenant' where id = $1`, maker),
      state: 'maker-left',
    },
    {
      what: 'when whoever made it deletes their account',
      take: async (_, maker) => {
        const [{ email } = { email: '' }] = await test.query<{ email: string }>(
          test.ours,
          'select email from users where id = $1',
          [maker],
        )
        const leaver = await logInAs(test.app, test.ours, { email })
        const left = await leaver.put('/users/my-details/delete', {
          currentPassword: password,
          reason: 'no-longer-required',
        })
        expect(left.statusCode, left.body).toBe(204)
      },
      state: 'maker-left',
    },
    {
      what: 'while the organisation that it reaches is suspended',
      take: () => admin.put(`/organisations/${places().away.organisationId}/suspend`),
      giveBack: () => admin.put(`/organisations/${places().away.organisationId}/reactivate`),
      state: 'place-suspended',
    },
    {
      what: 'while all groups that it reaches are suspended',
      take: () => admin.put(`/groups/${places().away.groupId}/suspend`),
      giveBack: () => admin.put(`/groups/${places().away.groupId}/reactivate`),
      state: 'place-suspended',
    },
    {
      what: 'while the tenant is suspended',
      take: () => set(`update tenants set status = 'suspended' where id = $1`, test.ours.id),
      giveBack: () => set(`update tenants set status = 'active' where id = $1`, test.ours.id),
      status: 403,
      state: 'active',
    },
    {
      what: 'while administrators lack its permission',
      take: () => permissionsOfAdministrators("array_remove(permissions, 'view-tests')"),
      giveBack: () => permissionsOfAdministrators("array_append(permissions, 'view-tests')"),
      status: 403,
      state: 'active',
    },
  ]

  it.each(ways)('$what', async ({ take, giveBack, status = 401, state }) => {
    const maker = await logInAsSpare(test, test.ours, 'tenant')
    const makerId = (await maker.get('/users/my-details')).json().data.id
    const { organisationId, groupId } = places().away
    const machine = await makeMachine(maker, test.ours, {
      permissions: ['view-tests'],
      organisationId,
      groupIds: [groupId],
    })
    // Both processes have seen the token before.
    const elsewhere = machine.copy(await another())
    for (const one of [machine, elsewhere]) expect(await statusOf(one)).toBe(200)
    await take(machine, makerId)
    for (const one of [machine, elsewhere]) expect(await statusOf(one)).toBe(status)
    await giveBack?.(machine, makerId)
    const isBack = giveBack !== undefined
    for (const one of [machine, elsewhere]) expect(await statusOf(one)).toBe(isBack ? 200 : 401)
    if (isBack) await take(machine, makerId)
    try {
      expect(await stateIn(machine.id)).toBe(state)
    } finally {
      await giveBack?.(machine, makerId)
    }
  })

  /** Reads the state as the list shows it, also while the tenant is suspended. */
  const stateIn = (id: string) =>
    test.door.enterTenant(test.ours.id, 'a list', async (scope) => (await findToken(scope, id))?.state)

  const permissionsOfAdministrators = (permissions: string) =>
    set(`update tenant_permissions set permissions = ${permissions} where user_type = 'tenant'`)

  let other: Promise<TestApp['app']> | undefined
  const another = () => (other ??= test.another())
})

describe('during a request in several steps', () => {
  it('a token that is revoked meanwhile does not take the next step', async () => {
    const machine = await makeMachine(admin, test.ours)
    const count = async () => (await test.query(test.ours, 'select id from device_images')).length
    const before = await count()
    const { payload, headers } = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }])
    const sent = http.request({
      port: (test.app.server.address() as AddressInfo).port, // it listens on TCP
      method: 'POST',
      path: '/api/v1/device-images',
      headers: { host: machine.host, ...machine.credentials(), ...headers, 'content-length': payload.length },
    })
    sent.write(payload.subarray(0, 50))
    // The first step, which checks the token before the picture is read, notes that it was used.
    await expect.poll(async () => (await shown(machine.id)).lastUsedOn).not.toBeNull()
    await admin.put(`/api-tokens/${machine.id}/revoke`)
    sent.end(payload.subarray(50))
    const [reply] = (await once(sent, 'response')) as [http.IncomingMessage]
    reply.resume()
    expect(reply.statusCode).toBe(401)
    expect(await count()).toBe(before)
  })
})

describe('during an export', () => {
  const rows = 5_000

  beforeAll(() => insertManyRecords(test, test.ours, { count: rows, secondsApart: 1, note: longNote }))

  it.each([
    ['revoked', (machine: Machine) => admin.put(`/api-tokens/${machine.id}/revoke`)],
    [
      'expired',
      (machine: Machine) =>
        test.query(test.ours, 'update api_tokens set expires_at = now() where id = $1', [machine.id]),
    ],
    [
      'narrowed, as by the suspension of a group',
      () => admin.put(`/groups/${places().ward.groupId}/suspend`),
      () => admin.put(`/groups/${places().ward.groupId}/reactivate`),
    ],
  ] as const)('the file of a token that is %s breaks off', async (_, take, giveBack?) => {
    const { organisationId } = places().home
    const groupIds = [places().home.groupId, places().ward.groupId]
    const machine = await makeMachine(admin, test.ours, {
      organisationId,
      groupIds,
      permissions: ['view-tests', 'export-tests'],
    })
    const response = await beginExport(machine)
    const ended = endOf(response)
    await once(response, 'data')
    response.pause()
    await take(machine)
    try {
      await expect.poll(() => busyExports(test)).toBe(0)
    } finally {
      await giveBack?.()
    }
    response.resume()
    await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
    const events = await test.query(
      test.ours,
      `select details ->> 'endedEarly' as why from audit_events where action = 'test-record.exported' and outcome = 'done' and actor_id = $1`,
      [machine.id],
    )
    expect(events).toEqual([{ why: 'access-ended' }])
  })
})

describe('what it reaches', () => {
  it('is narrowed to an organisation or to groups, in lists, single rows and what it records', async () => {
    const { home, ward, away } = places()
    const ofGroup = await makeMachine(admin, test.ours, {
      organisationId: ward.organisationId,
      groupIds: [ward.groupId],
    })
    const ofOrganisation = await makeMachine(admin, test.ours, { organisationId: away.organisationId })
    const ofTenant = await makeMachine(admin, test.ours)
    const groupsOf = async (machine: Machine) =>
      (await machine.get('/groups', { per_page: '100' })).json().data.map(({ id }: { id: string }) => id)
    expect(await groupsOf(ofGroup)).toEqual([ward.groupId])
    expect(await groupsOf(ofOrganisation)).toEqual([away.groupId])
    expect(await groupsOf(ofTenant)).toHaveLength(4)
    const total = async (machine: Machine) =>
      (await machine.get('/test-records', { state: 'all', group_id: ward.groupId })).json().page.total
    expect(await total(ofTenant)).toBe(recordsPerPlace)
    expect(await total(ofOrganisation)).toBe(0)
    expect((await ofGroup.get(`/test-records/${home.recordId}`)).statusCode).toBe(404)
    expect((await ofOrganisation.get(`/test-records/${home.recordId}`)).statusCode).toBe(404)
    expect((await ofTenant.get(`/test-records/${home.recordId}`)).statusCode).toBe(200)
    expect((await ofGroup.post('/test-records', newRecordAt(ward))).statusCode).toBe(201)
    expect((await ofGroup.post('/test-records', newRecordAt(home))).statusCode).toBe(422)
    expect((await ofGroup.get('/audit-events')).statusCode).toBe(403)
  })

  it('is within the tenant, and within what its permissions can reach', async () => {
    const form = { name: 'Lab', permissions: ['view-tests'], organisationId: null, groupIds: [], days: 30 }
    const { home, away } = places()
    const problems: [object, string][] = [
      [{ organisationId: test.theirs.places.unique.organisationId }, 'organisationId'],
      [{ organisationId: home.organisationId, groupIds: [away.groupId] }, 'groupIds'],
      [{ groupIds: [home.groupId] }, 'organisationId'],
      [{ organisationId: home.organisationId, permissions: ['view-audit'] }, 'permissions'],
      [{ permissions: ['export-tests'] }, 'permissions'],
      [{ permissions: [] }, 'permissions'],
      [{ permissions: ['edit-users'] }, 'permissions.0'],
      [{ days: 366 }, 'days'],
      [{ days: 0 }, 'days'],
    ]
    for (const [change, field] of problems) {
      const refused = await admin.post('/api-tokens', { ...form, ...change })
      expect([change, refused.statusCode, Object.keys(refused.json().errors)]).toEqual([change, 422, [field]])
    }
  })
})

describe('the account of a token', () => {
  it('records and acts under the name of the token, and is no person', async () => {
    const before = (await admin.get('/users', { user_type: 'all' })).json().page.total
    const machine = await makeMachine(admin, test.ours, { name: 'Zebra bridge' })
    const recorded = (await machine.post('/test-records', newRecordAt(places().home))).json().data
    expect((await admin.get(`/test-records/${recorded.id}`)).json().data.recordedBy).toEqual({
      id: machine.id,
      name: 'Zebra bridge',
    })
    const { origin, source } = (await admin.get(`/test-records/${recorded.id}`)).json().data
    expect({ origin, source }).toEqual({
      origin: 'token',
      source: { id: machine.id, name: 'Zebra bridge', recordedBy: null },
    })
    expect(recorded).toMatchObject({ origin, source })
    const ofTokens = (await admin.get('/test-records', { origin: 'token' })).json().data
    expect(ofTokens.map(({ id }: { id: string }) => id)).toContain(recorded.id)
    const [event] = (await admin.get('/audit-events', { actor_id: machine.id, action: 'test-record.recorded' })).json()
      .data
    expect(event.actor).toEqual({ id: machine.id, name: 'Zebra bridge', isOperator: false, isMachine: true })

    expect((await admin.get('/users', { user_type: 'all' })).json().page.total).toBe(before)
    expect((await admin.get('/users', { user_type: 'all', search: 'zebra' })).json().data).toEqual([])
    expect((await admin.post('/search', { text: 'zebra' })).body).not.toContain(machine.id)
    expect(await test.query(test.ours, 'select word from user_words where user_id = $1', [machine.id])).toEqual([])
    expect((await admin.get(`/users/${machine.id}`)).statusCode).toBe(404)
    for (const action of ['suspend', 'reactivate', 'reset-password', 'resend-invite', 'end-sessions']) {
      expect((await admin.put(`/users/${machine.id}/${action}`)).statusCode).toBe(404)
    }
    const people = (await admin.get(`/tenants/${test.ours.id}/permissions`)).json().data.people
    expect(Object.keys(people)).not.toContain('machine')

    const visitor = await visit(test.app, test.ours)
    for (const given of ['', password]) {
      const login = await visitor.post('/login', { username: `machine-${machine.id}`, password: given })
      expect(login.statusCode).not.toBe(200)
    }
  })

  it('cannot be given a login, an email or a place', async () => {
    const { id } = await makeMachine(admin, test.ours)
    for (const change of [
      `password_hash = 'x'`,
      `email = 'machine@clinic.test'`,
      `pending_email = 'machine@clinic.test'`,
      `organisation_id = '${places().home.organisationId}'`,
      `status = 'suspended'`,
    ]) {
      await expect(test.query(test.ours, `update users set ${change} where id = $1`, [id])).rejects.toThrow(
        /users_machine_is_nobody|users_deleted/,
      )
    }
  })

  it('is told in the trail when it is made and revoked, with what it may do', async () => {
    const machine = await makeMachine(admin, test.ours, { permissions: ['view-tests'], days: 7 })
    await machine.get('/users')
    await admin.put(`/api-tokens/${machine.id}/revoke`)
    await admin.put(`/api-tokens/${machine.id}/revoke`)
    const events = await test.query<{ action: string; actor_id: string; outcome: string }>(
      test.ours,
      `select action, actor_id, outcome from audit_events where resource_id = $1 or actor_id = $1 order by id`,
      [machine.id],
    )
    const maker = userIdOf('tenant')
    expect(events).toEqual([
      { action: 'api-token.created', actor_id: maker, outcome: 'done' },
      { action: 'listUsers', actor_id: machine.id, outcome: 'refused' },
      { action: 'api-token.revoked', actor_id: maker, outcome: 'done' },
    ])
  })
})

it('the day of its last use is kept, and of its first use only', async () => {
  const machine = await makeMachine(admin, test.ours)
  expect((await shown(machine.id)).lastUsedOn).toBeNull()
  await statusOf(machine)
  const [today] = await test.query<{ day: string }>(test.ours, `select (now() at time zone 'UTC')::date::text as day`)
  await expect.poll(async () => (await shown(machine.id)).lastUsedOn).toBe(today?.day)
  await test.query(test.ours, `update api_tokens set last_used_on = '2026-01-01' where id = $1`, [machine.id])
  await statusOf(machine)
  await expect.poll(async () => (await shown(machine.id)).lastUsedOn).toBe(today?.day)
})

describe('the quota', () => {
  /** Sends requests, some at once, and returns the statuses. */
  async function send(machine: Machine, count: number): Promise<number[]> {
    const statuses: number[] = []
    for (let sent = 0; sent < count; sent += 30) {
      const some = Math.min(30, count - sent)
      // The first ones are refused for another reason, which counts as well.
      const path = sent === 0 ? '/assays/us-counties' : '/groups'
      const replies = await Promise.all(Array.from({ length: some }, () => machine.get(path)))
      statuses.push(...replies.map(({ statusCode }) => statusCode))
    }
    return statuses
  }

  it('lets as many requests through in a minute, refused ones included, and the next one after it', async () => {
    const machine = await makeMachine(admin, test.ours)
    const other = await makeMachine(admin, test.ours)
    expect(new Set(await send(machine, tokenRequestsPerMinute))).toEqual(new Set([403, 200]))
    const refused = await machine.get('/test-records')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-attempts'])
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(await statusOf(other)).toBe(200)

    // Another process has let none through, and learns of these with its first portion.
    const elsewhere = machine.copy(await test.another())
    const there = await send(elsewhere, 60)
    expect(there.filter((status) => status !== 429).length).toBeLessThan(30)
    await test.query(test.ours, 'delete from throttle_counters')
    expect(await statusOf(machine.copy(await test.another()))).toBe(200)
  })
})

it('administrators are told once of a token that soon expires', async () => {
  const told = async () =>
    (await test.query(test.ours, `select id from messages where template = 'token-expires'`)).length
  const warn = () => test.door.enterTenant(test.ours.id, 'a round', (scope) => warnOfExpiringTokens(scope, 500))
  const long = await makeMachine(admin, test.ours, { days: 90 })
  await makeMachine(admin, test.ours, { days: 3 })
  expect([await warn(), await told()]).toEqual([0, 0])
  await test.query(
    test.ours,
    `update api_tokens set created_at = now() - interval '85 days', expires_at = now() + interval '5 days' where id = $1`,
    [long.id],
  )
  expect(await warn()).toBe(1)
  const administrators = await test.query(
    test.ours,
    `select id from users where user_type = 'tenant' and status = 'active'`,
  )
  expect(await told()).toBe(administrators.length)
  expect([await warn(), await told()]).toEqual([0, administrators.length])
})
