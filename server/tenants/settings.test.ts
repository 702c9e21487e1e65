import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { emailOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let operator: Client
let path: string

/** The name servers' answers by host. */
const entries: Record<string, string[] | undefined> = { localhost: ['192.0.2.1'] }

beforeAll(async () => {
  test = await startTestApp({ lookUpDomain: async (host) => (host in entries ? entries[host] : []) })
  admin = await logInAs(test.app, test.ours, 'tenant')
  operator = await logInAs(test.app, test.ours, 'unlimited')
  path = `/tenants/${test.ours.id}`
})
afterAll(() => test.close())

const said = { ...phrases.rules, ...phrases.serverRules }
const stored = async (): Promise<TenantDetails> => (await admin.get(path)).json().data

/** Changes the current version of the tenant, or another one. */
async function change(body: object, { as = admin, version }: { as?: Client; version?: number } = {}) {
  const seen = version ?? (await stored()).version
  return await as.send('PUT', path, { body, headers: { 'if-match': `"${seen}"` } })
}

const ofTab = {
  general: {
    name: 'Harbour Health',
    description: 'Two wards\nand a van',
    productName: 'Harbour Tests',
    idPrefix: 'HARB',
    sessionIdleMinutes: 30,
    passwordExpiryDays: 90,
  },
  languages: {
    defaultLanguage: 'es_MX',
    availableLanguages: ['en_US', 'es_MX'],
    countries: ['US'],
    dateFormat: {
      web: { short: 'MM/DD/YYYY', long: 'D [de] MMMM [de] YYYY', date_time: 'MM/DD/YYYY h:mm A' },
      mobile: null,
    },
    postcodeRegex: '^(a+)+$',
    phoneRegex: null,
  },
  subjects: {
    subjects: {
      kind: 'human',
      names: { es_MX: { customId1: 'Arete', customId2: 'Rebaño' }, en_US: { customId1: 'Tag', customId2: 'Herd' } },
    },
    features: ['PREVENT_CLINICIAN_TESTING'],
    sendsResultsAtOnce: true,
    identifiesBy: 'names',
    subjectDetails: ['role', 'sex'],
  },
  limits: { ownNetworks: ['203.0.113.0/24', '2001:db8::/48'] },
  appLinks: {
    appLinks: {
      production: { ios: 'https://apps.example.org/ios', android: null },
      staging: { ios: null, android: 'https://play.example.org/android?id=a&hl=b' },
    },
  },
} as const

describe('the settings of a tenant', () => {
  it.each(Object.entries(ofTab))('of the tab %s are changed together, and read back', async (_, body) => {
    const before = await stored()
    const changed = await change(body)
    expect(changed.statusCode, changed.body).toBe(200)
    const { subjects, ...data } = changed.json().data
    expect({ ...data, subjects: 'subjects' in body ? subjects : before.subjects }).toEqual({
      ...before,
      ...body,
      version: before.version + 1,
    })
    const read = await admin.get(path)
    expect([read.json(), read.headers.etag]).toEqual([changed.json(), `"${before.version + 1}"`])
    expect((await change(body)).json().data.version).toBe(before.version + 1)
  })

  it('apply to every page and to the next request, and each reply has their version', async () => {
    await change({ ...ofTab.general, ...ofTab.languages, ...ofTab.subjects })
    const visitor = await visit(test.app, test.ours)
    const reply = await visitor.get('/get-site-preferences')
    expect(reply.json().data).toMatchObject({
      productName: 'Harbour Tests',
      sessionIdleMinutes: 30,
      dateFormat: { web: { short: 'MM/DD/YYYY' }, mobile: null },
      subjects: { kind: 'human', customId1: 'Arete', customId2: 'Rebaño', names: { en_US: { customId1: 'Tag' } } },
    })
    const { version } = await stored()
    expect([reply.json().data.version, reply.headers['x-tenant-version']]).toEqual([version, String(version)])
    const clinical = await logInAs(test.app, test.ours, 'clinical')
    const headers = { 'idempotency-key': 'settings' }
    const refused = await clinical.post('/test-records', newRecordAt(test.ours.places.home), headers)
    expect([refused.json().code, refused.headers['x-tenant-version']]).toEqual([
      'clinician-testing-disabled',
      String(version),
    ])
  })

  it('keep the names of the IDs when another language becomes the default', async () => {
    await change({ ...ofTab.subjects, ...ofTab.languages })
    await change({ defaultLanguage: 'en_GB', availableLanguages: ['en_GB', 'en_US', 'es_MX'] })
    const { data } = (await admin.get('/get-site-preferences')).json()
    const [tag, ear] = [{ customId1: 'Tag', customId2: 'Herd' }, ofTab.subjects.subjects.names.es_MX]
    const names = { en_GB: ear, en_US: tag, es_MX: ear }
    expect(data.subjects).toEqual({ kind: 'human', ...ear, names, identifiesBy: 'names' })
  })

  it('are audited with their old and new values, and only when something changed', async () => {
    await change({ name: 'Before', ...ofTab.appLinks })
    const { version } = await change({ name: 'After', appLinks: {}, countries: ['US'] }).then(
      (done) => done.json().data,
    )
    expect((await change({ name: 'After' })).json().data.version).toBe(version)
    const rows = await test.query<{ details: object; resource_id: string }>(
      test.ours,
      `select details, resource_id from audit_events where action = 'tenant.changed' and outcome = 'done' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        resource_id: test.ours.id,
        details: {
          from: {
            name: 'Before',
            'appLinks.production.ios': 'https://apps.example.org/ios',
            'appLinks.staging.android': 'https://play.example.org/android?id=a&hl=b',
          },
          to: { name: 'After', 'appLinks.production.ios': null, 'appLinks.staging.android': null },
        },
      },
    ])
  })

  it('are refused for another version, and answer 404 for another tenant', async () => {
    expect((await change({ name: 'Late' }, { version: 1 })).json().code).toBe('stale-version')
    expect((await admin.put(path, { name: 'Unseen' })).json().code).toBe('version-missing')
    const foreign = `/tenants/${test.theirs.id}`
    expect((await operator.get(foreign)).statusCode).toBe(404)
    const sent = { body: { name: 'Ours' }, headers: { 'if-match': '"1"' } }
    expect((await operator.send('PUT', foreign, sent)).statusCode).toBe(404)
  })
})

describe('a refusal', () => {
  const required = (field: string) => said.required.replace('{{field}}', field)
  const within = (least: number, most: number) =>
    said.wholeNumber.replace('{{least}}', String(least)).replace('{{most}}', most.toLocaleString('en'))
  const formats = { short: 'DD/MM/YYYY', long: 'D MMMM YYYY', date_time: 'DD/MM/YYYY HH:mm' }
  const web = (part: object) => ({ dateFormat: { web: { ...formats, ...part }, mobile: null } })
  const ios = (link: unknown) => ({ appLinks: { production: { ios: link, android: null } } })
  const named = (customId1: string) => ({
    subjects: { kind: 'human', names: { en_GB: { customId1, customId2: 'Herd' } } },
  })

  it.each<[object, string, string]>([
    [{}, '', said.malformed],
    [{ colour: 'red' }, 'colour', said.unknownField],
    [{ name: ' ' }, 'name', required('Name')],
    [{ name: 'x'.repeat(101) }, 'name', 'Max 100 characters'],
    [{ name: null }, 'name', required('Name')],
    [{ productName: 'Har\u0000bour' }, 'productName', said.hiddenCharacters],
    [{ productName: 'Har\ud800bour' }, 'productName', said.hiddenCharacters],
    [{ productName: 7 }, 'productName', said.malformed],
    [{ idPrefix: 'H' }, 'idPrefix', 'Use 2 to 6 letters from A to Z'],
    [{ idPrefix: 'red;}body{' }, 'idPrefix', 'Use 2 to 6 letters from A to Z'],
    [{ sessionIdleMinutes: 0 }, 'sessionIdleMinutes', within(1, 720)],
    [{ sessionIdleMinutes: 1.5 }, 'sessionIdleMinutes', within(1, 720)],
    [{ sessionIdleMinutes: '15' }, 'sessionIdleMinutes', said.malformed],
    [{ passwordExpiryDays: 3651 }, 'passwordExpiryDays', within(0, 3650)],
    [{ availableLanguages: [] }, 'availableLanguages', required('A language')],
    [{ availableLanguages: ['en_GB', 'en_GB'] }, 'availableLanguages', said.malformed],
    [{ availableLanguages: ['xx_XX'] }, 'availableLanguages.0', said.choice],
    [{ availableLanguages: ['en_GB'], defaultLanguage: 'es_MX' }, 'defaultLanguage', said.defaultLanguage],
    [{ countries: ['MX'] }, 'countries.0', said.choice],
    [web({ short: 'DD/MM' }), 'dateFormat.web.short', said.dateFormat],
    [web({ short: 'DD/MM/YYYY HH:mm' }), 'dateFormat.web.short', said.dateFormat],
    [web({ short: 'red;}body{DD/MM/YYYY' }), 'dateFormat.web.short', said.dateFormat],
    [web({ short: `${'M'.repeat(39)}!` }), 'dateFormat.web.short', said.dateFormat],
    [web({ long: `D MMMM YYYY ${'.'.repeat(40)}` }), 'dateFormat.web.long', 'Max 40 characters'],
    [web({ date_time: 'DD/MM/YYYY' }), 'dateFormat.web.date_time', said.dateTimeFormat],
    [
      { ownNetworks: ['0.0.0.0/0'] },
      'ownNetworks.0',
      'This network is too large. The largest allowed are /16 for IPv4 and /32 for IPv6.',
    ],
    [{ ownNetworks: ['10.0.0.0/16', '::ffff:0:0/96'] }, 'ownNetworks.1', said.networkReserved],
    [{ ownNetworks: ['10.1.0.0/16', '10.1.2.3/16'] }, 'ownNetworks', said.networkTwice],
    [{ postcodeRegex: '(?<=a)b' }, 'postcodeRegex', said.pattern],
    [{ postcodeRegex: '('.repeat(200_000) }, 'postcodeRegex', 'Max 255 characters'],
    [{ phoneRegex: '(a)\\1' }, 'phoneRegex', said.pattern],
    [named(''), 'subjects.names.en_GB.customId1', required('Custom ID 1')],
    [named('\u200b'), 'subjects.names.en_GB.customId1', required('Custom ID 1')],
    [named('Tag\ufffe'), 'subjects.names.en_GB.customId1', said.hiddenCharacters],
    [{ subjects: { kind: 'herd', names: {} } }, 'subjects.kind', said.choice],
    [{ features: ['PREVENT_EVERYTHING'] }, 'features.0', said.choice],
    [ios('javascript:alert(1)'), 'appLinks.production.ios', said.httpsLink],
    [ios('http://apps.example.org'), 'appLinks.production.ios', said.httpsLink],
    [ios('https://apps.example.org/\r\nX'), 'appLinks.production.ios', said.httpsLink],
    [ios('https://name@apps.example.org/'), 'appLinks.production.ios', said.httpsLink],
    [ios('https://apps.example.org/"><script>'), 'appLinks.production.ios', said.httpsLink],
    [{ appLinks: { moon: { ios: null, android: null } } }, 'appLinks.moon', said.unknownField],
  ])('is reported at its field (%#)', async (body, field, message) => {
    const before = await stored()
    const refused = await change(body)
    expect([refused.statusCode, Object.entries(refused.json().errors ?? {})[0]]).toEqual([422, [field, [message]]])
    expect(await stored()).toEqual(before)
  })

  it('does not change the kind of subjects while there are some', async () => {
    const { subjects } = await stored()
    const refused = await change({ subjects: { ...subjects, kind: 'non-human' }, subjectDetails: [] })
    expect(refused.json().errors).toEqual({ 'subjects.kind': [said.kindFixed] })
  })

  it('names the IDs of a tenant of animals in its default language', async () => {
    const [before] = await test.query(test.theirs, 'select subjects from tenants')
    await test.query(test.theirs, `update tenants set subjects = jsonb_set(subjects, '{kind}', '"non-human"')`)
    const theirAdmin = await logInAs(test.app, test.theirs, 'tenant')
    const { data } = (await theirAdmin.get(`/tenants/${test.theirs.id}`)).json()
    const refused = await theirAdmin.send('PUT', `/tenants/${test.theirs.id}`, {
      body: { subjects: { kind: 'non-human', names: { es_MX: { customId1: 'Arete', customId2: 'Rebaño' } } } },
      headers: { 'if-match': `"${data.version}"` },
    })
    expect(refused.json().errors).toEqual({
      'subjects.names.en_GB.customId1': [said.required.replace('{{field}}', 'Custom ID 1')],
    })
    await test.query(test.theirs, 'update tenants set subjects = $1', [before?.subjects])
  })
})

describe('the addresses of a tenant', () => {
  it.each([
    { slug: 'mine' },
    { domains: ['mine.example.org'] },
    { statusDetails: 'Paid' },
    { mailsPerDay: 1_000_000 },
    { textsPerRecipient: 500 },
    { name: 'Mine', slug: 'mine' },
  ])('%j can only be changed by the operator', async (body) => {
    const before = await stored()
    expect((await change(body)).statusCode).toBe(403)
    expect(await stored()).toEqual(before)
    const [refused] = await test.query(
      test.ours,
      `select resource_id from audit_events where action = 'tenant.changed' and outcome = 'refused' order by id desc limit 1`,
    )
    expect(refused).toEqual({ resource_id: test.ours.id })
  })

  it.each([
    [{ slug: 'theirs' }, 'slug', said.slugTaken],
    [{ slug: 'www' }, 'slug', said.slugReserved],
    [{ slug: 'a b' }, 'slug', 'Use 3 to 63 letters, digits and hyphens, with a letter or digit first and last'],
    [{ domains: ['free.example.org', 'taken.example.org'] }, 'domains.1', said.slugTaken],
    [{ domains: ['192.0.2.1'] }, 'domains.0', said.domain],
    [{ domains: ['-a.example.org'] }, 'domains.0', said.domain],
    [{ domains: ['a.example.org', 'A.example.org'] }, 'domains', said.malformed],
    [{ domains: ['theirs.localhost'] }, 'domains.0', said.domainOfOurs],
  ])('%j is also refused to the operator', async (body, field, message) => {
    await test.query(
      test.ours,
      `insert into tenant_addresses values ('domain', 'taken.example.org', $1) on conflict do nothing`,
      [test.theirs.id],
    )
    const refused = await change(body, { as: operator })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      message === said.slugTaken ? 409 : 422,
      { [field]: [message] },
    ])
    expect(await stored()).toMatchObject({ slug: 'ours', domains: [] })
  })

  it('are taken and released by the operator, and lead to the tenant at once', async () => {
    const at = async (host: string) => {
      const { statusCode, json } = await test.app.inject({ url: '/api/v1/tenants/get-id', headers: { host } })
      return statusCode === 200 ? json().id : statusCode
    }
    const moved = await change({ slug: 'moved', domains: ['b.example.org', 'a.example.org'] }, { as: operator })
    expect(moved.json().data).toMatchObject({
      slug: 'moved',
      host: 'moved.localhost',
      domains: ['a.example.org', 'b.example.org'],
    })
    expect([await at('moved.localhost'), await at('a.example.org'), await at('ours.localhost')]).toEqual([
      test.ours.id,
      test.ours.id,
      404,
    ])
    // The tenant's administrators get a mail whose link does not use a domain.
    expect(
      await test.query(test.ours, 'select template, recipient from messages order by created_at, recipient'),
    ).toEqual([{ template: 'address-changed', recipient: emailOf('tenant') }])
    const there = await visit(test.app, { ...test.ours, host: 'moved.localhost' })
    expect((await there.get('/get-site-preferences')).json().data.slug).toBe('moved')
    const asOperator = await logInAs(test.app, { ...test.ours, host: 'moved.localhost' }, 'unlimited')
    const version = (await asOperator.get(path)).json().data.version
    const back = { body: { slug: 'ours', domains: [] }, headers: { 'if-match': `"${version}"` } }
    expect((await asOperator.send('PUT', path, back)).statusCode).toBe(200)
    expect([await at('ours.localhost'), await at('moved.localhost'), await at('a.example.org')]).toEqual([
      test.ours.id,
      404,
      404,
    ])
  })

  it('are looked up at the name servers, each tenant’s own only', async () => {
    const check = async (domain: string) => (await admin.post(`${path}/check-domain`, { domain })).json()
    await change(
      { domains: ['here.example.org', 'gone.example.org', 'slow.example.org', 'away.example.org'] },
      { as: operator },
    )
    Object.assign(entries, {
      'here.example.org': ['198.51.100.7', '192.0.2.1'],
      'away.example.org': ['198.51.100.7'],
      'slow.example.org': undefined,
    })
    const leads = []
    for (const name of ['here', 'away', 'gone', 'slow']) leads.push((await check(`${name}.example.org`)).data.leads)
    expect(leads).toEqual(['here', 'elsewhere', 'nowhere', 'unknown'])
    expect((await check('taken.example.org')).errors).toEqual({ domain: [said.unknownReference] })
    expect((await check('localhost')).errors).toEqual({ domain: [said.unknownReference] })
  })
})

it('the use of a tenant counts the people whom its settings affect', async () => {
  const use = async () => (await admin.get(`${path}/use`)).json().data
  const before = await use()
  const active = await test.query<{ count: number }>(
    test.ours,
    `select count(*)::int from users where status = 'active' and user_type <> 'machine'`,
  )
  expect(before.speakers.en + before.speakers.es).toBe(active[0]?.count)
  expect(before.hasSubjects).toBe(true)
  await test.query(test.ours, `update users set lang = 'es' where user_type = 'clinical' and email = $1`, [
    'clinical@clinic.test',
  ])
  await test.query(test.ours, `update tenant_permissions set permissions = '{}' where user_type = 'clinical'`)
  const after = await use()
  expect(after.speakers.es).toBe(before.speakers.es + 1)
  expect(after.concerned.PREVENT_CLINICIAN_TESTING).toBe(0)
  expect(before.concerned.PREVENT_CLINICIAN_TESTING).toBe(
    before.concerned.PREVENT_WEB_TEST_CREATION - after.concerned.PREVENT_WEB_TEST_CREATION,
  )
})
