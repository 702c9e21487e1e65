import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, logInAs, visit } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password } from '../../tests/server/tenants.ts'

let test: TestApp
let plain: TestApp

beforeAll(async () => {
  test = await startTestApp({ settings: { PUBLIC_URL: 'https://lateral.example' } })
  plain = await startTestApp({ settings: { TRUST_PROXY: 'true' } })
})
afterAll(async () => {
  await test.close()
  await plain.close()
})

describe('with PUBLIC_URL on https', () => {
  it('sends every cookie over https only, with names that no other host can plant', async () => {
    const client = await visit(test.app, test.ours)
    const { cookies } = await client.post('/login', { username: emailOf('clinical'), password })
    const own = { secure: true, path: '/', sameSite: 'Lax', value: expect.stringMatching(/^[\w-]{43}$/) }
    expect(cookies).toEqual([
      { ...own, name: '__Host-lateral_browser', httpOnly: true, maxAge: 31_536_000 },
      { ...own, name: '__Host-lateral_session', httpOnly: true },
      // The name that axios and Sanctum's clients look for.
      { ...own, name: 'XSRF-TOKEN' },
    ])
    expect((await client.get('/users/my-details')).statusCode).toBe(200)
    // Several clients say of nothing that it is a form.
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
    expect((await client.send('POST', '/logout', { headers })).statusCode).toBe(204)
  })

  it('ignores a cookie without the prefix', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    const planted = new Client(test.app, test.ours.host)
    planted.cookies.set('lateral_session', client.cookies.get('__Host-lateral_session') ?? '')
    expect((await planted.get('/users/my-details')).statusCode).toBe(401)
  })

  it('tells browsers to use https only', async () => {
    const { headers } = await (await visit(test.app, test.ours)).get('/sanctum/csrf-cookie')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  })

  it('describes the cookie by its real name in the API description', async () => {
    const { body } = await test.app.inject({ url: '/api/v1/openapi.json', headers: { host: test.ours.host } })
    expect(JSON.parse(body).components.securitySchemes.session.name).toBe('__Host-lateral_session')
  })
})

it('without it, cookies are secure for visitors who came by https, according to a trusted proxy', async () => {
  const client = new Client(plain.app, plain.ours.host)
  const byHttp = await client.get('/sanctum/csrf-cookie')
  const byHttps = await client.get('/sanctum/csrf-cookie', undefined, { 'x-forwarded-proto': 'https' })
  expect(byHttp.cookies.map(({ name, secure }) => [name, secure])).toEqual([
    ['lateral_session', undefined],
    ['XSRF-TOKEN', undefined],
  ])
  expect(byHttps.cookies.map(({ name, secure }) => [name, secure])).toEqual([
    ['lateral_session', true],
    ['XSRF-TOKEN', true],
  ])
  expect(byHttp.headers['strict-transport-security']).toBeUndefined()
})
