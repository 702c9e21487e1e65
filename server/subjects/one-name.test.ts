import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rules as said } from '../../contract/phrases/en_GB/rules.ts'
import { fhirBase } from '../../contract/fhir/served.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { makeMachine } from '../../tests/server/machines.ts'
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
  const path = `/tenants/${test.ours.id}`
  const { version } = (await tenant.get(path)).json().data
  const body = { identifiesBy: 'names' }
  expect((await tenant.send('PUT', path, { body, headers: { 'if-match': `"${version}"` } })).statusCode).toBe(200)
})
afterAll(() => test.close())
beforeEach(() => {
  dateOfBirth = `1961-07-${String((people += 1)).padStart(2, '0')}`
})

const suharto = () => ({ kind: 'human', firstName: null, lastName: 'Suharto', dateOfBirth, email: '', localId: null })
const post = (more: object = {}, { groupId } = test.ours.places.home) =>
  clinical.post('/subjects', { ...suharto(), groupId, ...more })
const put = (id: string, version: number, more: object) =>
  clinical.send('PUT', `/subjects/${id}`, { body: { ...suharto(), ...more }, headers: { 'if-match': `"${version}"` } })
const lookUp = (names: object, client = clinical) => client.post('/subjects/lookup', { dateOfBirth, ...names })
const required = (label: string) => [said.required.replace('{{field}}', label)]

it('a person is added with the last name alone only if it is said that they have one name', async () => {
  const refused = await post()
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { firstName: required('First name') }])
  const isNot = await post({ hasOneName: false })
  expect(isNot.json().errors).toEqual({ firstName: required('First name') })
  const created = await post({ firstName: ' ', hasOneName: true })
  expect(created.statusCode, created.body).toBe(201)
  expect(created.json().data).toMatchObject({ firstName: null, lastName: 'Suharto' })
})

it('the one name is the last name', async () => {
  const refused = await post({ firstName: 'Suharto', lastName: '', hasOneName: true })
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { lastName: required('Last name') }])
})

it('one name and date of birth are asked about like two, and only in the own group', async () => {
  expect((await post({ hasOneName: true })).statusCode).toBe(201)
  const refused = await post({ lastName: 'SUHARTO', hasOneName: true })
  expect([refused.statusCode, refused.json().errors]).toEqual([409, { lastName: [said.namesakeOfSubject] }])
  expect((await post({ firstName: 'Ana' })).statusCode).toBe(201)
  expect((await post({ hasOneName: true, isNamesake: true })).statusCode).toBe(201)
})

it('a first name is taken away only if that is said, and can be given again', async () => {
  const { id } = (await post({ firstName: 'Ana' })).json().data
  expect((await put(id, 1, {})).json().errors).toEqual({ firstName: required('First name') })
  const changed = await put(id, 1, { hasOneName: true })
  expect([changed.statusCode, changed.json().data]).toMatchObject([200, { firstName: null, lastName: 'Suharto' }])
  const again = await put(id, changed.json().data.version, { firstName: 'Ana' })
  expect([again.statusCode, again.json().data.firstName]).toEqual([200, 'Ana'])
})

it('who has one name is found by it only if that is said, and a namesake is told', async () => {
  const { id } = (await post({ hasOneName: true })).json().data
  await post({ firstName: 'Ana' })
  const found = await lookUp({ lastName: 'suharto', hasOneName: true })
  expect([found.statusCode, found.json().data]).toMatchObject([200, { id, hasNamesake: false }])
  expect((await lookUp({ lastName: 'Suharto' })).statusCode).toBe(422)
  expect((await lookUp({ lastName: 'Suharto', hasOneName: false })).statusCode).toBe(422)
  await post({ hasOneName: true, isNamesake: true })
  expect((await lookUp({ lastName: 'Suharto', hasOneName: true })).json().data.hasNamesake).toBe(true)
  const theirs = await logInAs(test.app, test.theirs, 'tenant')
  expect((await lookUp({ lastName: 'Suharto', hasOneName: true }, theirs)).statusCode).toBe(404)
})

it('the one name leaves as the family name alone', async () => {
  const { id } = (await post({ hasOneName: true })).json().data
  const machine = await makeMachine(tenant, test.ours)
  const patient = (await machine.get(`${fhirBase}/Patient/${id}`)).json()
  expect(patient.name).toEqual([{ text: 'Suharto', family: 'Suharto' }])
})
