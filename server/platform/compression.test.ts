import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

it.each([
  ['/dashboard', 'br'],
  ['/test-records', 'br'],
  // Account replies are too short to compress, and an export must visibly break off.
  ['/users/my-details', undefined],
  ['/test-records/export', undefined],
])('the reply of %s has the encoding %s for a browser that accepts it', async (path, encoding) => {
  const response = await admin.get(path, {}, { 'accept-encoding': 'gzip, br' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-encoding']).toBe(encoding)
})
