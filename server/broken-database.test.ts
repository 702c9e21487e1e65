import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import * as phrases from '../contract/phrases/en_GB/index.ts'
import { everyLocale } from '../contract/phrases/every-locale.ts'
import { boundKysely } from './access/door/bound-kysely.ts'
import { createPool } from './platform/database.ts'
import { logInAs, type Client } from '../tests/server/client.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../tests/programs/database-proxy.ts'
import { newRecordAt } from '../tests/server/new-record.ts'
import { runAsOwner, askAsOwner } from '../tests/server/owner-connection.ts'
import { startTestApp, type TestApp } from '../tests/server/test-app.ts'

/** Far longer than an answer takes on a busy machine, and shorter than a test may take. */
const queryLimitMs = 10_000

let test: TestApp
let proxy: DatabaseProxy
/** A server whose connection to the database can be broken, with a pool that no other test uses. */
let app: FastifyInstance
let pool: pg.Pool
let admin: Client
let patient: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  patient = await logInAs(test.app, test.ours, 'patient')
})
afterAll(() => test.close())

beforeEach(async () => {
  proxy = await startDatabaseProxy(test.database.serverUrl)
  pool = createPool({ url: proxy.url, size: 2, onError: () => undefined, queryLimitMs })
  app = await test.another({ pool })
})
afterEach(async () => {
  const ended = pool.end()
  await proxy.close()
  await ended
})

const record = (key: string) =>
  admin.copy(app).post('/test-records', newRecordAt(test.ours.places.home), {
    'idempotency-key': key,
  })

const recordsOf = async (id: string) =>
  (await test.query(test.ours, 'select id from test_records where id = $1', [id])).length

it('requests whose connection is cut answer 503, later ones succeed, and a repetition records once', async () => {
  const key = randomUUID()
  const waiting = await whileRecordsAreLocked(async () => {
    const answers = Promise.all([record(key), record(randomUUID())])
    await expect.poll(() => lockedPids()).toHaveLength(2)
    const pids = (await lockedPids()).join(', ')
    await askAsOwner(test.database.serverUrl, `select pg_terminate_backend(pid) from unnest(array[${pids}]) as pid`)
    return await answers
  })
  for (const response of waiting) {
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
    expect(response.json()).toEqual({
      code: 'unavailable',
      message: phrases.errors.unavailable,
      requestId: expect.any(String),
    })
  }
  const repeated = await record(key)
  expect(repeated.statusCode).toBe(201)
  expect(await recordsOf(repeated.json().data.id)).toBe(1)
})

it('a draining server answers running requests, and refuses others in the contract’s words until it closes', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // it listens on TCP
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-language': 'es-MX' } })
  const { closing, running } = await whileRecordsAreLocked(async () => {
    const recording = record(randomUUID())
    await expect.poll(() => lockedPids()).toHaveLength(1)
    const closed = app.close()
    for (const path of ['/health/ready', '/api/v1/tenant']) {
      const refused = await ask(path)
      expect([path, refused.status]).toEqual([path, 503])
      expect(await refused.json()).toMatchObject({ code: 'unavailable', message: everyLocale.es_MX.errors.unavailable })
    }
    expect((await ask('/health/live')).status).toBe(200)
    return { closing: closed, running: recording }
  })
  expect((await running).statusCode).toBe(201)
  await closing
  await expect(ask('/health/ready')).rejects.toThrow('fetch failed')
})

it('a record whose commit got no answer is not acknowledged, and its repetition finds it', async () => {
  expect((await record(randomUUID())).statusCode).toBe(201)
  const key = randomUUID()
  const before = await countRecords()
  proxy.loseNextCommit()
  expect((await record(key)).statusCode).toBe(503)
  await expect.poll(() => countRecords()).toBe(before + 1)
  expect((await record(key)).statusCode).toBe(200)
  expect(await countRecords()).toBe(before + 1)
})

it('a record whose connection broke before its commit is not stored, and its repetition records once', async () => {
  expect((await record(randomUUID())).statusCode).toBe(201)
  const key = randomUUID()
  const before = await countRecords()
  proxy.breakBeforeNextCommit()
  expect((await record(key)).statusCode).toBe(503)
  const repeated = await record(key)
  expect([repeated.statusCode, await countRecords()]).toEqual([201, before + 1])
  expect((await record(key)).json()).toEqual(repeated.json())
})

it('a refusal answers 503 when its audit event may not have been stored', async () => {
  expect((await patient.copy(app).get('/users')).statusCode).toBe(403)
  proxy.loseNextCommit()
  expect((await patient.copy(app).get('/users')).statusCode).toBe(503)
})

it('a read-only connection is not used again', async () => {
  const name = pg.escapeIdentifier(new URL(test.database.ownerUrl).pathname.slice(1))
  await runAsOwner(test.database.ownerUrl, `alter database ${name} set default_transaction_read_only = on`)
  const whileReadOnly = [await record(randomUUID()), await record(randomUUID())]
  const ready = await app.inject('/health/ready')
  await runAsOwner(
    test.database.ownerUrl,
    `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
  )
  expect(whileReadOnly.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(ready.statusCode).toBe(503)
  expect((await record(randomUUID())).statusCode).toBe(201)
  await expectReady()
})

it('statements that travel together all report why the first one failed', async () => {
  const client = await pool.connect()
  await client.query('begin read only')
  const db = boundKysely(client, test.ours.id)
  const statements = [sql`delete from throttle_counters`, sql`select 1`].map((one) => one.execute(db))
  const ended = await Promise.allSettled(statements)
  await client.query('rollback')
  client.release()
  expect(ended).toMatchObject([{ reason: { code: '25006' } }, { reason: { code: '25006' } }])
})

it('a silent network fails the requests that it holds up, and later ones succeed', async () => {
  expect((await record(randomUUID())).statusCode).toBe(201)
  const key = randomUUID()
  proxy.fallSilent()
  expect((await record(key)).statusCode).toBe(503)
  proxy.speakAgain()
  expect((await record(key)).statusCode).toBe(201)
})

it('the server reports that it is not ready while the database is silent, before waiting requests fail', async () => {
  await expectReady()
  proxy.fallSilent()
  const held = [record(randomUUID()), record(randomUUID())]
  const ready = await Promise.race([app.inject('/health/ready'), ...held])
  expect([ready.statusCode, ready.json().code]).toEqual([503, 'unavailable'])
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  await proxy.close()
  await Promise.all(held)
})

it('the server is not ready while there is no database', async () => {
  await proxy.close()
  for (const { statusCode, headers } of [await app.inject('/health/ready'), await record(randomUUID())]) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  }
})

/** Waits until the server is ready, because a busy machine may answer too late at first. */
async function expectReady(): Promise<void> {
  await expect.poll(async () => (await app.inject('/health/ready')).json()).toEqual({ status: 'ready' })
}

async function countRecords(): Promise<number> {
  return (await test.query(test.ours, 'select id from test_records')).length
}

/** Lists the server's connections that wait for a lock. */
async function lockedPids(): Promise<number[]> {
  const rows = await askAsOwner<{ pid: number }>(
    test.database.serverUrl,
    `select pid from pg_stat_activity
     where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}

async function whileRecordsAreLocked<T>(work: () => Promise<T>): Promise<T> {
  const locker = new pg.Client(test.database.ownerUrl)
  await locker.connect()
  try {
    await locker.query('begin; lock table test_records in access exclusive mode')
    return await work()
  } finally {
    await locker.end()
  }
}
