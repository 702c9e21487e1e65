import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { fhirBase } from '../../../contract/fhir/served.ts'
import { createPool } from '../../platform/database.ts'
import type { Replica } from '../door/replica.ts'
import { roleNames } from '../../platform/roles.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { beginExport, listen, textOf } from '../../../tests/server/export-reader.ts'
import { insertManyRecords, longNote } from '../../../tests/server/many-records.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import type { TestTenant } from '../../../tests/server/tenants.ts'
import { countWaiting } from '../../../tests/server/waiting.ts'

/** With so many connections, one is left to urgent work and one to other tenants, and analytics have one. */
const connections = 5
/** More records than the buffers between server and reader can hold. */
const many = 5_000

let test: TestApp
let pool: pg.Pool
let app: FastifyInstance
let ours: Client
let theirs: Client

beforeAll(async () => {
  test = await startTestApp({ exportTimes: { checkEvery: 50, stalledAfter: 600_000 } })
  ours = await logInAs(test.app, test.ours, 'tenant')
  theirs = await logInAs(test.app, test.theirs, 'tenant')
  // On a busy machine a test may hold its locks for longer than the server waits for them.
  const { owner, ownerUrl } = test.database
  const database = new URL(ownerUrl).pathname.slice(1)
  for (const limit of ['lock_timeout', 'statement_timeout']) {
    await owner.query(`alter role "${roleNames(ownerUrl).server}" in database "${database}" set ${limit} = '4min'`)
  }
})
afterAll(() => test.close())

beforeEach(async () => {
  pool = createPool({ url: test.database.poolUrl, size: connections, onError: () => undefined })
  app = await test.another({ pool, sharesConnections: true })
  ours = ours.copy(app)
  theirs = theirs.copy(app)
})
afterEach(() => pool.end())

const record = (client: Client, tenant: TestTenant) => client.post('/test-records', newRecordAt(tenant.places.home))

/** Holds locks while `work` runs. */
async function whileLocked<T>(tenant: TestTenant, statement: string, work: () => Promise<T>): Promise<T> {
  const owner = await test.database.owner.connect()
  try {
    await owner.query('begin')
    await owner.query('select enter_tenant($1)', [tenant.id])
    await owner.query(statement)
    return await work()
  } finally {
    await owner.query('rollback')
    owner.release()
  }
}

const statusesOf = async (replies: readonly ReturnType<Client['get']>[]) =>
  (await Promise.all(replies)).map(({ statusCode }) => statusCode)

it('reading that waits for a second is refused with Retry-After, and recording goes on', async () => {
  const reading = await whileLocked(test.ours, 'lock table invites in access exclusive mode', async () => {
    const held = [ours, ours, theirs, theirs].map((one) => one.get('/invites'))
    await expect.poll(() => countWaiting(test.database)).toBe(4)
    const [refused, refusedToo] = await Promise.all([ours.get('/groups'), theirs.get('/groups')])
    for (const reply of [refused, refusedToo]) {
      expect(reply.statusCode).toBe(503)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(2)
      expect(reply.json().code).toBe('unavailable')
    }
    expect((await record(ours, test.ours)).statusCode).toBe(201)
    expect((await logInAs(app, test.theirs, 'clinical')).cookies.size).toBeGreaterThan(0)
    return held
  })
  expect(await statusesOf(reading)).toEqual([200, 200, 200, 200])
  expect((await ours.get('/groups')).statusCode).toBe(200)
})

/** A replica that has what nobody asks for. */
const lateReplica: Replica = { isLeftAlone: () => false, read: async () => undefined }

it.each([
  { of: 'the leader', replica: undefined },
  { of: 'a replica that is late', replica: lateReplica },
])('charts of $of give way to everything else', async ({ replica }) => {
  app.replica = replica
  const charts = await whileLocked(test.ours, 'lock table record_facets in access exclusive mode', async () => {
    const held = [ours.get('/dashboard/lots')]
    await expect.poll(() => countWaiting(test.database)).toBe(1)
    const others = [
      theirs.get('/dashboard/lots'),
      ours.get('/test-records/export'),
      ours.get(`${fhirBase}/$export/Device`),
    ]
    expect(await statusesOf(others)).toEqual([503, 503, 503])
    expect(await statusesOf([ours.get('/groups'), theirs.get('/groups'), record(ours, test.ours)])).toEqual([
      200, 200, 201,
    ])
    return held
  })
  expect(await statusesOf(charts)).toEqual([200])
})

it('a tenant that takes all that it gets leaves room to the others, and what it records is not refused', async () => {
  const { subjectId } = test.ours.places.home
  const recording = await whileLocked(
    test.ours,
    `select from subjects where tenant_id = '${test.ours.id}' and id = '${subjectId}' for update`,
    async () => {
      const held = Array.from({ length: 6 }, () => record(ours, test.ours))
      await expect.poll(() => countWaiting(test.database)).toBeGreaterThan(2)
      expect((await theirs.get('/groups')).statusCode).toBe(200)
      expect((await record(theirs, test.theirs)).statusCode).toBe(201)
      return held
    },
  )
  expect(await statusesOf(recording)).toEqual(Array.from({ length: 6 }, () => 201))
})

it('an export that was let in goes on while others are refused', async () => {
  await insertManyRecords(test, test.ours, { count: many, secondsApart: 1, note: longNote })
  await listen(app)
  const file = await beginExport(ours)
  file.pause()
  const reading = await whileLocked(test.ours, 'lock table invites in access exclusive mode', async () => {
    const held = [ours, ours, theirs, theirs].map((one) => one.get('/invites'))
    await expect.poll(() => countWaiting(test.database)).toBe(4)
    expect((await theirs.get('/groups')).statusCode).toBe(503)
    file.resume()
    expect((await textOf(file)).split('\r\n').length).toBeGreaterThan(many)
    return held
  })
  expect(await statusesOf(reading)).toEqual([200, 200, 200, 200])
})
