import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditChain } from '../../contract/audit/endpoints.ts'
import type { Door } from '../access/door/door.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import type { TestTenant } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { sealAudit } from './service.ts'
import { hashedColumns } from './repository.ts'
import { verifyEvents } from './verification-repository.ts'
import { verifyAudit } from './verification-service.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

let test: TestApp
let door: Door
let admin: Client
/** Errors that were logged since the test began. */
let logged: object[]
const log = { error: (what: object) => void logged.push(what) }

beforeAll(async () => {
  test = await startTestApp()
  door = test.door
  admin = await logInAs(test.app, test.ours, 'tenant')
})
beforeEach(async () => {
  logged = []
  for (const tenant of [test.ours, test.theirs]) {
    await test.query(tenant, 'delete from audit_events')
    await test.query(tenant, 'delete from audit_verifications')
    await addEvents(tenant, 6)
  }
  await sealAudit(door)
})
afterAll(() => test.close())

/** Adds unsealed events in the form that requests write. */
async function addEvents(tenant: TestTenant, count: number): Promise<void> {
  await test.query(
    tenant,
    `insert into audit_events (tenant_id, id, action)
     select tenants.id, gen_random_uuid(), 'session.login' from tenants, generate_series(1, $1::int)`,
    [count],
  )
}

async function chain(): Promise<AuditChain> {
  const response = await admin.get('/audit-chain')
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ data: AuditChain }>().data
}

/** Moves the last full pass a week into the past. */
async function passAWeek(): Promise<void> {
  await test.query(test.ours, `update audit_verifications set ${madeEarlier('again_at', "interval '6 days'")}`)
}

/** Returns the alarms in the trail, in the log and in the metrics. */
async function alarms() {
  const events = await test.query<{ position: number }>(
    test.ours,
    `select (details ->> 'position')::int as position from audit_events where action = 'audit.chain-broken'`,
  )
  const { rows: figures } = await test.database.pool.query<{ value: number }>(
    `select value from operating_figures() where figure = 'audit_chains_broken'`,
  )
  return {
    inTrail: events.map(({ position }) => position),
    inLog: logged,
    inMetrics: figures[0]?.value,
  }
}

it('reports up to which event the chain was verified, and continues from there', async () => {
  expect(await chain()).toEqual({ verified: null, alarm: null })
  await verifyAudit(door, log)
  const before = await chain()
  expect(before).toMatchObject({ verified: { position: 6 }, alarm: null })
  await addEvents(test.ours, 3)
  await verifyAudit(door, log)
  expect(await chain()).toEqual(before)
  await sealAudit(door)
  await verifyAudit(door, log)
  expect(await chain()).toMatchObject({ verified: { position: 9 }, alarm: null })
  expect(await alarms()).toEqual({ inTrail: [], inLog: [], inMetrics: 0 })
})

it('visits only tenants with something to verify, suspended ones included, the longest waiting first', async () => {
  await test.query(test.theirs, `update tenants set status = 'suspended'`)
  const [ours, theirs] = [test.ours.id, test.theirs.id]
  expect((await door.tenantsToVerify()).toSorted()).toEqual([ours, theirs].toSorted())
  await verifyAudit(door, log)
  expect(await door.tenantsToVerify()).toEqual([])
  for (const tenant of [test.theirs, test.ours]) {
    await addEvents(tenant, 1)
    await sealAudit(door)
    if (tenant === test.theirs) await verifyAudit(door, log)
  }
  await addEvents(test.theirs, 1)
  await sealAudit(door)
  expect(await door.tenantsToVerify()).toEqual([ours, theirs])
  await test.query(test.theirs, `update tenants set status = 'active'`)
})

/** Recomputes the seal of a changed event, as an attacker who knows the algorithm could. */
async function reseal(position: number): Promise<void> {
  const [seal] = await test.query<{ hash: Buffer }>(
    test.ours,
    `select audit_hash(before, ${hashedColumns}) as hash
     from (select e.*, lag(hash) over (order by position) as before from audit_events e where tenant_id = $1) as e where position = $2`,
    [test.ours.id, position],
  )
  await test.query(test.ours, 'update audit_events set hash = $1 where position = $2', [seal?.hash, position])
}

/** Runs a statement, or seals the event at a position anew. */
const damageBy = async (change: string | number) =>
  typeof change === 'number' ? await reseal(change) : void (await test.query(test.ours, change))

/** Another value for each column of an event. */
const otherValues: Record<string, string> = {
  position: '7',
  tenant_id: `'0190a000-0000-7fff-8000-000000000001'`,
  id: `'0190a000-0000-7fff-8000-000000000002'`,
  occurred_at: `e.occurred_at + interval '1 microsecond'`,
  actor_id: `'0190a000-0000-7fff-8000-000000000003'`,
  action: `'session.logout'`,
  outcome: `'refused'`,
  resource_type: `'user'`,
  resource_id: `'0190a000-0000-7fff-8000-000000000004'`,
  details: `'{"code": "other"}'`,
  request_id: `'other'`,
}
const columnsOfHash = hashedColumns.split(', ')

describe('the hash of an event', () => {
  it('has every column but the seal itself and what is made of the others', async () => {
    const columns = await test.query<{ name: string }>(
      test.ours,
      `select 'e.' || attname as name from pg_attribute
       where attrelid = 'audit_events'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'hash'`,
    )
    expect(columnsOfHash.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
    expect(Object.keys(otherValues).map((column) => `e.${column}`)).toEqual(columnsOfHash)
  })

  it.each(Object.entries(otherValues))('is another one with another %s', async (column, other) => {
    const changed = columnsOfHash.map((name) => (name === `e.${column}` ? other : name)).join(', ')
    const [hashes] = await test.query<{ one: Buffer; again: Buffer; other: Buffer }>(
      test.ours,
      `select audit_hash(null, ${hashedColumns}) as one, audit_hash(null, ${hashedColumns}) as again,
         audit_hash(null, ${changed}) as other from audit_events e where position = 3`,
    )
    expect(hashes?.again).toEqual(hashes?.one)
    expect(hashes?.other).not.toEqual(hashes?.one)
  })

  it('is another one after another event', async () => {
    const [hashes] = await test.query<{ one: Buffer; other: Buffer }>(
      test.ours,
      `select audit_hash(sha256('a'), ${hashedColumns}) as one, audit_hash(sha256('b'), ${hashedColumns}) as other
       from audit_events e where position = 3`,
    )
    expect(hashes?.other).not.toEqual(hashes?.one)
  })
})

describe('an alarm on the page, in the trail, the log and the metrics', () => {
  it.each<[string, number, (string | number)[]]>([
    ['an end that was cut', 5, ['delete from audit_events where position > 4']],
    ['a trail without any event', 1, ['delete from audit_events']],
    [
      'a last event that was changed and sealed anew',
      6,
      [`update audit_events set action = 'x' where position = 6`, 6],
    ],
    ['a last event without its seal', 6, ['update audit_events set position = null, hash = null where position = 6']],
    [
      'an event that was put in at the end',
      7,
      [
        `insert into audit_events (tenant_id, id, action, position, hash)
         values (current_tenant(), gen_random_uuid(), 'session.login', 7, sha256('made up'))`,
      ],
    ],
    [
      'an event that was put in between',
      6,
      [
        'update audit_events set position = position + 100 where position >= 3',
        'update audit_events set position = position - 99 where position > 100',
        `insert into audit_events (tenant_id, id, action, position) values (current_tenant(), gen_random_uuid(), 'session.login', 3)`,
        3,
      ],
    ],
  ])('is raised in the next round after %s', async (_, place, damage) => {
    await verifyAudit(door, log)
    for (const change of damage) await damageBy(change)
    await expectAlarm(place)
  })

  it.each<[string, number, (string | number)[]]>([
    ['an event that was changed', 2, [`update audit_events set action = 'session.logout' where position = 2`]],
    ['a refusal told as done', 2, [`update audit_events set outcome = 'refused' where position = 2`]],
    ['an event that was changed and sealed anew', 3, [`update audit_events set details = '{}' where position = 2`, 2]],
    ['an event that was removed', 4, ['delete from audit_events where position = 3']],
    ['the first event removed', 2, ['delete from audit_events where position = 1']],
    ['a seal that was changed', 3, [`update audit_events set hash = sha256('made up') where position = 3`]],
    ['a seal that was removed', 3, ['update audit_events set hash = null where position = 3']],
  ])('is raised within a week after %s, however long ago it was verified', async (_, place, damage) => {
    await verifyAudit(door, log)
    for (const change of damage) await damageBy(change)
    await verifyAudit(door, log)
    expect((await chain()).alarm).toBeNull()
    await passAWeek()
    await expectAlarm(place)
  })

  /** Expects that several processes that verify at once raise one alarm. */
  async function expectAlarm(position: number): Promise<void> {
    await Promise.all(Array.from({ length: 4 }, () => verifyAudit(door, log)))
    await verifyAudit(door, log)
    expect((await chain()).alarm).toEqual({ position, foundAt: expect.stringMatching(/^20\d\d-.*Z$/) as unknown })
    expect(await alarms()).toEqual({
      inTrail: [position],
      inLog: [{ auditChain: { slug: 'ours', position } }],
      inMetrics: 1,
    })
    expect(await test.query(test.theirs, 'select position, broken_position from audit_verifications')).toEqual([
      { position: '6', broken_position: null },
    ])
  }
})

it('raises an alarm that stands although telling of it failed, and tells of it once in the next round', async () => {
  await verifyAudit(door, log)
  await test.query(test.ours, 'delete from audit_events where position > 4')
  let entered = 0
  const failing: Door = {
    ...door,
    enterTenant: (tenantId, ...work) =>
      tenantId === test.ours.id && ++entered > 1
        ? Promise.reject(new Error('The process was killed'))
        : door.enterTenant(tenantId, ...work),
  }
  await expect(verifyAudit(failing, log)).rejects.toThrow('The process was killed')
  expect((await chain()).alarm).toMatchObject({ position: 5 })
  expect(await alarms()).toEqual({ inTrail: [], inLog: [], inMetrics: 1 })
  for (let round = 0; round < 2; round += 1) await verifyAudit(door, log)
  expect(await alarms()).toEqual({
    inTrail: [5],
    inLog: [{ auditChain: { slug: 'ours', position: 5 } }],
    inMetrics: 1,
  })
})

it('verifies the others where one tenant cannot be looked at, which is counted as failed', async () => {
  await test.database.owner.query(
    `create policy unreadable on audit_verifications as restrictive using (1 / (tenant_id <> '${test.theirs.id}')::int = 1)`,
  )
  try {
    await expect(verifyAudit(door, log)).rejects.toThrow(`It failed in 1 of 2 tenants, first in ${test.theirs.id}`)
    expect(await chain()).toMatchObject({ verified: { position: 6 }, alarm: null })
  } finally {
    await test.database.owner.query('drop policy unreadable on audit_verifications')
  }
  expect(await door.tenantsToVerify()).toEqual([test.theirs.id])
})

it('works in portions, even across a gap that is longer than a portion', async () => {
  const step = () => door.enterTenant(test.ours.id, 'a step', (scope) => verifyEvents(scope, 2))
  const steps = async () => {
    for (let count = 1; ; count += 1) if (!(await step()).isMore) return count
  }
  // After a full portion, only the next step shows whether there is more.
  expect(await steps()).toBe(4)
  await passAWeek()
  expect(await steps()).toBe(3)
  expect(await door.tenantsToVerify()).toEqual([test.theirs.id])
  await passAWeek()
  await test.query(test.ours, 'delete from audit_events where position in (2, 3, 4)')
  expect([await step(), await step()]).toEqual([
    { isMore: true, brokenAt: undefined },
    { isMore: false, brokenAt: 5 },
  ])
})

describe('the command that clears an alarm', () => {
  const clear = (...args: string[]) => lateral('clear-audit-alarm', ...args)
  async function lateral(...args: string[]): Promise<{ code: number; text: string }> {
    const command = ['scripts/commands/lateral.ts', ...args]
    const env = { ...process.env, DATABASE_URL: test.database.ownerUrl }
    return promisify(execFile)(process.execPath, command, { env }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
    )
  }
  const change = (action: string, position: number) =>
    test.query(test.ours, 'update audit_events set action = $1 where position = $2', [action, position])
  const cleared = () =>
    test.query(test.ours, `select actor_id, details from audit_events where action = 'audit.alarm-cleared'`)

  it('succeeds only once the chain is repaired; it is audited, and everything is verified again', async () => {
    expect(await clear('--tenant', 'nowhere')).toMatchObject({ code: 1 })
    expect((await clear('--tenant', 'ours')).text).toContain('there is no alarm')
    await change('session.logout', 2)
    await verifyAudit(door, log)
    const refused = await clear('--tenant', 'ours')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.text).toContain('ours: BROKEN still, at event 2')
    expect(await cleared()).toEqual([])

    await change('session.login', 2)
    const verified = await lateral('verify-audit')
    expect(verified.text).toContain('ours: ALARM at event 2.')
    expect(verified.text).toContain('ours: unbroken, 6 events sealed, 1 not sealed yet')
    expect(verified.code).toBe(1)
    expect(await clear('--tenant', 'ours')).toMatchObject({ code: 0 })
    expect(await cleared()).toEqual([{ actor_id: null, details: { position: 2, isAccepted: false } }])
    await sealAudit(door)
    await verifyAudit(door, log)
    expect(await chain()).toMatchObject({ verified: { position: 8 }, alarm: null })
    expect((await alarms()).inMetrics).toBe(0)
  })

  it('can accept damage that cannot be repaired, and later events are still watched', async () => {
    await change('session.logout', 2)
    await change('session.logout', 4)
    await verifyAudit(door, log)
    expect(await clear('--tenant', 'ours', '--accept')).toMatchObject({ code: 0 })
    expect(await cleared()).toEqual([{ actor_id: null, details: { position: 2, isAccepted: true } }])
    await verifyAudit(door, log)
    await passAWeek()
    await verifyAudit(door, log)
    expect(await chain()).toMatchObject({ verified: { position: 6 }, alarm: null })
    await change('session.logout', 5)
    await passAWeek()
    await verifyAudit(door, log)
    expect((await chain()).alarm).toMatchObject({ position: 5 })
  })

  it('reports a cut end as damage', async () => {
    await verifyAudit(door, log)
    await test.query(test.ours, 'delete from audit_events where position > 4')
    await verifyAudit(door, log)
    expect((await clear('--tenant', 'ours')).text).toContain('ours: BROKEN still, at event 5')
    expect(await clear('--tenant', 'ours', '--accept')).toMatchObject({ code: 0 })
    await verifyAudit(door, log)
    expect(await chain()).toMatchObject({ verified: { position: 4 }, alarm: null })
  })
})
