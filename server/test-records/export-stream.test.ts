import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs, type Client } from '../testing/client.ts'
import { insertManyRecords } from '../testing/many-records.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/** More than the buffers between server and reader hold. */
const some = 40_000
const many = 200_000
const exportConnections = 2

let test: TestApp
let admin: Client
let port: number

beforeAll(async () => {
  test = await startTestApp({ exportConnections })
  admin = await logInAs(test.app, test.ours, 'tenant')
  await insertManyRecords(test, test.ours, { count: some, secondsApart: 1 })
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  const { address, port: free } = test.app.server.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  port = free
}, 60_000)
afterAll(() => test.close())

it('a reader who goes away frees the connection', async () => {
  for (let i = 0; i < 10; i += 1) {
    const response = await request()
    await once(response, 'data')
    response.destroy()
  }
  await expect.poll(() => busyExports(), { timeout: 10_000 }).toBe(0)
  const response = await request('?search=Singular')
  expect((await text(response)).trimEnd().split('\r\n')).toHaveLength(6)
}, 60_000)

it('a reader who goes away before the first byte frees the connection, too', async () => {
  for (let i = 0; i < 6; i += 1) {
    const sent = ask('')
    sent.on('error', () => undefined)
    await expect.poll(() => busyExports(), { timeout: 10_000, interval: 5 }).toBe(1)
    sent.destroy()
    await expect.poll(() => busyExports(), { timeout: 10_000 }).toBe(0)
  }
  expect(await text(await request('?search=Singular'))).toContain('Singular')
}, 60_000)

it('a reader who stops reading holds up neither requests nor the other exports', async () => {
  const idle = await request()
  idle.pause()
  expect((await admin.get('/test-records')).statusCode).toBe(200)
  expect(await text(await request('?search=Singular'))).toContain('Singular')
  idle.destroy()
})

it('an error in the middle breaks the file off instead of ending it', async () => {
  const response = await request()
  await once(response, 'data')
  response.pause()
  await killCopies()
  response.resume()
  await expect(once(response, 'end')).rejects.toThrow(/aborted|ECONNRESET/)
  expect(response.complete).toBe(false)
  expect(await text(await request('?search=Singular'))).toContain('Singular')
  const [events] = await test.query<{ count: string }>(
    test.ours,
    `select count(*) from audit_events where action = 'test-record.exported' and (details ->> 'rows')::int > 1000`,
  )
  // None of the long exports above was read to its end.
  expect(Number(events?.count)).toBe(0)
}, 30_000)

it(`streams ${many} records no faster than they are read`, async () => {
  await insertManyRecords(test, test.ours, { count: many - some, secondsApart: 1 })
  const response = await request()
  // A server that kept the rows for its reader would go on taking them from the database: they are some 60 MB.
  const earlier: (number | undefined)[] = []
  await expect
    .poll(async () => earlier.push(await rowsTaken()) && earlier.at(-1) === earlier.at(-2), {
      timeout: 30_000,
      interval: 1000,
    })
    .toBe(true)
  expect(earlier.at(-1)).toBeLessThan(many / 2)
  let rows = -1
  response.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0a) rows += 1
  })
  await once(response, 'end')
  expect(rows).toBe(many + 20)
}, 60_000)

/** Rows that the export that runs has taken from the database so far; undefined when none runs. */
async function rowsTaken(): Promise<number | undefined> {
  const { rows } = await test.database.pool.query<{ rows: string }>(
    'select tuples_processed as rows from pg_stat_progress_copy where datname = current_database()',
  )
  return rows[0] && Number(rows[0].rows)
}

/** Ends the exports that run, as the server's role: it may end its own. */
async function killCopies(): Promise<void> {
  const client = await test.database.pool.connect()
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and query ilike 'copy%' and pid <> pg_backend_pid()`,
    )
  } finally {
    client.release()
  }
}

async function busyExports(): Promise<number> {
  await sleep(50)
  const client = await test.database.pool.connect()
  try {
    const { rows } = await client.query(
      `select count(*) from pg_stat_activity where datname = current_database() and query ilike 'copy%' and state = 'active'`,
    )
    return rows[0].count
  } finally {
    client.release()
  }
}

function ask(query: string): http.ClientRequest {
  return http.get({
    host: '127.0.0.1',
    port,
    path: `/api/v1/test-records/export${query}`,
    headers: { host: test.ours.host, cookie: admin.cookieHeader() },
    agent: false,
  })
}

async function request(query = ''): Promise<http.IncomingMessage> {
  const sent = ask(query)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  // Whoever waits for an end hears of it there.
  response.on('error', () => undefined)
  sent.on('error', () => undefined)
  expect(response.statusCode).toBe(200)
  return response
}

async function text(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(response, 'end')
  return Buffer.concat(chunks).toString()
}
