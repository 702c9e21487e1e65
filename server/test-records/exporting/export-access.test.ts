import { once } from 'node:events'
import type http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { startDatabaseProxy } from '../../../tests/programs/database-proxy.ts'
import { beginExport, busyExports, endOf, listen, replyToExport, textOf } from '../../../tests/server/export-reader.ts'
import { insertManyRecords, longNote } from '../../../tests/server/many-records.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

/** More records than the buffers between server and reader can hold. */
const some = 5_000

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client

beforeAll(async () => {
  // Slow readers are not cut off in this file.
  test = await startTestApp({ exportTimes: { checkEvery: 50, stalledAfter: 600_000 } })
  admin = await logInAs(test.app, test.ours, 'tenant')
  await insertManyRecords(test, test.ours, { count: some, secondsApart: 1, note: longNote })
  await listen(test.app)
})
afterAll(() => test.close())

interface Way {
  what: string
  take: (reader: Client, id: string) => Promise<unknown>
  giveBack?: () => Promise<unknown>
}

const places = () => test.ours.places

/** Ways in which a group member loses access during an export. */
const ways: Way[] = [
  { what: 'the user is suspended', take: (_, id) => admin.put(`/users/${id}/suspend`) },
  { what: 'the user logs out', take: (reader) => reader.copy().post('/logout') },
  {
    what: 'the session has been idle for too long',
    take: (_, id) =>
      test.query(test.ours, `update sessions set last_seen_at = now() - interval '1 day' where user_id = $1`, [id]),
  },
  {
    what: 'the permission is taken away',
    take: () => setPermissions("array_remove(permissions, 'export-tests')"),
    giveBack: () => setPermissions("array_append(permissions, 'export-tests')"),
  },
  {
    what: 'the user is moved to another group',
    take: (_, id) =>
      test.query(test.ours, 'update user_groups set group_id = $1 where user_id = $2', [places().ward.groupId, id]),
  },
  {
    what: 'the organisation is suspended',
    take: () => setStatus('organisations', places().home.organisationId, 'suspended'),
    giveBack: () => setStatus('organisations', places().home.organisationId, 'active'),
  },
  {
    what: 'the tenant is suspended',
    take: () => setStatus('tenants', test.ours.id, 'suspended'),
    giveBack: () => setStatus('tenants', test.ours.id, 'active'),
  },
]

describe.each(ways)('when $what', ({ take, giveBack }) => {
  it('the file breaks off, and the audit has the number of sent rows', async () => {
    const reader = await logInAsSpare(test, test.ours, 'group')
    const id = (await reader.get('/users/my-details')).json().data.id
    const response = await beginExport(reader)
    const ended = endOf(response)
    await once(response, 'data')
    response.pause()
    await take(reader, id)
    try {
      await expect.poll(() => exportsOf(id)).toHaveLength(1)
    } finally {
      await giveBack?.()
    }
    const [event] = await exportsOf(id)
    expect(event).toMatchObject({ outcome: 'done', details: { endedEarly: 'access-ended' } })
    const received = await rowsUntilItBreaks(response, ended)
    expect(response.complete).toBe(false)
    expect(event?.details.rows).toBeGreaterThanOrEqual(received)
    expect(event?.details.rows).toBeLessThan(some)
    await expect.poll(() => busyExports(test)).toBe(0)
  })
})

it('a suspended reader gets no more of a running export, and the file is not completed', async () => {
  // With these times only the sending of a portion checks access.
  const app = await test.another({ exportTimes: { checkEvery: 600_000, stalledAfter: 600_000 } })
  await listen(app)
  const reader = (await logInAsSpare(test, test.ours, 'group')).copy(app)
  const id = (await reader.get('/users/my-details')).json().data.id
  const response = await beginExport(reader)
  const ended = endOf(response)
  let rows = 0
  response.on('data', (chunk: Buffer) => (rows += linesIn(chunk)))
  await once(response, 'data')
  // The paused response leaves more rows in the server than the buffers can hold.
  response.pause()
  expect((await admin.put(`/users/${id}/suspend`)).statusCode).toBe(200)
  response.resume()
  await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
  expect(response.complete).toBe(false)
  await expect.poll(() => exportsOf(id)).toHaveLength(1)
  const [event] = await exportsOf(id)
  expect(event?.details.endedEarly).toBe('access-ended')
  expect(rows).toBeLessThan(some)
})

it('a reader of HTTP/1.0, for whom a closed connection means the end, sees a broken one', async () => {
  const reader = await logInAsSpare(test, test.ours, 'group')
  const { port } = test.app.server.address() as net.AddressInfo // it listens on TCP
  const socket = net.connect(port, '127.0.0.1')
  socket.write(
    `GET /api/v1/test-records/export HTTP/1.0\r\nHost: ${reader.host}\r\nCookie: ${reader.cookieHeader()}\r\n\r\n`,
  )
  const ended = endOf(socket)
  await once(socket, 'data')
  socket.pause()
  await reader.copy().post('/logout')
  await expect.poll(() => busyExports(test)).toBe(0)
  socket.resume()
  await expect(ended).rejects.toThrow('ECONNRESET')
})

it('an export ends when the database that leads does not have its connection', async () => {
  const proxy = await startDatabaseProxy(test.database.poolUrl)
  const app = await test.another({ exportUrl: proxy.url, exportTimes: { checkEvery: 50, stalledAfter: 600_000 } })
  await listen(app)
  const reader = await logInAsSpare(test, test.ours, 'tenant')
  const { id } = (await reader.get('/users/my-details')).json().data
  const response = await beginExport(reader.copy(app))
  const ended = endOf(response)
  response.pause()
  proxy.fallSilent()
  // The server's side of the connection goes, as on a leader that is cut off, and nothing tells the reader's side.
  await test.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'copy%'`,
  )
  response.resume()
  await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
  await expect.poll(() => exportsOf(id)).toHaveLength(1)
  expect((await exportsOf(id))[0]?.details.endedEarly).toBe('failed')
  await proxy.close()
})

it('an export ends when the database falls silent before its first row', async () => {
  const proxy = await startDatabaseProxy(test.database.poolUrl)
  const app = await test.another({ exportUrl: proxy.url, exportLimitMs: 1_000 })
  await listen(app)
  const reader = (await logInAsSpare(test, test.ours, 'tenant')).copy(app)
  expect((await textOf(await beginExport(reader))).length).toBeGreaterThan(some)
  proxy.fallSilent()
  expect((await replyToExport(reader)).statusCode).toBe(503)
  await proxy.close()
})

it('an undisturbed export is complete', async () => {
  const response = await beginExport(admin)
  let rows = -1
  response.on('data', (chunk: Buffer) => (rows += linesIn(chunk)))
  await once(response, 'end')
  expect(response.complete).toBe(true)
  expect(rows).toBe(some + 16)
})

/** Counts the rows that arrive from now on, and expects the reply to break off. */
async function rowsUntilItBreaks(response: http.IncomingMessage, ended: Promise<unknown>): Promise<number> {
  let rows = 0
  response.on('data', (chunk: Buffer) => (rows += linesIn(chunk)))
  response.resume()
  await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
  return rows
}

function exportsOf(userId: string) {
  return test.query<{ outcome: string; details: { rows: number; endedEarly?: string } }>(
    test.ours,
    `select outcome, details from audit_events
     where action = 'test-record.exported' and outcome = 'done' and actor_id = $1`,
    [userId],
  )
}

function setPermissions(permissions: string) {
  return test.query(test.ours, `update tenant_permissions set permissions = ${permissions} where user_type = 'group'`)
}

function setStatus(table: 'organisations' | 'tenants', id: string, status: string) {
  return test.query(test.ours, `update ${table} set status = $1 where id = $2`, [status, id])
}

/** Counts line ends. The records contain no line breaks, and a CR LF may be split over two chunks. */
function linesIn(chunk: Buffer): number {
  return chunk.toString('latin1').split('\n').length - 1
}
