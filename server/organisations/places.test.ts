import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '../../contract/groups/endpoints.ts'
import type { Organisation } from '../../contract/organisations/endpoints.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { recordsPerPlace } from '../../tests/server/places.ts'
import { emailOf, password, userIdOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
const clients = new Map<UserType, Client>()
const types = ['tenant', 'organisation', 'group', 'provider', 'clinical'] as const

beforeAll(async () => {
  test = await startTestApp()
  for (const type of types) clients.set(type, await logInAs(test.app, test.ours, type))
})
afterAll(() => test.close())

function as(type: UserType): Client {
  const client = clients.get(type)
  if (client === undefined) throw new Error(`Nobody is logged in as ${type}`)
  return client
}
const said = { ...phrases.rules, ...phrases.serverRules }
const since = { tests_since: '2026-01-01T00:00:00Z' }

const address = {
  streetAddress: '501 N Dixon St',
  streetAddress2: null,
  city: 'Portland',
  state: 'OR',
  county: 'Multnomah',
  country: 'US',
  postcode: '97227',
}

async function created<T = Organisation>(path: string, body: object, client = as('tenant')): Promise<T> {
  const response = await client.post(path, body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}
const change = (path: string, version: number, body: object, client = as('tenant')) =>
  client.send('PUT', path, { body, headers: { 'if-match': `"${version}"` } })
const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

describe('an organisation', () => {
  it('is created with every field of its form, read back, and changed', async () => {
    await test.query(test.ours, `update tenants set countries = '{US,GB}', postcode_regex = null`)
    const form = {
      name: 'Cascade Clinics',
      description: 'Walk-in\nclinics',
      location: 'Portland, OR',
      phone: { country: 'US', number: '(503) 555-0110' },
      npi: '1730000017',
      address,
    }
    const made = await created('/organisations', form)
    const told = { ...form, phone: '+1 503 555 0110', status: 'active', version: 1, openSessions: 0, figures: null }
    expect(made).toMatchObject(told)
    const path = `/organisations/${made.id}`
    const read = await as('tenant').get(path)
    expect([read.json().data, read.headers.etag]).toEqual([made, '"1"'])
    const changed = await change(path, 1, { ...form, npi: '', address: null })
    expect(changed.json().data).toMatchObject({ npi: null, address: null, version: 2 })
    expect((await change(path, 1, form)).json().code).toBe('stale-version')
    expect((await as('tenant').put(path, form)).json().code).toBe('version-missing')
  })

  it.each([
    [{ npi: '12345' }, 'npi', '10 digits required'],
    [{ name: ' ' }, 'name', said.required.replace('{{field}}', 'Name')],
    [{ name: 'x'.repeat(101) }, 'name', 'Max 100 characters'],
    [{ address: { ...address, streetAddress: '' } }, 'address.streetAddress', said.addressRequired],
    [{ address: { ...address, postcode: '' } }, 'address.postcode', said.postcodeRequired],
    [{ address: { ...address, postcode: '9722' } }, 'address.postcode', said.zip],
    [{ address: { ...address, state: null } }, 'address.state', said.required.replace('{{field}}', 'State')],
    [{ address: { ...address, county: 'Galway' } }, 'address.county', said.choice],
    [
      { address: { ...address, country: 'GB', state: null, county: 'Kent', postcode: '97227' } },
      'address.postcode',
      said.postcodeGb,
    ],
    [{ address: { ...address, country: 'FR', state: null, county: null } }, 'address.country', said.choice],
    [{ address: { ...address, country: 'FR', state: null } }, 'address.county', said.malformed],
  ])('%j is refused at %s', async (wrong, field, message) => {
    const response = await as('tenant').post('/organisations', { name: 'Refused', ...wrong })
    expect([response.statusCode, response.json().errors]).toEqual([422, { [field]: [message] }])
  })

  it('understands numbers and postcodes however they are typed, and stores postcodes as their country writes them', async () => {
    const form = { name: 'As written', npi: '\u2068173 000\u00a00017\u2069', address }
    let { id, version, npi } = await created('/organisations', form)
    expect(npi).toBe('1730000017')
    const british = { ...address, country: 'GB', state: null, county: null }
    for (const [whole, typed, written] of [
      [british, 'so143fj', 'SO14 3FJ'],
      [british, '\u202aSO15\u00a0\u00a03FJ\u202c', 'SO15 3FJ'],
      [british, 'ＳＯ１４　３ＦＪ', 'SO14 3FJ'],
      [address, '97227\u20111834', '97227-1834'],
      [address, '972271835', '97227-1835'],
      [address, '97227\u200b', '97227'],
    ] as const) {
      const changed = await change(`/organisations/${id}`, version, { ...form, address: { ...whole, postcode: typed } })
      expect([typed, changed.statusCode, changed.json().data?.address.postcode]).toEqual([typed, 200, written])
      ;({ id, version, npi } = changed.json().data)
    }
    // A tenant's pattern may describe postcodes without their hyphen.
    await test.query(test.ours, `update tenants set postcode_regex = '^9[0-9]{8}$'`)
    const postcode = '97227-1834'
    expect(
      (await change(`/organisations/${id}`, version, { ...form, address: { ...address, postcode } })).statusCode,
    ).toBe(200)
    await test.query(test.ours, `update tenants set postcode_regex = null`)
  })

  it('only takes postcodes that match the tenant’s pattern', async () => {
    await test.query(test.ours, `update tenants set postcode_regex = '^9[0-9]{4}$'`)
    const refused = await as('tenant').post('/organisations', {
      name: 'Elsewhere',
      address: { ...address, postcode: '10001' },
    })
    expect(refused.json().errors).toEqual({ 'address.postcode': [said.postcode] })
    await created('/organisations', { name: 'Here', address })
    await test.query(test.ours, `update tenants set postcode_regex = null`)
  })

  it('needs a name that no other of its tenant has, in any case', async () => {
    const { id, version } = await created('/organisations', { name: 'Twice' })
    const again = await as('tenant').post('/organisations', { name: 'tWICE' })
    expect([again.statusCode, again.json().errors]).toEqual([409, { name: [said.nameTaken] }])
    const renamed = await change(`/organisations/${id}`, version, { name: 'cascade clinics' })
    expect([renamed.statusCode, renamed.json().errors]).toEqual([409, { name: [said.nameTaken] }])
    expect((await change(`/organisations/${id}`, version, { name: 'TWICE' })).statusCode).toBe(200)
    const elsewhere = await logInAs(test.app, test.theirs, 'tenant')
    await created('/organisations', { name: 'Twice' }, elsewhere)
  })

  it('is seen by those who belong to it, who see no other', async () => {
    const { home, away } = test.ours.places
    for (const type of ['organisation', 'group', 'provider', 'clinical'] as const) {
      expect((await as(type).get(`/organisations/${home.organisationId}`)).statusCode).toBe(200)
      expect((await as(type).get(`/organisations/${away.organisationId}`)).statusCode).toBe(404)
    }
    await allow('tenant', "array_remove(permissions, 'view-orgs') || '{view-own-org}'")
    expect((await as('tenant').get(`/organisations/${home.organisationId}`)).statusCode).toBe(404)
    expect((await as('tenant').get('/organisations')).json().data).toEqual([])
    await allow('tenant', "array_append(permissions, 'view-orgs')")
  })
})

describe('the telephone of a place', () => {
  const london = { country: 'GB', number: '020 7946 0018' }
  const places = [
    ['/organisations', () => ({})],
    ['/groups', () => ({ organisationId: test.ours.places.home.organisationId })],
  ] as const

  it.each(places)(
    'of %s is a landline or a mobile, is stored as it is shown, and can be removed',
    async (path, place) => {
      const made = await created(path, { ...place(), name: 'Rung', phone: london })
      expect(made.phone).toBe('+44 20 7946 0018')
      const { name } = made
      const one = `${path}/${made.id}`
      const mobile = { country: 'GB', number: 'tel:+44-7400-123456' }
      expect((await change(one, 1, { name, phone: mobile })).json().data.phone).toBe('+44 7400 123456')
      // An equal number in another notation is no change.
      const again = await change(one, 2, { name, phone: { country: 'GB', number: '07400 123456' } })
      expect(again.json().data).toMatchObject({ phone: '+44 7400 123456', version: 2 })
      // A page of the version before telephones sends none.
      const moved = await change(one, 2, { name, location: 'Floor 2' })
      expect(moved.json().data).toMatchObject({ location: 'Floor 2', phone: '+44 7400 123456', version: 3 })
      expect((await change(one, 3, { name, location: 'Floor 2', phone: null })).json().data.phone).toBeNull()
      const { data } = (await as('tenant').get(`${one}/history`)).json()
      expect(data.map(({ fields }: { fields: object[] }) => fields)).toEqual([
        [{ field: 'phone', from: '+44 7400 123456', to: null }],
        [{ field: 'location', from: null, to: 'Floor 2' }],
        [{ field: 'phone', from: '+44 20 7946 0018', to: '+44 7400 123456' }],
        [],
      ])
      const elsewhere = await logInAs(test.app, test.theirs, 'tenant')
      expect((await elsewhere.get(one)).statusCode).toBe(404)
    },
  )

  it.each(
    places.flatMap(([path, place]) =>
      (
        [
          [{ ...london, country: '' }, 'phone.country', said.countryCode],
          [{ country: 'FR', number: '01 23 45 67 89' }, 'phone.country', said.countryCode],
          [{ country: 'GB', number: '0909 879 0123' }, 'phone.number', said.phone],
          [{ country: 'GB', number: '01632 960' }, 'phone.number', said.phone],
          [{ country: 'US', number: '020 7946 0018' }, 'phone.number', said.phone],
        ] as const
      ).map(([phone, field, message]) => ({ path, place, phone, field, message })),
    ),
  )('$phone is refused at $field of $path', async ({ path, place, phone, field, message }) => {
    const form = { ...place(), name: 'Not rung', phone }
    const refused = await as('tenant').post(path, form)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { [field]: [message] }])
  })

  it('must match the tenant’s pattern', async () => {
    await test.query(test.ours, String.raw`update tenants set phone_regex = '^\+1'`)
    const refused = await as('tenant').post('/organisations', { name: 'Not rung', phone: london })
    expect(refused.json().errors).toEqual({ 'phone.number': [said.phone] })
    await test.query(test.ours, 'update tenants set phone_regex = null')
  })
})

describe('a group', () => {
  it('is created in an organisation, which it keeps and in which its name is unique', async () => {
    const { home, away } = test.ours.places
    const form = { name: 'Evening ward', location: 'East wing', labName: 'Quay Laboratory', clia: '12D3456789' }
    const made = await created<Group>('/groups', { ...form, organisationId: home.organisationId }, as('organisation'))
    expect(made).toMatchObject({ ...form, organisationId: home.organisationId, status: 'active', version: 1 })
    const path = `/groups/${made.id}`
    const moved = await change(path, 1, { ...form, organisationId: away.organisationId })
    expect(moved.json().errors).toEqual({ organisationId: [said.unknownField] })
    expect((await change(path, 1, { ...form, clia: '12D' })).json().errors).toEqual({ clia: [said.clia] })
    expect((await change(path, 1, { ...form, clia: '' })).json().data).toMatchObject({ clia: null, version: 2 })
    const again = { name: 'EVENING WARD', organisationId: home.organisationId }
    const taken = await as('organisation').post('/groups', again)
    expect([taken.statusCode, taken.json().errors]).toEqual([409, { name: [said.nameTaken] }])
    await created('/groups', { ...again, organisationId: away.organisationId })
  })

  it('cannot be created in an organisation that is suspended or out of scope', async () => {
    const { id } = await created('/organisations', { name: 'Closed' })
    await as('tenant').put(`/organisations/${id}/suspend`)
    const refused = { organisationId: [said.unknownReference] }
    expect((await as('tenant').post('/groups', { name: 'New', organisationId: id })).json().errors).toEqual(refused)
    const organisationId = test.ours.places.away.organisationId
    expect((await as('organisation').post('/groups', { name: 'New', organisationId })).json().errors).toEqual(refused)
  })

  it('is seen with view-own-group alone by those who belong to it', async () => {
    const { home, ward } = test.ours.places
    const own = async (type: UserType) => [
      (await as(type).get(`/groups/${home.groupId}`)).statusCode,
      (await as(type).get(`/groups/${ward.groupId}`)).statusCode,
      (await as(type).get('/groups')).json().page.total > 0,
    ]
    expect(await own('clinical')).toEqual([200, 404, true])
    expect(await own('provider')).toEqual([200, 200, true])
    await allow('provider', "array_remove(permissions, 'view-groups') || '{view-own-group}'")
    expect(await own('provider')).toEqual([404, 404, false])
    await allow('provider', "array_append(permissions, 'view-groups')")
  })
})

describe('the lists', () => {
  beforeAll(async () => {
    const { organisationId } = test.ours.places.home
    for (const name of ['Red team', 'Green team', 'Blue team']) await created('/groups', { name, organisationId })
  })

  it.each([
    ['organisations', 'CLIN', ['Cascade Clinics']],
    ['organisations', 'port', ['Cascade Clinics']],
    ['organisations', 'linics', []],
    ['groups', 'evening', ['EVENING WARD', 'Evening ward']],
    ['groups', 'east w', ['Evening ward']],
    ['groups', 'evening '.repeat(25), ['EVENING WARD', 'Evening ward']],
    ['groups', 'ward eve', ['EVENING WARD', 'Evening ward']],
  ])('of %s find the start of any word: %s', async (path, search, names) => {
    expect(namesOf((await as('tenant').get(`/${path}`, { search })).json()).toSorted()).toEqual(names.toSorted())
  })

  it.each(
    ['organisations', 'groups'].flatMap((path) =>
      ['name', '-name', 'created_at', '-created_at'].map((sort) => [path, sort] as const),
    ),
  )('of %s page by %s through all of them once, forwards and backwards', async (path, sort) => {
    const ask = async (more: object) => (await as('tenant').get(`/${path}`, { sort, ...more })).json()
    const all = namesOf(await ask({ per_page: '100' }))
    const key = sort.endsWith('name') ? 'name_key, id' : 'id'
    const stored = await test.query<{ name: string }>(test.ours, `select name from ${path} order by ${key}`)
    const inOrder = stored.map(({ name }) => name)
    expect(all).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder)
    let page = await ask({ per_page: '5' })
    const seen = namesOf(page)
    while (page.page.next !== null) {
      page = await ask({ per_page: '5', cursor: page.page.next })
      seen.push(...namesOf(page))
    }
    expect(seen).toEqual(all)
    const back = await ask({ per_page: '5', cursor: page.page.previous })
    expect(namesOf(back)).toEqual(all.slice(0, 5))
  })

  it('count people and tests of a page’s rows in the actor’s scope, but only on request', async () => {
    const { home } = test.ours.places
    const figuresOf = async (type: UserType, path: string, id: string) =>
      (await as(type).get(path, { ...since, per_page: '100' })).json().data.find((row: { id: string }) => row.id === id)
        .figures
    const ofPlace = { total: recordsPerPlace - 1, conclusive: 2, positive: 1 }
    const twice = { total: 2 * ofPlace.total, conclusive: 4, positive: 2 }
    expect(await figuresOf('tenant', '/groups', home.groupId)).toEqual({ users: 5, tests: ofPlace })
    expect((await figuresOf('tenant', '/organisations', home.organisationId)).tests).toEqual(twice)
    // A user who is bound to a group sees the organisation's figures for that group alone.
    expect(await figuresOf('clinical', '/organisations', home.organisationId)).toEqual({ users: null, tests: ofPlace })
    const later = { tests_since: '2026-06-01T00:00:00Z' }
    const { tests } = (await as('tenant').get(`/groups/${home.groupId}`, later)).json().data.figures
    expect(tests).toEqual({ total: 0, conclusive: 0, positive: 0 })
    expect((await as('tenant').get(`/groups/${home.groupId}`)).json().data.figures).toBe(null)
  })
})

describe('the history', () => {
  it('shows who changed what, the latest first', async () => {
    const { id } = await created('/organisations', { name: 'Old name' })
    const path = `/organisations/${id}`
    await change(path, 1, { name: 'New name', location: 'Quay' })
    await change(path, 2, { name: 'New name', location: 'Quay' })
    await as('tenant').put(`${path}/suspend`)
    await as('tenant').put(`${path}/suspend`)
    const { data, page } = (await as('tenant').get(`${path}/history`)).json()
    const by = `${test.ours.marker} tenant`
    expect(data).toMatchObject([
      { action: 'organisation.suspended', by, fields: [] },
      {
        action: 'organisation.changed',
        by,
        fields: [
          { field: 'name', from: 'Old name', to: 'New name' },
          { field: 'location', from: null, to: 'Quay' },
        ],
      },
      { action: 'organisation.created', by, fields: [] },
    ])
    expect(page.total).toBe(3)
    expect((await as('organisation').get(`${path}/history`)).statusCode).toBe(403)
    await allow('organisation', "array_append(permissions, 'view-audit')")
    expect((await as('organisation').get(`${path}/history`)).statusCode).toBe(404)
  })
})

describe('suspending', () => {
  const groupId = () => test.ours.places.home.groupId
  const recorded = async () => {
    const { home } = test.ours.places
    return await as('clinical').post(
      '/test-records',
      {
        organisationId: home.organisationId,
        groupId: home.groupId,
        subjectId: home.subjectId,
        assayId: home.assayId,
        analyteResults: [{ analyteId: 'line', result: 'negative' }],
        performedDate: '2026-03-01',
        performedTime: '09:30',
        performedZone: 'Europe/London',
      },
      { 'idempotency-key': crypto.randomUUID() },
    )
  }

  it('a group stops tests and invites in it until it is reactivated, and logs nobody out', async () => {
    const suspended = await as('organisation').put(`/groups/${groupId()}/suspend`)
    expect(suspended.json().data.status).toBe('suspended')
    expect((await recorded()).json().errors).toEqual({ groupId: [said.suspendedPlace] })
    const invite = { groupId: groupId(), email: 'invited@people.test', lang: 'en' }
    expect((await as('group').post('/invites', invite)).json().errors).toEqual({ groupId: [said.suspendedPlace] })
    expect(namesOf((await as('clinical').get('/groups', { status: 'active' })).json())).toEqual([])
    expect((await as('clinical').get('/users/my-details')).statusCode).toBe(200)
    const again = await as('organisation').put(`/groups/${groupId()}/suspend`)
    expect(again.headers.etag).toBe(suspended.headers.etag)
    await as('organisation').put(`/groups/${groupId()}/reactivate`)
    expect((await recorded()).statusCode).toBe(201)
  })

  it('an organisation ends its people’s sessions for good, and lets nobody log in until it is reactivated', async () => {
    const { organisationId } = test.ours.places.home
    const path = `/organisations/${organisationId}`
    const elsewhere = as('clinical').copy(await test.another())
    const before = (await as('tenant').get(path)).json().data.openSessions
    expect(before).toBe(4)
    expect((await as('organisation').put(`${path}/suspend`)).statusCode).toBe(403)
    const stale = await as('tenant').send('PUT', `${path}/suspend`, { headers: { 'if-match': '"99"' } })
    expect(stale.json().code).toBe('stale-version')
    expect((await as('tenant').put(`${path}/suspend`)).json().data).toMatchObject({
      status: 'suspended',
      openSessions: 0,
    })
    expect((await elsewhere.get('/users/my-details')).statusCode).toBe(401)
    const visitor = await visit(test.app, test.ours)
    const login = await visitor.post('/login', { username: emailOf('clinical'), password })
    expect(login.json().code).toBe('organisation-suspended')
    expect((await as('tenant').get(`/groups/${groupId()}`)).json().data.organisationStatus).toBe('suspended')
    await as('tenant').put(`${path}/reactivate`)
    // Ended sessions stay ended.
    expect((await elsewhere.get('/users/my-details')).statusCode).toBe(401)
    expect(
      await test.query(test.ours, 'select id from sessions where user_id = $1 and expires_at > now()', [
        userIdOf('clinical'),
      ]),
    ).toEqual([])
    await logInAs(test.app, test.ours, 'clinical')
  })
})

it('lists the counties of the US Census, of one state or of all', async () => {
  const ask = async (query: Record<string, string>) =>
    (await as('tenant').get('/assays/us-counties', query)).json().data
  expect(await ask({ state: 'OR' })).toContainEqual({ fips: '41051', name: 'Multnomah', state: 'OR' })
  const maryland = (await ask({ state: 'MD' })).map(({ name }: { name: string }) => name)
  expect(maryland).toEqual(expect.arrayContaining(['Baltimore', 'Baltimore city']))
  expect(await ask({})).toHaveLength(3242)
})

async function allow(userType: UserType, permissions: string): Promise<void> {
  await test.query(test.ours, `update tenant_permissions set permissions = ${permissions} where user_type = $1`, [
    userType,
  ])
}

describe('a name', () => {
  it('is unique in any spelling, and existing duplicates keep theirs', async () => {
    const { organisationId } = test.ours.places.home
    const admin = as('tenant')
    const add = async (path: string, name: string) => (await admin.post(path, { name, organisationId })).statusCode
    await created('/groups', { name: 'O’Brien – Café', organisationId })
    for (const name of ["O'BRIEN - CAFE", 'OBrien — Cafe\u0301', 'o´brien \u00a0- café']) {
      expect([name, await add('/groups', name)]).toEqual([name, 409])
    }
    const renamed = await created('/groups', { name: 'Cafe', organisationId })
    await test.query(test.ours, `update groups set name = 'OBRIEN CAFÉ' where id = $1`, [renamed.id])
    await test.query(test.ours, `update groups set name = 'O’Brien Café' where name = 'O’Brien – Café'`)
    const change = { name: "O'Brien Cafe", description: null, location: 'Attic', labName: null, clia: null }
    const put = await admin.send('PUT', `/groups/${renamed.id}`, {
      body: { ...change, twoReaders: false },
      headers: { 'if-match': '"1"' },
    })
    expect(put.statusCode, put.body).toBe(200)
  })
})
