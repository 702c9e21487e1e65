import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../contract/phrases/en_GB/errors.ts'
import { rules as said } from '../../contract/phrases/en_GB/rules.ts'
import { serverRules } from '../../contract/phrases/en_GB/server-rules.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { addSubject, recordTestOf } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let tenant: Client
let clinical: Client
let people = 0
/** Born on another day for each test, so that tests do not meet each other's people. */
let dateOfBirth: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())
beforeEach(async () => {
  await identifyBy('names')
  dateOfBirth = `1950-03-${String((people += 1)).padStart(2, '0')}`
})

async function identifyBy(identifiesBy: 'email' | 'names') {
  const path = `/tenants/${test.ours.id}`
  const { version } = (await tenant.get(path)).json().data
  const changed = await tenant.send('PUT', path, {
    body: { identifiesBy, subjectDetails: ['nhsNumber'] },
    headers: { 'if-match': `"${version}"` },
  })
  expect(changed.statusCode, changed.body).toBe(200)
}

const ada = () => ({ kind: 'human', firstName: 'Ada', lastName: 'O’Neil', dateOfBirth, email: '', localId: null })
const post = (more: object = {}, place = test.ours.places.home) =>
  clinical.post('/subjects', { ...ada(), groupId: place.groupId, ...more })
const required = (field: string) => said.required.replace('{{field}}', field)

it('people are identified by their email until the tenant chooses otherwise', async () => {
  await identifyBy('email')
  const refused = await post()
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { email: [required('Email')] }])
  const { data } = (await clinical.get('/get-site-preferences')).json()
  expect(data.subjects.identifiesBy).toBe('email')
})

describe('where people are identified by their email', () => {
  beforeEach(() => identifyBy('email'))
  const byEmail = (email: string, more: object = {}) => post({ email: `${email}-${people}@people.test`, ...more })

  it('another email with the names and the date of birth of somebody in the group is asked about', async () => {
    await byEmail('ada')
    const refused = await byEmail('other', { firstName: 'ADA', lastName: "O'Neil" })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      409,
      { lastName: [serverRules.mayBeAnother], email: [serverRules.differsFromKnown] },
    ])
    expect(refused.body).not.toContain('people.test')
    expect((await byEmail('other', { isNamesake: true })).statusCode).toBe(201)
  })

  it('nobody is asked about whose names or date of birth differ, are missing or are known to another group', async () => {
    await byEmail('ada')
    const others = [
      await byEmail('zoe', { firstName: 'Zoe' }),
      await byEmail('born', { dateOfBirth: '1950-04-30' }),
      await byEmail('nameless', { firstName: null, lastName: null }),
      await byEmail('nameless-too', { firstName: null, lastName: null }),
      await tenant.post('/subjects', {
        ...ada(),
        email: `away-${people}@people.test`,
        groupId: test.ours.places.away.groupId,
      }),
    ]
    expect(others.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
  })

  it('whoever gets the names of somebody else is asked about, and nobody whose email alone changes', async () => {
    await byEmail('ada')
    const { id } = (await byEmail('eda', { firstName: 'Eda' })).json().data
    const put = (version: number, body: object) =>
      clinical.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': `"${version}"` } })
    const email = `eda-${people}@people.test`
    expect(Object.keys((await put(1, { ...ada(), email })).json().errors)).toEqual(['lastName', 'email'])
    expect((await put(1, { ...ada(), email, isNamesake: true })).statusCode).toBe(200)
    expect((await put(2, { ...ada(), email: `new-${people}@people.test` })).statusCode).toBe(200)
  })

  it('of two requests at once for one person, one is asked about', async () => {
    const statuses = (await Promise.all([byEmail('one'), byEmail('two')])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})

describe('where people are identified by their names', () => {
  it('an email is not needed, but both names are', async () => {
    const created = await post()
    expect(created.statusCode, created.body).toBe(201)
    expect(created.json().data).toMatchObject({ email: null, firstName: 'Ada', lastName: 'O’Neil' })
    const refused = await post({ firstName: '', lastName: null, email: 'ada@people.test' })
    expect(refused.json().errors).toEqual({ firstName: [required('First name')], lastName: [required('Last name')] })
    const record = await recordTestOf(clinical, test.ours.places.home, created.json().data.id)
    const deliveries = (await tenant.get(`/test-records/${record}/deliveries`)).json().data
    expect(deliveries.obstacles.email).toBe('subjectWithoutEmail')
  })

  it('somebody with the same names and date of birth is refused as probably the same, unless that is confirmed', async () => {
    await post()
    const refused = await post({ firstName: 'ADA', lastName: "O'Neil" })
    expect([refused.statusCode, refused.json().errors]).toEqual([409, { lastName: [said.namesakeOfSubject] }])
    expect((await post({ isNamesake: true })).statusCode).toBe(201)
    expect((await post({ firstName: 'Adam' })).statusCode).toBe(201)
    expect((await post({ dateOfBirth: '1950-04-01' })).statusCode).toBe(201)
    const away = await tenant.post('/subjects', { ...ada(), groupId: test.ours.places.away.groupId })
    expect(away.statusCode).toBe(201)
  })

  it('nobody is made known to a group that has somebody with the same names and date of birth', async () => {
    const { home, ward } = test.ours.places
    const id = await addSubject(tenant, ward, ada())
    await post()
    const refused = await tenant.put(`/subjects/${id}/groups/${home.groupId}`)
    expect([refused.statusCode, refused.json().errors]).toEqual([409, { lastName: [said.namesakeOfSubject] }])
  })

  it('of two requests at once for one person, one is refused', async () => {
    const statuses = (await Promise.all([post(), post()])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  it('of two requests at once with one NHS number, one is refused', async () => {
    const details = { nhsNumber: '9434765870' }
    const people = [post({ details }), post({ details, firstName: 'Zoe', lastName: 'Berg' })]
    const statuses = (await Promise.all(people)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  it('somebody whose NHS number another group gave to somebody else can still be corrected', async () => {
    const details = { nhsNumber: '9434765900' }
    const { home, away } = test.ours.places
    const id = await addSubject(tenant, home, { ...ada(), email: 'n3@people.test', details })
    await addSubject(tenant, away, { ...ada(), firstName: 'Zoe', email: 'n4@people.test', details })
    await test.query(
      test.ours,
      `insert into subject_groups (tenant_id, subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation)
       select tenant_id, subject_id, $2, $3, name_key, false, $3 <> organisation_id from subject_groups where subject_id = $1`,
      [id, away.groupId, away.organisationId],
    )
    const { version } = (await tenant.get(`/subjects/${id}`)).json().data
    const changed = await tenant.send('PUT', `/subjects/${id}`, {
      body: { ...ada(), email: 'n5@people.test', details },
      headers: { 'if-match': `"${version}"` },
    })
    expect(changed.statusCode, changed.body).toBe(200)
  })

  it('an equal local ID, email or NHS number is said first, because then it is the same person', async () => {
    const local = { localId: 'R-77', email: 'ada@people.test', details: { nhsNumber: '9434765919' } }
    const id = await addSubject(tenant, test.ours.places.home, { ...ada(), ...local })
    const refusals = [{ localId: 'r77' }, { email: 'ADA@people.test' }, { details: local.details }]
    const fields = []
    for (const more of refusals) fields.push(Object.keys((await post({ isNamesake: true, ...more })).json().errors))
    expect(fields).toEqual([['localId'], ['email'], ['details.nhsNumber']])
    // Their own number is no obstacle to changing them.
    const { version } = (await tenant.get(`/subjects/${id}`)).json().data
    const changed = await tenant.send('PUT', `/subjects/${id}`, {
      body: { ...ada(), ...local },
      headers: { 'if-match': `"${version}"` },
    })
    expect(changed.statusCode, changed.body).toBe(200)
  })

  it('changing a name to that of somebody else has to be confirmed, too', async () => {
    await post()
    const { id, version = 1 } = (await post({ firstName: 'Eda' })).json().data
    const put = (body: object) =>
      clinical.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': `"${version}"` } })
    expect((await put(ada())).json().errors).toEqual({ lastName: [said.namesakeOfSubject] })
    expect((await put({ ...ada(), isNamesake: true })).statusCode).toBe(200)
  })

  it('they are found by names and date of birth, and a namesake is told', async () => {
    const { id } = (await post({ localId: 'R-1' })).json().data
    const lookUp = (more: object = {}, client = clinical) =>
      client.post('/subjects/lookup', { firstName: 'ada', lastName: 'O’NEIL', dateOfBirth, ...more })
    expect((await lookUp()).json().data).toMatchObject({ id, hasNamesake: false })
    const { id: besides } = (await post({ isNamesake: true })).json().data
    expect((await lookUp()).json().data.hasNamesake).toBe(true)
    // Whoever is being edited, or compared with others, is no namesake of them.
    expect((await lookUp({ besides })).json().data).toMatchObject({ id, hasNamesake: false })
    await post({ isNamesake: true })
    expect((await lookUp({ besides })).json().data.hasNamesake).toBe(true)
    const missed = await lookUp({ dateOfBirth: '1950-12-31' })
    expect([missed.statusCode, missed.json().message]).toEqual([404, errors['name-not-found']])
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await lookUp({}, theirs)).statusCode).toBe(404)
  })

  it('an equal NHS number makes two subjects possible duplicates, whatever their names', async () => {
    const details = { nhsNumber: '4010232137' }
    const one = await addSubject(tenant, test.ours.places.home, { ...ada(), email: 'n1@people.test', details })
    const other = await addSubject(tenant, test.ours.places.away, {
      ...ada(),
      firstName: 'Zoe',
      lastName: 'Berg',
      dateOfBirth: '1951-01-01',
      email: 'n2@people.test',
      details,
    })
    const found = (await tenant.get(`/subjects/${one}/duplicates`)).json().data
    expect(found).toEqual([
      expect.objectContaining({ reason: 'same-nhs-number', subject: expect.objectContaining({ id: other }) }),
    ])
  })
})
