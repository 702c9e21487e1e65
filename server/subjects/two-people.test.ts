import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rules } from '../../contract/phrases/en_GB/rules.ts'
import { serverRules } from '../../contract/phrases/en_GB/server-rules.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import type { Place } from '../../tests/server/places.ts'
import { addSubject } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let tenant: Client
let home: Place
let ward: Place
let people = 0
/** Born on another day for each test, so that tests do not meet each other's people. */
let dateOfBirth: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  ;({ home, ward } = test.ours.places)
  await test.query(
    test.ours,
    `update tenants set identifies_by = 'names', subject_details = '{telephones,sex,address,role,guardian,nhsNumber}'`,
  )
})
afterAll(() => test.close())
beforeEach(() => {
  dateOfBirth = `1961-05-${String((people += 1)).padStart(2, '0')}`
})

const mobile = (number: string) => ({ country: 'GB', number, type: 'mobile', texts: false })
const guardian = (name: string) => ({ name, relation: null, email: null, telephone: null, receives: false })
const address = { streetAddress: '1 Quay Street', city: 'Hull', postcode: 'HU1 1AA', country: 'GB' }
/** Maria, with all that is known of her. */
const maria = (details: object = {}, more: object = {}) => ({
  kind: 'human',
  firstName: 'Maria',
  lastName: 'Garcia',
  dateOfBirth,
  email: '',
  localId: null,
  details: {
    sex: 'female',
    role: 'resident',
    telephones: [mobile('07400 123456')],
    guardian: guardian('Rosa Garcia'),
    address,
    ...details,
  },
  ...more,
})
const post = (body: object, place = home) => tenant.post('/subjects', { ...body, groupId: place.groupId })
const differs = [serverRules.differsFromKnown]
const mayBeAnother = { lastName: [serverRules.mayBeAnother] }

it('somebody of the same names and date of birth whom nothing contradicts is said to be the same', async () => {
  await addSubject(tenant, home, maria())
  const sparse = await post(maria({ sex: 'unknown', role: null, guardian: null, address: null }))
  expect([sparse.statusCode, sparse.json().errors]).toEqual([409, { lastName: [rules.namesakeOfSubject] }])
})

it.each([
  ['details.sex', { sex: 'male' }],
  ['details.role', { role: 'staff' }],
  ['details.telephones', { telephones: [mobile('07400 765432')] }],
  ['details.address', { address: { ...address, streetAddress: '9 Mill Lane' } }],
  ['details.guardian', { guardian: guardian('Ines Vidal') }],
])('whoever differs at %s may be another person, and is added only if that is said', async (field, details) => {
  await addSubject(tenant, home, maria())
  const refused = await post(maria(details))
  expect([refused.statusCode, refused.json().errors]).toEqual([409, { ...mayBeAnother, [field]: differs }])
  expect(refused.body).not.toMatch(/Garcia|07400|Quay|Vidal/)
  expect((await post({ ...maria(details), isNamesake: true })).statusCode).toBe(201)
})

it('what identifies them contradicts, too, and all that differs is named', async () => {
  await addSubject(tenant, home, maria({}, { localId: 'A-1', email: 'maria.a@people.test' }))
  const refused = await post(maria({ sex: 'male' }, { localId: 'B-2', email: 'maria.b@people.test' }))
  expect(refused.json().errors).toEqual({ ...mayBeAnother, localId: differs, email: differs, 'details.sex': differs })
})

it('of several people of one name and date of birth, the one who is most like them counts', async () => {
  await addSubject(tenant, home, maria())
  await addSubject(tenant, home, { ...maria({ sex: 'male', telephones: null }), isNamesake: true })
  const same = await post(maria({ sex: 'male', telephones: [mobile('07400 765432')] }))
  expect(same.json().errors).toEqual({ lastName: [rules.namesakeOfSubject] })
})

it('details that the tenant does not keep any more contradict nothing', async () => {
  const id = await addSubject(tenant, home, maria())
  await test.query(test.ours, `update tenants set subject_details = '{sex}'`)
  await test.query(test.ours, `update subject_details set role = 'staff' where subject_id = $1`, [id])
  const refused = await post({ ...maria(), details: { sex: 'female' } })
  await test.query(test.ours, `update tenants set subject_details = '{telephones,sex,address,role,guardian,nhsNumber}'`)
  expect(refused.json().errors).toEqual({ lastName: [rules.namesakeOfSubject] })
})

it('whoever gets the names of somebody else may be another person, by what is known of both', async () => {
  await addSubject(tenant, home, maria())
  const id = await addSubject(tenant, home, maria({ sex: 'male' }, { firstName: 'Mario' }))
  const put = (body: object) => tenant.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': '"1"' } })
  const { details: _, ...renamed } = maria()
  expect((await put(renamed)).json().errors).toEqual({ ...mayBeAnother, 'details.sex': differs })
  expect((await put({ ...renamed, isNamesake: true })).statusCode).toBe(200)
})

it('somebody of another group who may be another person is tested here as one of their own once that is said', async () => {
  const id = await addSubject(tenant, ward, maria({ sex: 'male' }))
  await addSubject(tenant, home, maria())
  const acquaint = (body?: object) => tenant.put(`/subjects/${id}/groups/${home.groupId}`, body)
  const refused = await acquaint()
  expect([refused.statusCode, refused.json().errors]).toEqual([409, { ...mayBeAnother, 'details.sex': differs }])
  expect((await acquaint({ isNamesake: true })).statusCode).toBe(204)
  const { data } = (await tenant.get('/subjects', { search: 'garcia', group_id: home.groupId, per_page: '100' })).json()
  expect(data.map((one: { id: string }) => one.id)).toContain(id)
})

it('somebody of another group who shares a local ID is tested here once that is said', async () => {
  const id = await addSubject(tenant, ward, maria({}, { firstName: 'Ana', localId: 'FAM-3' }))
  await addSubject(tenant, home, maria({}, { localId: 'fam 3' }))
  const acquaint = (body?: object) => tenant.put(`/subjects/${id}/groups/${home.groupId}`, body)
  expect((await acquaint()).json().errors).toEqual({ localId: [serverRules.localIdOfSubject] })
  expect((await acquaint({ isLocalIdShared: true })).statusCode).toBe(204)
})

/** Adds two people of one name and date of birth to two groups, each with what is known of them. */
async function addTwo(one: object, other: object) {
  const first = await addSubject(tenant, home, maria({}, one))
  const second = await addSubject(tenant, ward, maria({}, other))
  return [first, second] as const
}
const mergeOf = (into: string, subjectId: string, more: object = {}) =>
  tenant.send('POST', `/subjects/${into}/merge`, {
    body: { subjectId, version: 1, ...more },
    headers: { 'if-match': '"1"' },
  })
const twoDiffer = [serverRules.twoDiffer]

it('two people are merged without a word only if nothing contradicts that they are one', async () => {
  const [one, same] = await addTwo({}, { details: { telephones: [mobile('07400 123456')], sex: 'unknown' } })
  expect((await mergeOf(one, same)).statusCode).toBe(200)
})

it('merging two people who may be two names what differs, and waits until somebody says that they are one', async () => {
  const [one, other] = await addTwo(
    { localId: 'M-1' },
    { localId: 'M-2', firstName: 'Mariam', details: { ...maria().details, sex: 'male', role: 'staff' } },
  )
  const refused = await mergeOf(one, other)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'may-be-two'])
  const all = ['firstName', 'localId', 'details.sex', 'details.role']
  expect(refused.json().errors).toEqual(Object.fromEntries(all.map((field) => [field, twoDiffer])))
  expect(refused.body).not.toMatch(/Garcia|Mariam|M-1|M-2/)
  expect((await tenant.get(`/subjects/${other}`)).statusCode).toBe(200)
  expect((await mergeOf(one, other, { isSamePerson: true })).statusCode).toBe(200)
})

it('an agreeing NHS number settles what is known beside names and date of birth', async () => {
  const nhsNumber = '9434765870'
  const [one, other] = await addTwo(
    { details: { nhsNumber, role: 'staff' } },
    { lastName: 'Garcia Lopez', details: { nhsNumber, role: 'resident' } },
  )
  expect((await mergeOf(one, other)).json().errors).toEqual({ lastName: twoDiffer })
})

it('what files told of two people tells them apart, though nobody keeps it', async () => {
  const [one, other] = await addTwo({}, {})
  const told = (middleName: string) => JSON.stringify({ middleName: { is: [middleName], also: [] } })
  for (const [id, middleName] of [
    [one, 'ana'],
    [other, 'beatriz'],
  ] as const) {
    await test.query(
      test.ours,
      `insert into imported_people (tenant_id, key, import_id, subject_id, facts)
       values ($1, $2, '00000000-0000-0000-0000-000000000000', $3, $4)`,
      [test.ours.id, `told ${id}`, id, told(middleName)],
    )
  }
  expect((await mergeOf(one, other)).json().errors).toEqual({ middleName: twoDiffer })
  const [found] = (await tenant.get(`/subjects/${one}/duplicates`)).json().data
  expect(found).toMatchObject({ subject: { id: other }, differs: ['middleName'] })
})

it('a possible duplicate says what is the same and what differs', async () => {
  const [one, other] = await addTwo({}, { details: { ...maria().details, sex: 'male', role: null } })
  const [found] = (await tenant.get(`/subjects/${one}/duplicates`)).json().data
  expect(found).toMatchObject({ subject: { id: other }, differs: ['sex'] })
  expect(found.agrees).toEqual(['firstName', 'lastName', 'dateOfBirth', 'telephone', 'address', 'guardian'])
})
