import { readdir } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs, type Client } from '../testing/client.ts'
import { listen } from '../testing/export-reader.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { multipart } from '../testing/uploads.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

const jo = 'Green,Jo,2/28/1984,jo@example.org'
const roster = `Last name,First name,Date of birth,Email\n${jo}\n`

const send = (content: string) =>
  admin.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'roster.csv', type: 'text/csv', content }]),
    query: { zone: 'UTC' },
  })

const stored = () => readdir(path.join(test.dataDir, 'files/imports', test.ours.id))

it('an upload that breaks off takes no place of others, and leaves no row', async () => {
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
