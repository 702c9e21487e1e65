import { readdir } from 'node:fs/promises'
import http from 'node:http'
import { Socket, type AddressInfo } from 'node:net'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mostWaitingImports } from '../../contract/limits-and-times.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { listen } from '../../tests/server/export-reader.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'
import { multipart } from '../../tests/server/uploads.ts'
import { receiveAtSpeed } from './upload-speed.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

const jo = 'Green,Jo,2/28/1984,jo@example.org'
const roster = `Last name,First name,Date of birth,Email\n${jo}\n`

const send = (content: string, client = admin) =>
  client.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'roster.csv', type: 'text/csv', content }]),
    query: { zone: 'UTC' },
  })

const stored = () => readdir(path.join(test.dataDir, 'files/imports', test.ours.id))

it('an upload that breaks off takes no place of others, and leaves neither row nor file', async () => {
  await listen(test.app)
  expect((await send(roster)).statusCode).toBe(201)
  const rows = async () => (await test.query(test.ours, 'select id from imports')).length
  const before = await rows()
  const { payload, headers } = multipart([
    { name: 'file', filename: 'a.csv', type: 'text/csv', content: roster + `${jo}\n`.repeat(20_000) },
  ])
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const files = (await stored()).length
    const sent = http.request({
      port: (test.app.server.address() as AddressInfo).port, // it listens on TCP
      method: 'POST',
      path: '/api/v1/imports?zone=UTC',
      headers: {
        host: admin.host,
        ...admin.credentials(),
        'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '',
        ...headers,
        'content-length': payload.length,
      },
    })
    sent.on('error', () => undefined)
    sent.write(payload.subarray(0, 200_000))
    await expect.poll(async () => (await stored()).length).toBe(files + 1)
    sent.destroy()
    await expect.poll(async () => (await stored()).length).toBe(files)
  }
  await expect.poll(async () => (await send(roster)).statusCode).toBe(201)
  expect(await rows()).toBe(before + 1)
})

it('a file without a name is stored, too', async () => {
  const boundary = 'x'
  const payload = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n${roster}\r\n--x--\r\n`,
  )
  const reply = await admin.send('POST', '/imports', {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    query: { zone: 'UTC' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
})

describe('a tenant', () => {
  const later = '2026-03-08T09:30:00Z'

  it('with as many files as there is room for is told why no more are taken, and from when on', async () => {
    const fill = (files: number, megabytes: number) =>
      test.query(
        test.ours,
        `insert into imports (tenant_id, id, file_name, byte_size, state, zone, uploaded_by, created_at)
         select id, gen_random_uuid(), 'filling', $2 * 1024 * 1024, 'waiting', 'UTC', $3, $4::timestamptz - interval '7 days'
         from tenants, generate_series(1, $1)`,
        [files, megabytes, userIdOf('tenant'), later],
      )
    const empty = () => test.query(test.ours, `delete from imports where file_name = 'filling'`)
    await fill(mostWaitingImports, 1)
    const refused = await send(roster)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors.file[0]).toMatch(
      /^\d\d files wait here to be imported, with \d\d MB of files and rows in all.*after 8 Mar 2026, 09:30, when the oldest is removed\.$/,
    )
    await admin.put('/users/my-details/lang', { lang: 'es' })
    expect((await send(roster)).json().errors.file[0]).toContain('esperan')
    await admin.put('/users/my-details/lang', { lang: 'en' })
    const others = await logInAs(test.app, test.theirs, 'tenant')
    expect((await send(roster, others)).statusCode).toBe(201)
    await test.query(test.ours, `update imports set state = 'cancelled' where file_name = 'filling'`)
    expect((await send(roster)).statusCode).toBe(201)
    await empty()
    await fill(21, 50)
    expect((await send(roster)).statusCode).toBe(422)
    await empty()
  })

  it('that has sent many files lets the first one of another tenant be read before its second', async () => {
    for (const tenant of [test.ours, test.theirs]) {
      await test.query(tenant, `update imports set state = 'cancelled' where state = 'waiting'`)
    }
    await test.database.owner.query(`delete from jobs.job where name = 'read-import'`)
    const others = await logInAs(test.app, test.theirs, 'tenant')
    const ids: string[] = []
    for (const client of [admin, admin, admin, others, others]) {
      const reply = await send(roster, client)
      expect(reply.statusCode, reply.body).toBe(201)
      ids.push(reply.json().data.id)
    }
    await test.startReadingImports()
    const read = () =>
      test.database.owner.query<{ id: string }>(
        `select data ->> 'id' as id from jobs.job where name = 'read-import' and state = 'completed' order by started_on`,
      )
    await expect.poll(async () => (await read()).rows.filter(({ id }) => ids.includes(id)).length).toBe(5)
    const order = (await read()).rows.map(({ id }) => ids.indexOf(id)).filter((at) => at !== -1)
    expect(order).toEqual([0, 3, 1, 4, 2])
  })
})

it('a file whose content waits for the server is not called too slow', async () => {
  vi.useFakeTimers()
  try {
    const [waiting, silent] = [new http.IncomingMessage(new Socket()), new http.IncomingMessage(new Socket())]
    waiting.push('content that nobody has read yet')
    for (const request of [waiting, silent]) void receiveAtSpeed(request, () => new Promise<never>(() => undefined))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([waiting.destroyed, silent.destroyed]).toEqual([false, true])
  } finally {
    vi.useRealTimers()
  }
})

it('a file that arrives too slowly is ended with the reason, and one at the least speed is not', async () => {
  const outcomes: unknown[] = []
  const server = http.createServer((request, response) => {
    const speed = { bytesASecond: 10_000, graceSeconds: 0.1, everyMs: 20 }
    const received = receiveAtSpeed(
      request,
      (reads) => {
        const content = request.pipe(new PassThrough())
        reads(content)
        return buffer(content)
      },
      speed,
    )
    void received
      .then(
        (content) => outcomes.push(content.length),
        (error: unknown) => outcomes.push(error),
      )
      .then(() => response.end())
  })
  await new Promise<void>((resolve) => void server.listen(0, resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const begin = () => http.request({ port, method: 'POST', headers: { 'content-length': 100_000 } })
  const slow = begin()
  slow.on('error', () => undefined)
  slow.write(Buffer.alloc(1000))
  await expect
    .poll(() => outcomes)
    .toMatchObject([{ code: 'validation', fields: [{ field: 'file', phrase: 'importTooSlow' }] }])
  slow.destroy()
  begin().end(Buffer.alloc(100_000))
  await expect.poll(() => outcomes[1]).toBe(100_000)
  server.close()
})
