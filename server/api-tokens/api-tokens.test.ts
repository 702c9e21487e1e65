import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mostTokens, tokenRequestsPerMinute } from '../../contract/limits-and-times.ts'
import { newApiToken } from '../access/sessions/api-token.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { everythingStored } from '../../tests/server/everything-stored.ts'
import { Machine, makeMachine } from '../../tests/server/machines.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { recordsPerPlace } from '../../tests/server/places.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { password, userIdOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { warnOfExpiringTokens } from './service.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
const log: string[] = []

beforeAll(async () => {
  test = await startTestApp({
    log: { write: (line) => void log.push(line) },
  })
  admin = await logInAs(test.app, test.ours, 'tenant')
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
      expect([wrong.statusCode, wrong.json().message]).toEqual([401, expect.stringContaining('token is unknown here')])
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
    expect((await admin.get(`/test-records/${recorded.id}`)).json().data).toMatchObject({
      recordedBy: { id: machine.id, name: 'Zebra bridge' },
      origin: 'token',
      source: { id: machine.id, name: 'Zebra bridge', recordedBy: null },
    })
    expect((await admin.get('/test-records', { state: 'all', origin: 'token' })).body).toContain(recorded.id)
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
    const events = await test.query<{ action: string; actor_id: string; outcome: string; details: object }>(
      test.ours,
      `select action, actor_id, outcome, details from audit_events where resource_id = $1 or actor_id = $1 order by id`,
      [machine.id],
    )
    const maker = userIdOf('tenant')
    const may = { permissions: ['view-tests'], organisationId: null, groupIds: [], expiresAt: expect.any(String) }
    expect(events).toMatchObject([
      { action: 'api-token.created', actor_id: maker, outcome: 'done', details: may },
      { action: 'listUsers', actor_id: machine.id, outcome: 'refused' },
      { action: 'api-token.revoked', actor_id: maker, outcome: 'done' },
    ])
  })
})

/** The day on which the server counts; another begins in the course of a test that runs at midnight. */
async function today(): Promise<string | undefined> {
  const text = `select (now() at time zone 'UTC')::date::text as day`
  return (await test.query<{ day: string }>(test.ours, text))[0]?.day
}

it('the day of its last use is kept', async () => {
  const machine = await makeMachine(admin, test.ours)
  expect((await shown(machine.id)).lastUsedOn).toBeNull()
  const since = await today()
  const isOfNow = async () => [since, await today()].includes((await shown(machine.id)).lastUsedOn)
  await statusOf(machine)
  await expect.poll(isOfNow).toBe(true)
  await test.query(test.ours, `update api_tokens set last_used_on = '2026-01-01' where id = $1`, [machine.id])
  await statusOf(machine)
  await expect.poll(isOfNow).toBe(true)
})

describe('a refused call', () => {
  it('says to the holder of a real token that it has expired or was revoked, and to nobody else', async () => {
    const machine = await makeMachine(admin, test.ours)
    const says = async (client: Client) => {
      const response = await client.get('/test-records')
      expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated'])
      return response.json().message
    }
    await test.query(test.ours, `update api_tokens set expires_at = ${thisMillisecond} where id = $1`, [machine.id])
    expect(await says(machine)).toContain('has expired')
    await admin.put(`/api-tokens/${machine.id}/revoke`)
    expect(await says(machine)).toContain('was revoked')
    const elsewhere = await says(machine.copy(test.app, test.theirs.host))
    const guessed = await says(new Machine(test.app, test.ours.host, { id: '', secret: newApiToken() }))
    expect(guessed).toBe(elsewhere)
    expect(elsewhere).toContain('is unknown here')
    expect((await shown(machine.id)).refusedCalls).toBe(2)
  })

  it('says that a token is paused while whoever made it is suspended', async () => {
    const maker = await logInAsSpare(test, test.ours, 'tenant')
    const machine = await makeMachine(maker, test.ours)
    const { id } = (await maker.get('/users/my-details')).json().data
    await admin.put(`/users/${id}/suspend`)
    expect((await machine.get('/test-records')).json().message).toContain('is paused')
    expect((await shown(machine.id)).refusedCalls).toBe(1)
  })

  it('is counted with its day if the token works but may not do it, also many at once', async () => {
    const machine = await makeMachine(admin, test.ours, { permissions: ['view-tests'] })
    expect((await shown(machine.id)).lastRefusedOn).toBeNull()
    const since = await today()
    const refused = await Promise.all(Array.from({ length: 8 }, () => machine.get('/users')))
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403))
    const { refusedCalls, lastRefusedOn } = await shown(machine.id)
    expect(refusedCalls).toBe(8)
    expect([since, await today()]).toContain(lastRefusedOn)
    expect(await statusOf(machine)).toBe(200)
    expect((await shown(machine.id)).refusedCalls).toBe(8)
  })
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

it('a tenant has so many tokens that work, and is told to revoke one before it makes another', async () => {
  const form = {
    name: 'One more',
    permissions: ['view-tests'],
    organisationId: null,
    groupIds: [],
    days: 30,
  }
  const copies = async (count: number, expiresAt: string) => {
    // Only the rows count, so these have no secret that anybody knows.
    await test.query(
      test.ours,
      `with made as (
         insert into users (tenant_id, id, email, full_name, user_type)
         select u.tenant_id, n.id, 'machine-' || n.id, 'Copy', 'machine'
         from users u, (select gen_random_uuid() as id from generate_series(1, $2::int)) as n where u.id = $1
         returning tenant_id, id
       )
       insert into api_tokens (tenant_id, id, token_hash, last_four, permissions, expires_at, made_by)
       select m.tenant_id, m.id, sha256(m.id::text::bytea), 'xxxx', k.permissions, $3::timestamptz, k.made_by
       from made m, api_tokens k where k.id = $1`,
      [machine.id, count, expiresAt],
    )
  }
  const machine = await makeMachine(admin, test.ours)
  const { data } = (await admin.get('/api-tokens', { per_page: '100' })).json()
  const kept = data.filter(({ state }: { state: string }) => state !== 'revoked' && state !== 'expired').length
  await copies(mostTokens - kept, new Date(Date.now() + 60 * 86_400_000).toISOString())
  const refused = await admin.post('/api-tokens', form)
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { name: [`You have ${mostTokens} tokens, which is as many as there can be. Revoke one that is not needed.`] },
  ])
  await admin.put(`/api-tokens/${machine.id}/revoke`)
  expect((await admin.post('/api-tokens', form)).statusCode).toBe(201)
  expect((await admin.post('/api-tokens', form)).statusCode).toBe(422)
})
