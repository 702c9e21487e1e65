import { byLocale } from '../../contract/locales.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInTerms } from '../../contract/own-account/user.ts'
import { longestPolicy } from '../../contract/policies/endpoints.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp
let admin: Client
let at: (name: string) => string

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  at = (name) => `/tenants/${test.ours.id}/policies/${name}`
})
afterAll(() => test.close())

async function publish(name: string, texts: Record<string, string | null>, asksAgain = false) {
  const { etag = '' } = (await admin.get(at(name))).headers
  return await admin.send('POST', at(name), { body: { texts, asksAgain }, headers: { 'if-match': etag } })
}
const read = async (name: string, lang = 'en_GB', tenant = test.ours) =>
  (await (await visit(test.app, tenant)).get(`/policies/${name}`, { lang })).json().data
const isAccepted = async (client: Client) => (await client.get('/users/my-details')).json().data.termsAccepted

describe('a policy', () => {
  it('is the built-in one until a text is published in its language, and again after that is withdrawn', async () => {
    const name = 'web-privacy-policy'
    expect(await read(name)).toEqual({ text: null, termsVersion: null })
    const first = await publish(name, { en_GB: '## Ours\r\n\nOne', es_MX: 'Nuestro' })
    expect([first.statusCode, first.json().data]).toEqual([
      200,
      {
        name,
        texts: { ...byLocale(() => null), en_GB: '## Ours\n\nOne', es_MX: 'Nuestro' },
        version: 1,
        people: expect.any(Number),
      },
    ])
    expect((await read(name)).text).toContain('Ours')
    expect((await read(name, 'en_US')).text).toBeNull()
    expect((await read(name, 'en_GB', test.theirs)).text).toBeNull()
    await publish(name, { en_GB: 'Two' })
    await publish(name, { en_GB: null })
    expect((await read(name)).text).toBeNull()
    const { data } = (await admin.get(`/tenants/${test.ours.id}/policies`)).json()
    expect(data).toContainEqual({ name, own: ['es_MX'] })
  })

  it('has a history with its publishers, its times and the text before', async () => {
    const { data } = (await admin.get(`${at('web-privacy-policy')}/versions`)).json()
    expect(data).toEqual([
      expect.objectContaining({ version: 3, locales: ['en_GB'], accepted: null, by: `${test.ours.marker} tenant` }),
      expect.objectContaining({ version: 2, locales: ['en_GB'] }),
      expect.objectContaining({ version: 1, locales: ['en_GB', 'es_MX'], publishedAt: expect.any(String) }),
    ])
    const textsOf = async (version: number) =>
      (await admin.get(`${at('web-privacy-policy')}/versions/${version}`)).json().data
    expect(await textsOf(3)).toEqual([{ locale: 'en_GB', text: null, before: 'Two' }])
    expect(await textsOf(2)).toEqual([{ locale: 'en_GB', text: 'Two', before: '## Ours\n\nOne' }])
    expect((await admin.get(`${at('web-privacy-policy')}/versions/4`)).statusCode).toBe(404)
    const [event] = await test.query(
      test.ours,
      `select details from audit_events where action = 'policy.published' order by id desc limit 1`,
    )
    expect(event).toEqual({
      details: { policy: 'web-privacy-policy', version: 3, locales: ['en_GB'], asksAgain: false },
    })
  })

  it('is published only by those who saw the current version; equal content leaves no trace', async () => {
    const before = (await admin.get(at('cookie-policy'))).headers.etag ?? ''
    const send = (text: string) =>
      admin.send('POST', at('cookie-policy'), {
        body: { texts: { en_GB: text }, asksAgain: false },
        headers: { 'if-match': before },
      })
    const both = await Promise.all([send('Mine'), send('Theirs')])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    const { text } = await read('cookie-policy')
    const { headers } = await publish('cookie-policy', { en_GB: text })
    expect(headers.etag).toBe('"1"')
  })

  it('has at most 100,000 characters per language, whatever they are', async () => {
    const long = '€'.repeat(longestPolicy)
    expect(
      (
        await publish(
          'cookie-policy',
          byLocale(() => long),
        )
      ).statusCode,
    ).toBe(200)
    expect((await read('cookie-policy', 'es_MX')).text).toHaveLength(longestPolicy)
    for (const text of [`${long}x`, '', ' \n ', 'a\ufffeb', 'a\u0000b']) {
      const response = await publish('cookie-policy', { en_GB: text })
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['texts.en_GB']])
    }
    const preferences = await (await visit(test.app, test.ours)).get('/get-site-preferences')
    expect(preferences.body.length).toBeLessThan(4000)
  })

  it('answers 404 in another tenant', async () => {
    const theirs = `/tenants/${test.theirs.id}/policies/eula`
    for (const path of [theirs, `${theirs}/versions`, `${theirs}/versions/1`]) {
      expect((await admin.get(path)).statusCode).toBe(404)
    }
    const body = { texts: { en_GB: 'x' }, asksAgain: false }
    expect((await admin.send('POST', theirs, { body, headers: { 'if-match': '"1"' } })).statusCode).toBe(404)
  })
})

describe('new terms', () => {
  it('must be accepted again if they ask for it, and only by those who have read them', async () => {
    const nurse = await logInAs(test.app, test.ours, 'clinical')
    const theirs = await logInAs(test.app, test.theirs, 'clinical')
    expect((await read('eula')).termsVersion).toBe(builtInTerms)
    expect((await publish('eula', { en_GB: 'A word put right' })).statusCode).toBe(200)
    expect(await isAccepted(nurse)).toBe(true)

    const { version } = (await publish('eula', { en_GB: 'New terms' }, true)).json().data
    expect([await isAccepted(nurse), await isAccepted(theirs)]).toEqual([false, true])
    const read1 = await read('eula')
    expect(read1).toEqual({ text: 'New terms', termsVersion: `own-${version}` })
    const accept = (client: Client, of?: string) =>
      client.put('/users/my-details/terms', { accepted: true, ...(of !== undefined && { version: of }) })
    expect((await accept(nurse, builtInTerms)).statusCode).toBe(412)
    expect(await isAccepted(nurse)).toBe(false)
    expect((await accept(nurse, read1.termsVersion)).json().data.termsAccepted).toBe(true)
    expect(await logInAs(test.app, test.ours, 'clinical').then(isAccepted)).toBe(true)
    expect(await logInAs(test.app, test.ours, 'group').then(isAccepted)).toBe(false)

    const [newest] = (await admin.get(`${at('eula')}/versions`)).json().data
    expect(newest).toMatchObject({ version, asksAgain: true, accepted: 1 })
    const download = await nurse.get('/users/my-details/data')
    expect(download.body).toContain(`own-${version}`)
    const [event] = await test.query(
      test.ours,
      `select details from audit_events where action = 'user.terms' and actor_id = $1 order by id desc limit 1`,
      [userIdOf('clinical')],
    )
    expect(event).toEqual({ details: { version: `own-${version}` } })
  })

  it('are the ones that a new patient accepts', async () => {
    const visitor = await visit(test.app, test.ours)
    const registered = await visitor.post('/self-registration-user-create', {
      fullName: 'Rosa Quill',
      email: 'rosa@people.test',
      password: 'Quiet-Harbour-Lights-7',
      dateOfBirth: '1950-02-03',
      country: 'GB',
      mobile: null,
      lang: 'en',
      termsAccepted: true,
    })
    expect(registered.statusCode, registered.body).toBe(201)
    const [row] = await test.query(test.ours, 'select terms_accepted_version as of from users where email = $1', [
      'rosa@people.test',
    ])
    expect(row).toEqual({ of: (await read('eula')).termsVersion })
  })

  it('are the only policy that is accepted', async () => {
    const response = await publish('cookie-policy', { en_GB: 'Crumbs' }, true)
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['asksAgain']])
  })
})
