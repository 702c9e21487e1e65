import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { askForExport, beginExport, busyExports, endOf, listen, textOf } from '../../../tests/server/export-reader.ts'
import { insertManyRecords, longNote } from '../../../tests/server/many-records.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

/** More records than the buffers between server and reader can hold. */
const some = 5_000
const many = 25_000

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await insertManyRecords(test, test.ours, { count: some, secondsApart: 1, note: longNote })
  await listen(test.app)
})
afterAll(() => test.close())

it('a reader who disconnects frees the database connection', async () => {
  for (let i = 0; i < 10; i += 1) {
    const response = await beginExport(admin)
    await once(response, 'data')
    response.destroy()
  }
  await expect.poll(() => busyExports(test)).toBe(0)
  const response = await beginExport(admin, '?search=Singular')
  expect((await textOf(response)).trimEnd().split('\r\n')).toHaveLength(5)
})

it('a reader who disconnects before the first byte frees the database connection', async () => {
  for (let i = 0; i < 6; i += 1) {
    const sent = askForExport(admin)
    sent.on('error', () => undefined)
    await expect.poll(() => busyExports(test), { interval: 5 }).toBe(1)
    sent.destroy()
    await expect.poll(() => busyExports(test)).toBe(0)
  }
  expect(await textOf(await beginExport(admin, '?search=Singular'))).toContain('Singular')
})

it('a reader who stops reading blocks neither requests nor other exports', async () => {
  const idle = await beginExport(admin)
  idle.pause()
  expect((await admin.get('/test-records')).statusCode).toBe(200)
  expect(await textOf(await beginExport(admin, '?search=Singular'))).toContain('Singular')
  idle.destroy()
  // An export's audit event is written before the next export begins.
  await expect.poll(() => busyExports(test)).toBe(0)
})

it('an error in the middle breaks the file off instead of ending it', async () => {
  const response = await beginExport(admin)
  const ended = endOf(response)
  await once(response, 'data')
  response.pause()
  await killCopies()
  response.resume()
  await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
  expect(response.complete).toBe(false)
  // The reply breaks off before the event is written.
  await expect.poll(newestExport).toEqual({ rows: expect.any(Number), why: 'failed' })
  expect((await newestExport())?.rows).toBeLessThan(some)
  expect(await textOf(await beginExport(admin, '?search=Singular'))).toContain('Singular')
  await expect.poll(newestExport).toEqual({ rows: 4, why: null })
})

it('a stopping server does not wait for clients that have stopped reading or sending', async () => {
  const app = await test.another()
  const port = await listen(app)
  const response = await beginExport(admin.copy(app))
  const ended = endOf(response)
  await once(response, 'data')
  response.pause()
  const upload = net.connect(port, '127.0.0.1')
  upload.on('error', () => undefined)
  upload.write(`POST /api/v1/device-images HTTP/1.1\r\nHost: ${admin.host}\r\nContent-Length: 1000\r\n`)
  upload.write(`Content-Type: multipart/form-data; boundary=x\r\nCookie: ${admin.cookieHeader()}\r\n\r\n--x`)
  const begun = performance.now()
  await app.close()
  // Four seconds of waiting (`draining.test.ts`), and the time that a busy machine takes to end.
  expect(performance.now() - begun).toBeLessThan(25_000)
  response.resume()
  await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
  expect(response.complete).toBe(false)
  expect(await newestExport()).toMatchObject({ why: 'server-stopping' })
  await expect.poll(() => busyExports(test)).toBe(0)
})

/** How the export whose event is the newest ended: the rows that it sent and, if it was cut short, the reason. */
async function newestExport(): Promise<{ rows: number; why: string | null } | undefined> {
  const [event] = await test.query<{ rows: number; why: string | null }>(
    test.ours,
    `select (details ->> 'rows')::int as rows, details ->> 'endedEarly' as why from audit_events
     where action = 'test-record.exported' order by id desc limit 1`,
  )
  return event
}

it(`streams ${many} records no faster than they are read`, async () => {
  await insertManyRecords(test, test.ours, { count: many - some, secondsApart: 1, note: longNote })
  const response = await beginExport(admin)
  // A server that buffered the rows would go on reading them from the database; they are about 80 MB.
  const earlier: (number | undefined)[] = []
  await expect
    .poll(async () => earlier.push(await rowsTaken()) && earlier.at(-1) === earlier.at(-2), {
      interval: 1000,
    })
    .toBe(true)
  expect(earlier.at(-1)).toBeLessThan(many / 2)
  let rows = -1
  response.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0a) rows += 1
  })
  await once(response, 'end')
  expect(rows).toBe(many + 16)
})

/** Rows that the running export has read from the database; undefined when none runs. */
async function rowsTaken(): Promise<number | undefined> {
  const { rows } = await test.database.pool.query<{ rows: string }>(
    'select tuples_processed as rows from pg_stat_progress_copy where datname = current_database()',
  )
  return rows[0] && Number(rows[0].rows)
}

/** Ends the running exports, using the server's role, which may end its own connections. */
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
