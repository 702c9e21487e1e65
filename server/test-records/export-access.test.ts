import { once } from 'node:events'
import type http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logInAs, type Client } from '../testing/client.ts'
import { beginExport, busyExports, endOf, listen } from '../testing/export-reader.ts'
import { insertManyRecords, longNote } from '../testing/many-records.ts'
import { logInAsSpare } from '../testing/spare-user.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/** More than the buffers between server and reader hold. */
const some = 5_000

/** The machine may be busy: what comes late is not wrong. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client

beforeAll(async () => {
  // Nobody here is ended for reading slowly.
  test = await startTestApp({ exportTimes: { checkEvery: 50, stalledAfter: 600_000 } })
  admin = await logInAs(test.app, test.ours, 'tenant')
  await insertManyRecords(test, test.ours, { count: some, secondsApart: 1, note: longNote })
  await listen(test.app)
}, 60_000)
afterAll(() => test.close())

interface Way {
  what: string
  take: (reader: Client, id: string) => Promise<unknown>
  giveBack?: () => Promise<unknown>
}

const places = () => test.ours.places

/** The ways in which somebody of a group loses what they are just exporting. */
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
  it('the file breaks off, and the audit says how many rows were sent', async () => {
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

it('a reader who is suspended gets no more of a file that flows, and is not told that it is whole', async () => {
  // Nobody looks while it flows but what hands it over.
  const app = await test.another({ exportTimes: { checkEvery: 600_000, stalledAfter: 600_000 } })
  await listen(app)
  const reader = (await logInAsSpare(test, test.ours, 'group')).copy(app)
  const id = (await reader.get('/users/my-details')).json().data.id
  const response = await beginExport(reader)
  const ended = endOf(response)
  let rows = 0
  response.on('data', (chunk: Buffer) => (rows += linesIn(chunk)))
  await once(response, 'data')
  // Until it is done, the rest stays where it is: more than lies between server and reader.
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

it('a reader of HTTP/1.0, who knows the end by the end of the connection, sees a broken one', async () => {
  const reader = await logInAsSpare(test, test.ours, 'group')
  const { port } = test.app.server.address() as net.AddressInfo // of a server that listens on TCP
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

it('an export that nobody objects to is whole, and the session is looked at all the while', async () => {
  const response = await beginExport(admin)
  let rows = -1
  response.on('data', (chunk: Buffer) => (rows += linesIn(chunk)))
  await once(response, 'end')
  expect(response.complete).toBe(true)
  expect(rows).toBe(some + 16)
})

/** Records that arrive after what was read already; the reply must not come to its end. */
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

/** No text of these records holds a line break; a line's end may lie in two chunks. */
function linesIn(chunk: Buffer): number {
  return chunk.toString('latin1').split('\n').length - 1
}
