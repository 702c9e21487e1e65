import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password } from '../../tests/server/tenants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.query(test.ours, `insert into tenant_addresses values ('default', '', $1)`, [test.ours.id])
  // The page has the server's origin, because the browser would withhold the replies from any other.
  const { window } = new JSDOM('', { url: await test.app.listen({ host: '127.0.0.1', port: 0 }) })
  for (const name of ['window', 'document', 'navigator', 'XMLHttpRequest'] as const) {
    vi.stubGlobal(name, name === 'window' ? window : window[name])
  }
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await test.close()
})

it('an unconfigured axios client starts a session, logs in, records and logs out', async () => {
  // Imported only now, because axios checks at its import whether it runs in a browser.
  const { default: axios } = await import('axios')
  expect(axios.getAdapter(axios.defaults.adapter).name).toMatch(/xhr/i)
  const client = axios.create({ baseURL: '/api/v1', withCredentials: true, withXSRFToken: true })

  await expect(client.post('/login', { username: emailOf('clinical'), password })).rejects.toMatchObject({
    response: { status: 403, data: { code: 'csrf-mismatch' } },
  })

  expect((await client.get('/sanctum/csrf-cookie')).status).toBe(204)
  expect(document.cookie).toMatch(/^XSRF-TOKEN=[\w-]{43}$/)
  const login = await client.post('/login', { username: emailOf('clinical'), password })
  expect(login.data.data).toMatchObject({ email: emailOf('clinical') })

  const { organisationId, groupId, subjectId, assayId } = test.ours.places.home
  const record = await client.post('/test-records', {
    organisationId,
    groupId,
    subjectId,
    assayId,
    analyteResults: [{ analyteId: 'line', result: 'positive' }],
    performedDate: '2026-02-01',
    performedTime: '10:00',
    performedZone: 'Europe/London',
  })
  expect(record.status).toBe(201)

  expect((await client.post('/logout')).status).toBe(204)
  await expect(client.get('/users/my-details')).rejects.toMatchObject({ response: { status: 401 } })
})
