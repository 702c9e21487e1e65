import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { listen } from '../../../tests/server/export-reader.ts'
import { longestRepeated } from '../../../tests/server/standstill.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let staff: Client
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  staff = await logInAs(test.app, test.ours, 'provider')
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

const about = 'content-disposition: form-data; name="file"; filename="x.png"\r\n'
const field = 'content-disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\n'

/** Bodies that no browser sends, with their content types. */
const bodies: Record<string, [body: string, type?: string]> = {
  'an empty one': [''],
  'one without an end': [`--x\r\n${about}\r\nabc`],
  'half a header': ['--x\r\ncontent-dispo'],
  'half a boundary': [`--x\r\n${about}\r\nabc\r\n-`],
  'thousands of headers': [`--x\r\n${'x-a: b\r\n'.repeat(3000)}${about}\r\nabc\r\n--x--\r\n`],
  'a header without a name': ['--x\r\nfoo\r\n\r\nabc\r\n--x--\r\n'],
  'another boundary': [`--y\r\n${about}\r\nabc\r\n--y--\r\n`],
  'an end alone': ['--x--\r\n'],
  'the wrong line ends': [`--x\n${about.trim()}\n\nabc\n--x--\n`],
  'a name of the language': ['--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n'],
  'a name in no encoding': [
    "--x\r\ncontent-disposition: form-data; name*=utf-99''%00; filename*=x''%ff\r\n\r\na\r\n--x--\r\n",
  ],
  'many fields': [`--x\r\n${field.repeat(50)}`],
  'no boundary': ['x', 'multipart/form-data'],
  'an empty boundary': ['x', 'multipart/form-data; boundary='],
  'a boundary that is too long': ['x', `multipart/form-data; boundary=${'x'.repeat(300)}`],
}

describe.each([
  ['a photo', () => upload(staff, 'POST', '/device-images')],
  ['a picture of a kit', () => upload(admin, 'POST', '/assays/pictures')],
  ['a logo', () => upload(admin, 'PUT', `/tenants/${test.ours.id}/logos/icon`)],
])('%s sent as', (_, uploading) => {
  it.each(Object.entries(bodies))('%s is refused with a 4xx status', async (_name, [body, type]) => {
    const reply = await uploading()(body, type)
    expect(reply.statusCode, reply.body).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode, reply.body).toBeLessThan(500)
  })
})

it('a body with very many fields does not block the server', async () => {
  const port = await listen(test.app)
  const body = Buffer.from(`--x\r\n${field.repeat(100_000)}`)
  const xsrf = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(staff.cookieHeader())?.[1] ?? '')
  const headers = {
    host: staff.host,
    cookie: staff.cookieHeader(),
    'x-xsrf-token': xsrf,
    'content-type': 'multipart/form-data; boundary=x',
  }
  // Sends the body over the network, in pieces.
  const send = async () => {
    const sent = http.request({ port, method: 'POST', path: '/api/v1/device-images', headers }).end(body)
    const [reply] = (await once(sent, 'response')) as [http.IncomingMessage]
    reply.resume()
    expect(reply.statusCode).toBe(413)
    await once(reply, 'end')
  }
  expect(await longestRepeated(50, () => undefined, send)).toBeLessThan(50)
})

function upload(client: Client, method: 'POST' | 'PUT', path: string) {
  return async (body: string, type = 'multipart/form-data; boundary=x') =>
    await client.send(method, path, { payload: Buffer.from(body, 'latin1'), headers: { 'content-type': type } })
}
