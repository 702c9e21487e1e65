import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'

let test: TestApp
let clinical: Client
let port: number

const photo = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }])

beforeAll(async () => {
  // The test decides when the server checks arriving bodies.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  test = await startTestApp()
  clinical = await logInAs(test.app, test.ours, 'clinical')
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  port = (test.app.server.address() as AddressInfo).port // it listens on TCP
})
afterAll(async () => {
  vi.useRealTimers()
  await test.close()
})

const look = () => vi.advanceTimersByTime(15_000)

it('a body that hardly progresses is ended, even without a session', async () => {
  const { socket, connection } = await begin('/login', { 'content-type': 'application/json', 'content-length': '1000' })
  look()
  const before = connection.bytesRead
  socket.write('{')
  await expect.poll(() => connection.bytesRead - before).toBe(1)
  look()
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
})

it('a body that nobody will read is ended', async () => {
  const refused = await begin('/device-images', { ...photo.headers, 'content-length': '1000000' })
  const [reply] = await once(refused.socket, 'data')
  expect(String(reply)).toMatch(/^HTTP\/1\.1 40[13] /)
  look()
  look()
  await once(refused.socket, 'close')
})

it('a slow body that keeps arriving is accepted', async () => {
  const { socket, connection } = await begin('/device-images', {
    ...session(),
    ...photo.headers,
    'content-length': String(photo.payload.length + 90_000),
  })
  look()
  // Multipart ignores everything before the first boundary.
  for (let sent = 0; sent < 90_000; sent += 30_000) {
    const before = connection.bytesRead
    socket.write(`${'-'.repeat(29_998)}\r\n`)
    await expect.poll(() => connection.bytesRead - before).toBe(30_000)
    look()
  }
  socket.write(photo.payload)
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toMatch(/^HTTP\/1\.1 201 /)
  socket.destroy()
})

it('a body that the server does not read yet, because its database does not answer, is not ended', async () => {
  const owner = new pg.Client({ connectionString: test.database.ownerUrl })
  await owner.connect()
  await owner.query('begin; lock table sessions')
  const length = photo.payload.length + 300_000
  const head = { ...session(), ...photo.headers, 'content-length': String(length) }
  const { socket, connection } = await begin('/device-images', head)
  socket.write('-'.repeat(100_000))
  await expect.poll(() => connection.bytesRead).toBeGreaterThan(60_000)
  for (let n = 0; n < 3; n += 1) look()
  await owner.end()
  socket.write(`${'-'.repeat(199_998)}\r\n`)
  socket.write(photo.payload)
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toMatch(/^HTTP\/1\.1 201 /)
  socket.destroy()
})

it('an upload beyond those that are received at once waits for its place, and broken-off ones free theirs', async () => {
  const head = { ...session(), ...photo.headers, 'content-length': '9999' }
  const begun = await Promise.all(Array.from({ length: 8 }, () => begin('/device-images', head)))
  const waiting = Promise.all([upload(clinical), upload(clinical)])
  expect(await upload(await logInAs(test.app, test.theirs, 'clinical'))).toBe(201)
  for (const { socket } of begun) socket.destroy()
  expect(await waiting).toEqual([201, 201])
})

it('only a limited number of uploads waits', async () => {
  const head = { ...session(), ...photo.headers, 'content-length': '9999' }
  const begun = await Promise.all(Array.from({ length: 8 + 32 + 1 }, () => begin('/device-images', head)))
  const reply = String(await Promise.race(begun.map(async ({ socket }) => (await once(socket, 'data'))[0])))
  expect(reply).toMatch(/^HTTP\/1\.1 503 [^]*^retry-after: 5\r$[^]*"code":"unavailable"/m)
  expect(await upload(clinical)).toBe(503)
  expect(await upload(await logInAs(test.app, test.theirs, 'clinical'))).toBe(201)
  for (const { socket } of begun) socket.destroy()
  await expect.poll(() => upload(clinical)).toBe(201)
})

it('a whole request has a deadline', () => {
  const { headersTimeout, requestTimeout } = test.app.server
  expect(headersTimeout).toBe(15_000)
  expect(requestTimeout).toBe(300_000)
})

async function upload(client: Client): Promise<number> {
  return (await client.send('POST', '/device-images', photo)).statusCode
}

function session(): Record<string, string> {
  return { cookie: clinical.cookieHeader(), 'x-xsrf-token': clinical.cookies.get('XSRF-TOKEN') ?? '' }
}

/** Sends the head of a request. Resolves when the server has it, with both ends of the connection. */
async function begin(path: string, headers: Record<string, string>): Promise<{ socket: Socket; connection: Socket }> {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ host: test.ours.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const connected = once(test.app.server, 'request')
  socket.write(`POST /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [request] = await connected
  return { socket, connection: request.socket }
}
