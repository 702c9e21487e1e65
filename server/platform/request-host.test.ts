import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let port: number

beforeAll(async () => {
  test = await startTestApp()
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

/** Sends exactly these lines and returns the server's answer. */
async function ask(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  return await text(socket)
}

const path = '/api/v1/get-site-preferences'

it('answers a request with one host', async () => {
  expect(await ask(`GET ${path} HTTP/1.1`, 'Host: ours.localhost')).toMatch(/^HTTP\/1\.1 200 /)
})

it.each([
  ['two hosts', [`GET ${path} HTTP/1.1`, 'Host: ours.localhost', 'Host: theirs.localhost']],
  ['the same host twice', [`GET ${path} HTTP/1.1`, 'Host: ours.localhost', 'hOST: ours.localhost']],
  ['another host in the target', [`GET http://theirs.localhost${path} HTTP/1.1`, 'Host: ours.localhost']],
  ['no host', [`GET ${path} HTTP/1.1`]],
])('%s is refused', async (_, lines) => {
  const answer = await ask(...lines)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).not.toContain(test.theirs.marker)
})

it('ignores a forwarded host unless a trusted proxy sent it', async () => {
  const answer = await ask(`GET ${path} HTTP/1.1`, 'Host: ours.localhost', 'X-Forwarded-Host: theirs.localhost')
  expect(answer).toContain(test.ours.marker)
})
