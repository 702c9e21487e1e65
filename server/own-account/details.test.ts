import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { password } from '../../tests/server/tenants.ts'

let test: TestApp
let client: Client

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  client = await logInAsSpare(test, test.ours, 'patient')
})
afterAll(() => test.close())

const path = '/users/my-details'
const details = { fullName: 'Rosa Quill', mobile: { country: 'GB', number: '07400 123456' } }
const change = (body: object, version: string | undefined) =>
  client.send('PUT', path, { body, headers: version === undefined ? {} : { 'if-match': version } })
const versionNow = async () => String((await client.get(path)).headers.etag)

describe('changing one’s own details', () => {
  it('stores name and mobile number, and returns the new version', async () => {
    const response = await change(details, await versionNow())
    expect([response.statusCode, response.json().data]).toEqual([
      200,
      expect.objectContaining({ fullName: 'Rosa Quill', mobile: '+447400123456' }),
    ])
    expect(response.headers.etag).toBe(await versionNow())
    const events = await test.query(test.ours, `select details from audit_events where action = 'user.details'`)
    expect(events).toEqual([{ details: { changed: ['fullName', 'mobile'] } }])
  })

  it('removes the mobile number', async () => {
    await change(details, await versionNow())
    expect((await change({ ...details, mobile: null }, await versionNow())).json().data.mobile).toBeNull()
  })

  it('needs the version that was seen, and refuses an outdated one', async () => {
    const seen = await versionNow()
    expect((await change(details, undefined)).json()).toMatchObject({ code: 'version-missing' })
    expect((await change(details, seen)).statusCode).toBe(200)
    expect((await change({ ...details, fullName: 'Later Name' }, seen)).json()).toMatchObject({ code: 'stale-version' })
    expect((await client.get(path)).json().data.fullName).toBe('Rosa Quill')
  })

  it('accepts one of two changes at once', async () => {
    const seen = await versionNow()
    const replies = await Promise.all([change(details, seen), change({ ...details, mobile: null }, seen)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
  })

  it.each([
    [{ mobile: { country: 'GB', number: '07400' } }, { 'mobile.number': phrases.rules.phone }],
    [{ mobile: { country: 'GB', number: '020 7946 0018' } }, { 'mobile.number': phrases.rules.phoneMobile }],
    [{ mobile: { country: 'FR', number: '06 12 34 56 78' } }, { 'mobile.country': phrases.rules.countryCode }],
    [{ fullName: 'See www.evil.test' }, { fullName: phrases.rules.nameIsAddress }],
  ])('refuses %j', async (changes, errors) => {
    const response = await change({ ...details, ...changes }, await versionNow())
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, [words]])),
    ])
  })

  it('refuses a number that does not match the tenant’s pattern', async () => {
    await test.query(test.ours, String.raw`update tenants set phone_regex = '^\+4477'`)
    const response = await change(details, await versionNow())
    expect(response.json().errors).toEqual({ 'mobile.number': [phrases.rules.phone] })
    await test.query(test.ours, 'update tenants set phone_regex = null')
  })
})

describe('the terms', () => {
  const isAccepted = async () => (await client.get(path)).json().data.termsAccepted

  it('must be accepted again once there is a new version', async () => {
    expect(await isAccepted()).toBe(true)
    await test.query(test.ours, `update users set terms_accepted_version = '2025-01' where user_type <> 'machine'`)
    expect(await isAccepted()).toBe(false)
    const { email } = (await client.get(path)).json().data
    const login = await client.copy().post('/login', { username: email, password })
    expect(login.json().data.termsAccepted).toBe(false)
    client = await logInAs(test.app, test.ours, { email })
    expect((await client.put(`${path}/terms`, { accepted: true })).json().data.termsAccepted).toBe(true)
    expect(await isAccepted()).toBe(true)
  })
})
