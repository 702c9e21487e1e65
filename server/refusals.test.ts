import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from './platform/database.ts'
import { reasonOf, type RefusalReason } from './platform/refusals.ts'
import { Failure } from './platform/failure.ts'
import { logInAs, visit, type Client, type TestResponse } from '../tests/server/client.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../tests/programs/database-proxy.ts'
import { listen } from '../tests/server/export-reader.ts'
import { metricOf } from '../tests/server/metrics-of.ts'
import { newRecordAt } from '../tests/server/new-record.ts'
import { runEach } from '../tests/server/owner-connection.ts'
import { startTestApp, type TestApp } from '../tests/server/test-app.ts'
import { emailOf, password, userIdOf } from '../tests/server/tenants.ts'
import { multipart, tinyPng } from '../tests/server/uploads.ts'

let test: TestApp
let proxy: DatabaseProxy
let pool: pg.Pool
let app: FastifyInstance
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

beforeEach(async () => {
  proxy = await startDatabaseProxy(test.database.serverUrl)
  pool = createPool({ name: 'requests', url: proxy.url, size: 2, onError: () => undefined, queryLimitMs: 2000 })
  app = await test.another({ pool })
  admin = (await logInAs(test.app, test.ours, 'tenant')).copy(app)
})
afterEach(async () => {
  const ended = pool.end()
  await proxy.close()
  await ended
})

const refusals = async (reason: RefusalReason) =>
  (await metricOf(test.app, `lateral_requests_refused_total{reason="${reason}"}`)) ?? 0

/** Expects that work is refused with 503 and Retry-After, and that each refusal is counted under this reason alone. */
async function expectRefused(
  reason: RefusalReason,
  ask: () => Promise<readonly Pick<TestResponse, 'statusCode' | 'headers'>[]>,
): Promise<void> {
  const reasons = ['database-away', 'disk-full', 'draining', 'lock-conflict', 'other', 'timed-out', 'too-busy'] as const
  const before = await Promise.all(reasons.map(refusals))
  const refused = (await ask()).filter(({ statusCode }) => statusCode === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  const counted = await Promise.all(reasons.map(async (one, i) => [one, (await refusals(one)) - (before[i] ?? 0)]))
  expect(counted.filter(([, count]) => count !== 0)).toEqual([[reason, refused.length]])
}

const record = () =>
  admin.post('/test-records', newRecordAt(test.ours.places.home), { 'idempotency-key': randomUUID() })

describe('a 503 says when to ask again, and is counted by its reason:', () => {
  it('the database is away', async () => {
    await proxy.close()
    await expectRefused('database-away', async () => [await admin.get('/groups')])
  })

  it('the database does not answer in time', async () => {
    expect((await admin.get('/groups')).statusCode).toBe(200)
    // A new connection would be awaited for longer.
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
    proxy.fallSilent()
    await expectRefused('timed-out', async () => [await admin.get('/groups')])
  })

  it.each([
    ['the disk is full', 'disk-full', '53100'],
    ['another transaction holds a row for too long', 'lock-conflict', '55P03'],
  ] as const)('%s', async (_, reason, code) => {
    await runEach(
      test.database.ownerUrl,
      `create or replace function fail() returns trigger language plpgsql as $$
       begin raise exception 'planted' using errcode = '${code}'; end $$`,
      'create trigger fails before insert on test_records execute function fail()',
    )
    await expectRefused(reason, async () => [await record()])
    await test.database.owner.query('drop trigger fails on test_records')
  })

  it('too many pictures arrive at once', async () => {
    const picture = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }])
    const send = () => admin.send('POST', '/device-images', picture)
    await expectRefused('too-busy', () => Promise.all(Array.from({ length: 60 }, send)))
  })

  it('the server drains', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const address = `http://127.0.0.1:${await listen(app)}/api/v1/groups`
    const running = app.draining.during(held)
    const closed = app.close()
    await expectRefused('draining', async () => {
      const { status, headers } = await fetch(address)
      return [{ statusCode: status, headers: Object.fromEntries(headers) }]
    })
    release()
    await Promise.all([running, closed])
  })

  it('an export waits for its turn', async () => {
    const one = await test.another({ exportConnections: 1 })
    const staff = (await logInAs(test.app, test.ours, 'tenant')).copy(one)
    await test.database.owner.query(
      `insert into export_turns (tenant_id, user_id, started_at) values ($1, $2, now())`,
      [test.theirs.id, userIdOf('tenant')],
    )
    const before = await refusals('export-queued')
    const { statusCode, headers } = await staff.get('/test-records/export')
    expect([statusCode, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)])
    expect((await refusals('export-queued')) - before).toBe(1)
    await test.database.owner.query('delete from export_turns')
  })

  it('not those of load balancers that ask whether the server is ready', async () => {
    await proxy.close()
    const counted = async () =>
      (await test.app.inject('/metrics')).body
        .split('\n')
        .filter((line) => line.startsWith('lateral_requests_refused_total'))
    const before = await counted()
    const { statusCode, headers } = await app.inject('/health/ready')
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    expect(before.length).toBeGreaterThan(0)
    expect(await counted()).toEqual(before)
  })
})

it('the bucket of photos and a connection that does not come have reasons of their own', () => {
  expect(reasonOf(new Failure('unavailable', { reason: 'files-away', cause: new Error('any') }))).toBe('files-away')
  const waited = new Error('timeout exceeded when trying to connect')
  expect(reasonOf(new Failure('unavailable', { cause: waited }))).toBe('timed-out')
  expect(reasonOf(new Failure('unavailable', { cause: new Error('any') }))).toBe('other')
})

it('failed logins are counted by their code, and successful ones are not', async () => {
  const count = (code: string) => metricOf(test.app, `lateral_logins_failed_total{code="${code}"}`)
  const before = await count('wrong-credentials')
  const client = await visit(test.app, test.ours)
  const logIn = (typed: string) => client.post('/login', { username: emailOf('clinical'), password: typed })
  expect((await logIn('Wrong-Password-1')).statusCode).toBe(401)
  expect((await logIn(password)).statusCode).toBe(200)
  expect(await count('wrong-credentials')).toBe((before ?? 0) + 1)
})

it('waits for a connection are measured by pool', async () => {
  const seen = 'lateral_database_pool_wait_seconds_count{pool="requests"}'
  const quick = 'lateral_database_pool_wait_seconds_bucket{le="0.05",pool="requests"}'
  const slow = async () => ((await metricOf(test.app, seen)) ?? 0) - ((await metricOf(test.app, quick)) ?? 0)
  const before = await slow()
  const held = await Promise.all([pool.connect(), pool.connect()])
  const waiting = admin.get('/groups')
  await expect.poll(() => pool.waitingCount).toBe(1)
  expect(await metricOf(app, 'lateral_database_pool_waiting{pool="requests"}')).toBe(1)
  expect(await metricOf(app, 'lateral_database_pool_connections_in_use{pool="requests"}')).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 60))
  for (const client of held) client.release()
  expect((await waiting).statusCode).toBe(200)
  expect((await slow()) - before).toBeGreaterThanOrEqual(1)
})
