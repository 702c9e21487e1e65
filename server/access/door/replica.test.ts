import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../../platform/database.ts'
import type { ActorScope } from '../scope.ts'
import { openReplica, stateOfLeader, type LeaderState } from './replica.ts'
import { Abandoned } from './transaction.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { beginExport, endOf, listen, textOf } from '../../../tests/server/export-reader.ts'
import { insertManyRecords, longNote } from '../../../tests/server/many-records.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startReplicatedDatabase, type ReplicatedDatabase } from '../../../tests/programs/replicated-database.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

/** More records than the buffers between server and reader can hold. */
const some = 5_000

let replicated: ReplicatedDatabase
let test: TestApp
let ours: Client
let theirs: Client
const log: string[] = []

beforeAll(async () => {
  replicated = await startReplicatedDatabase()
  const { database, replicaUrl } = replicated
  test = await startTestApp({ database, replicaUrl, log: { write: (line) => void log.push(line) } })
  ours = await logInAs(test.app, test.ours, 'tenant')
  theirs = await logInAs(test.app, test.theirs, 'tenant')
  await insertManyRecords(test, test.ours, { count: some, secondsApart: 1, note: longNote })
  await listen(test.app)
})
afterAll(() => test.close())

/** Counts the rows that an export has to have, and those that the replica has, as the server's role sees them. */
async function countedOn(url: string, tenantId: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; set local "lateral".tenant_id = '${tenantId}'`)
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from test_records where tenant_id = $1',
      [tenantId],
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

/** Counts the statements of this kind that the replica was sent, by the text of the last one of each connection. */
async function askedOnReplica(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: replicated.replicaUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where pid <> pg_backend_pid() and query ilike $1`,
      [`${text}%`],
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

async function record(note: string): Promise<string> {
  const reply = await ours.post('/test-records', { ...newRecordAt(test.ours.places.home), note })
  expect(reply.statusCode).toBe(201)
  return reply.json().data.testId
}

async function trendTotal(client: Client): Promise<number> {
  const reply = await client.get('/dashboard/trend', { zone: 'UTC', state: 'all' })
  expect(reply.statusCode).toBe(200)
  const days = reply.json().data as { counts: Record<string, number> }[]
  return days.flatMap(({ counts }) => Object.values(counts)).reduce((sum, count) => sum + count, 0)
}

/** Waits until the replica has all records of our tenant. */
async function caughtUp(): Promise<void> {
  const wanted = await countedOn(test.database.serverUrl, test.ours.id)
  await expect.poll(() => countedOn(replicated.replicaUrl, test.ours.id)).toBe(wanted)
}

it('exports and charts read on the replica, inside their tenant, and leave their trace on the leader', async () => {
  await caughtUp()
  const file = await beginExport(ours)
  file.pause()
  await expect.poll(() => askedOnReplica('copy (select')).toBe(1)
  file.resume()
  expect((await textOf(file)).trimEnd().split('\r\n')).toHaveLength(some + 17)
  expect(await trendTotal(ours)).toBe(await countedOn(test.database.serverUrl, test.ours.id))
  expect(await askedOnReplica('commit')).toBeGreaterThan(0)
  const other = await textOf(await beginExport(theirs))
  expect(other).toContain('Theirsome')
  expect(other).not.toContain('Oursides')
  expect(await trendTotal(theirs)).toBe(await countedOn(test.database.serverUrl, test.theirs.id))
  const [event] = await test.query<{ rows: number }>(
    test.ours,
    `select (details ->> 'rows')::int as rows from audit_events where action = 'test-record.exported' order by id desc limit 1`,
  )
  expect(event?.rows).toBe(some + 16)
  expect(await test.query(test.ours, 'select from export_turns')).toEqual([])
})

it('only a replica of this leader is used, and only inside the tenant', async () => {
  await caughtUp()
  const pool = createPool({ url: replicated.replicaUrl, size: 1, onError: () => undefined })
  const { scope, state } = await test.door.enterTenant(test.ours.id, randomUUID(), async (opened) => ({
    scope: opened as ActorScope,
    state: await stateOfLeader(opened),
  }))
  if (state === undefined) throw new Error('The leader does not know its state')
  const said: string[] = []
  const read = (from: pg.Pool, as: LeaderState) =>
    openReplica(from, (line) => void said.push(line.replace('The replica is not used: ', ''))).read(
      scope,
      as,
      (there) => sql<{ id: string }>`select distinct tenant_id as id from test_records`.execute(there.db),
    )
  expect((await read(pool, state))?.done.rows).toEqual([{ id: test.ours.id }])
  expect(said).toEqual([])
  expect(await read(test.database.pool, state)).toBeUndefined()
  for (const wrong of [
    { system: '1' },
    { database: 'another' },
    { user: 'somebody' },
    { timeline: state.timeline + 1 },
  ]) {
    expect(await read(pool, { ...state, ...wrong })).toBeUndefined()
  }
  expect(said).toEqual([
    'it is no replica',
    'it belongs to another database',
    expect.stringContaining('and not "another"'),
    expect.stringContaining('and not "somebody"'),
    'it is not known to follow the present leader',
  ])
  await pool.end()
})

it('a file that has begun is not begun again on the leader', async () => {
  await caughtUp()
  const pool = createPool({ url: replicated.replicaUrl, size: 1, onError: () => undefined })
  const { scope, state } = await test.door.enterTenant(test.ours.id, randomUUID(), async (opened) => ({
    scope: opened as ActorScope,
    state: await stateOfLeader(opened),
  }))
  const replica = openReplica(pool, () => undefined)
  const broken = new Abandoned('Connection terminated unexpectedly')
  await expect(replica.read(scope, state, () => Promise.reject(broken))).rejects.toBe(broken)
  expect(replica.isLeftAlone()).toBe(true)
  await pool.end()
})

it('what I saved is in what I export and count, on a replica that is five seconds late', async () => {
  await caughtUp()
  await replicated.delayReplica('5s')
  const before = await trendTotal(ours)
  const testId = await record('late')
  expect(await countedOn(replicated.replicaUrl, test.ours.id)).toBe(before)
  expect(await textOf(await beginExport(ours))).toContain(testId)
  expect(await trendTotal(ours)).toBe(before + 1)
  const later = await record('later')
  expect(await trendTotal(ours)).toBe(before + 2)
  expect(await textOf(await beginExport(ours))).toContain(later)
  expect(log.some((line) => line.includes('The replica is not used: it is late'))).toBe(true)
  await replicated.delayReplica('0')
  await caughtUp()
})

it('a session that ends is told from the leader', async () => {
  const leaver = await logInAs(test.app, test.ours, 'tenant')
  await replicated.delayReplica('5s')
  expect((await leaver.post('/logout')).statusCode).toBe(204)
  expect((await leaver.get('/dashboard/trend', { zone: 'UTC' })).statusCode).toBe(401)
  expect((await leaver.get('/test-records/export')).statusCode).toBe(401)
  await replicated.delayReplica('0')
  await caughtUp()
})

it('a leader that keeps its state from the server’s user makes the charts by itself', async () => {
  const admin = new pg.Client({ connectionString: test.database.ownerUrl.replace('//lateral_owner@', '//postgres@') })
  await admin.connect()
  await admin.query('revoke execute on function pg_control_system() from public')
  try {
    const total = await countedOn(test.database.serverUrl, test.ours.id)
    const said = () => log.some((line) => line.includes('its state is kept from its user'))
    // The replica may still be left alone because it was late.
    await expect.poll(async () => (expect(await trendTotal(ours)).toBe(total), said())).toBe(true)
    expect((await textOf(await beginExport(ours))).trimEnd().split('\r\n').length).toBeGreaterThan(some)
  } finally {
    await admin.query('grant execute on function pg_control_system() to public')
    await admin.end()
  }
})

it('a file breaks off when the replica is killed, and the next one is whole', async () => {
  const whole = (await textOf(await beginExport(ours))).split('\r\n').length
  // The replica may still be left alone because it was late.
  let file = await beginExport(ours)
  file.pause()
  while ((await askedOnReplica('copy (select')) === 0) {
    file.destroy()
    file = await beginExport(ours)
    file.pause()
  }
  const ended = endOf(file)
  replicated.killReplica()
  file.resume()
  await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
  expect(file.complete).toBe(false)
  expect((await textOf(await beginExport(ours))).split('\r\n')).toHaveLength(whole)
  expect(await trendTotal(ours)).toBe(await countedOn(test.database.serverUrl, test.ours.id))
  // The reply breaks off before the event is written.
  const broken = () =>
    test.query<{ rows: number }>(
      test.ours,
      `select (details ->> 'rows')::int as rows from audit_events
       where action = 'test-record.exported' and details ->> 'endedEarly' = 'failed'`,
    )
  await expect.poll(broken).toHaveLength(1)
  const [{ rows } = { rows: whole }] = await broken()
  expect(rows).toBeLessThan(whole)
})
