import { once } from 'node:events'
import type http from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { beginExport, busyExports, endOf, listen, replyToExport, textOf } from '../../../tests/server/export-reader.ts'
import { insertManyRecords, longNote } from '../../../tests/server/many-records.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { userIdOf, type TestTenant } from '../../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

/** More records than the buffers between server and reader can hold. */
const some = 5_000
const few = '?search=Nobody'

let test: TestApp
let ada: Client
let ben: Client
let cleo: Client
let stranger: Client
let readers: http.IncomingMessage[] = []
const endings = new WeakMap<http.IncomingMessage, Promise<unknown>>()

beforeAll(async () => {
  // Four exports may run at once, two of them for one tenant.
  test = await startTestApp({ exportConnections: 4, exportTimes: { checkEvery: 50, stalledAfter: 600_000 } })
  for (const tenant of [test.ours, test.theirs])
    await insertManyRecords(test, tenant, { count: some, secondsApart: 1, note: longNote })
  await listen(test.app)
})
afterAll(() => test.close())

beforeEach(async () => {
  ada = await logInAsSpare(test, test.ours, 'tenant')
  ben = await logInAsSpare(test, test.ours, 'tenant')
  cleo = await logInAsSpare(test, test.ours, 'tenant')
  stranger = await logInAsSpare(test, test.theirs, 'tenant')
})
afterEach(async () => {
  for (const reader of readers) reader.destroy()
  readers = []
  await expect.poll(() => busyExports(test)).toBe(0)
  await test.query(test.ours, 'delete from export_turns')
})

it('a user has two exports at once and a tenant half of all, and others are told their place', async () => {
  await beginAndStall(ada)
  await beginAndStall(ada)
  expect(await placeOf(ada)).toBe(1)
  expect(await placeOf(ben)).toBe(2)
  expect(await placeOf(cleo)).toBe(3)
  // A repeated request from any browser keeps the place.
  expect(await placeOf(ada.copy())).toBe(1)
  expect(await placeOf(cleo)).toBe(3)
  const response = await replyToExport(cleo, few)
  expect(response.headers['retry-after']).toBe('2')
  expect(JSON.parse(await textOf(response))).toMatchObject({ code: 'export-queued', place: 3 })
  // Another tenant does not have to wait.
  await beginAndStall(stranger)
})

it('a user waits for their own two exports even if the tenant has room for more', async () => {
  const roomy = await test.another({ exportConnections: 8 })
  await listen(roomy)
  await beginAndStall(ada.copy(roomy))
  await beginAndStall(ada.copy(roomy))
  expect(await placeOf(ada.copy(roomy))).toBe(1)
  // A user who waits for their own exports blocks nobody else.
  await beginAndStall(ben.copy(roomy))
})

it('the turn goes to whoever has waited longest, or to the next one who asks', async () => {
  const [first, second] = [await beginAndStall(ada), await beginAndStall(ada)]
  expect(await placeOf(ben)).toBe(1)
  expect(await placeOf(cleo)).toBe(2)
  first.destroy()
  await expect.poll(() => turnsThatRun()).toBe(1)
  expect(await placeOf(cleo)).toBe(2)
  await beginAndStall(ben)
  expect(await placeOf(cleo)).toBe(1)
  second.destroy()
  await expect.poll(() => turnsThatRun()).toBe(1)
  expect(await textOf(await beginExport(cleo, few))).toContain('\r\n')
  expect(await turnsThatRun()).toBe(1)
})

it('a user who stops asking blocks nobody, and keeps the place for a while', async () => {
  const first = await beginAndStall(ada)
  await beginAndStall(ada)
  expect(await placeOf(ben)).toBe(1)
  expect(await placeOf(cleo)).toBe(2)
  await test.query(
    test.ours,
    `update export_turns set seen_at = seen_at - interval '1 minute' where started_at is null
       and user_id = (select user_id from export_turns where started_at is null order by asked_at limit 1)`,
  )
  expect(await placeOf(cleo)).toBe(1)
  expect(await placeOf(ben)).toBe(1)
  expect(await placeOf(cleo)).toBe(2)
  first.destroy()
  await expect.poll(() => turnsThatRun()).toBe(1)
  await beginAndStall(ben)
})

it('the turns of a dead process are freed', async () => {
  await beginAndStall(ada)
  expect(await turnsThatRun()).toBe(1)
  await test.query(
    test.ours,
    `insert into export_turns (tenant_id, user_id, started_at, seen_at)
     select tenant_id, user_id, now() - interval '1 hour', now() - interval '1 minute' from export_turns, generate_series(1, 3)`,
  )
  expect(await turnsThatRun()).toBe(4)
  await beginAndStall(ada)
  expect(await turnsThatRun()).toBe(2)
})

it('turns are shared by all server processes', async () => {
  const another = await test.another()
  await listen(another)
  await beginAndStall(ada)
  await beginAndStall(ada.copy(another))
  expect(await placeOf(ada)).toBe(1)
  expect(await placeOf(ben.copy(another))).toBe(2)
})

it('three readers who stop reading delay a fourth only until they are cut off', async () => {
  const impatient = await test.another({ exportTimes: { checkEvery: 50, stalledAfter: 300 } })
  await listen(impatient)
  const stalled = [
    await beginAndStall(ada.copy(impatient)),
    await beginAndStall(ben.copy(impatient)),
    await beginAndStall(stranger.copy(impatient)),
  ]
  await expect.poll(async () => (await placeOf(cleo)) === undefined).toBe(true)
  await expect.poll(async () => [...(await stalledIn(test.ours)), ...(await stalledIn(test.theirs))]).toHaveLength(3)
  for (const reader of stalled) {
    reader.resume()
    await expect(endings.get(reader)).rejects.toThrow(/aborted|ECONNRESET/)
  }
})

/** The row counts of exports that ended because the reader stalled. */
async function stalledIn(tenant: TestTenant): Promise<number[]> {
  const events = await test.query<{ rows: number }>(
    tenant,
    `select (details ->> 'rows')::int as rows from audit_events
     where action = 'test-record.exported' and details ->> 'endedEarly' = 'reader-stalled'`,
  )
  return events.map(({ rows }) => rows).filter((rows) => rows < some)
}

it('a turn ends with its export, however that ends', async () => {
  await textOf(await beginExport(ada, few))
  expect(await turnsThatRun()).toBe(0)
  const reader = await beginAndStall(ada)
  expect(await turnsThatRun()).toBe(1)
  reader.destroy()
  await expect.poll(() => turnsThatRun()).toBe(0)
  expect((await ada.get('/test-records/export', { sort: 'test_id', search: 'x'.repeat(255) })).statusCode).toBe(422)
  expect(await turnsThatRun()).toBe(0)
})

it('a reader who disconnects is audited with the number of sent rows', async () => {
  const admin = await logInAs(test.app, test.ours, 'tenant')
  const reader = await beginAndStall(admin)
  reader.destroy()
  // Readers of other tests have left as well.
  const theirs = () =>
    test.query<{ details: { rows: number } }>(
      test.ours,
      `select details from audit_events where action = 'test-record.exported' and actor_id = $1`,
      [userIdOf('tenant')],
    )
  await expect.poll(theirs).toMatchObject([{ details: { endedEarly: 'reader-left' } }])
  const [event] = await theirs()
  expect(event?.details.rows).toBeGreaterThan(0)
  expect(event?.details.rows).toBeLessThan(some)
})

/** Begins an export and reads only its first bytes. */
async function beginAndStall(client: Client): Promise<http.IncomingMessage> {
  const response = await beginExport(client)
  readers.push(response)
  endings.set(response, endOf(response))
  await once(response, 'data')
  response.pause()
  return response
}

/** The place in the queue; undefined for a user who need not wait. */
async function placeOf(client: Client): Promise<number | undefined> {
  const response = await replyToExport(client, few)
  const text = await textOf(response)
  if (response.statusCode === 200) return undefined
  expect(response.statusCode).toBe(503)
  return JSON.parse(text).place
}

async function turnsThatRun(): Promise<number> {
  const [row] = await test.query<{ count: string }>(
    test.ours,
    'select count(*) from export_turns where started_at is not null',
  )
  return Number(row?.count)
}
