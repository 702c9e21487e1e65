import { afterAll, beforeAll, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { todayIn } from '../../contract/rules/dates.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import type { Place } from '../../tests/server/places.ts'
import { addSubject, merge, recordTestOf } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

/** Covers impossible birth dates. */

let test: TestApp
let tenant: Client
let home: Place

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  ;({ home } = test.ours.places)
})
afterAll(() => test.close())

async function edit(id: string, identity: object) {
  const { data } = (await tenant.get(`/subjects/${id}`)).json()
  const { kind, email, dateOfBirth, firstName, lastName, localId, version } = data
  const body = { kind, email, dateOfBirth, firstName, lastName, localId, isNamesake: true, ...identity }
  return tenant.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': `"${version}"` } })
}

const { dateInFuture, beforeBirth } = phrases.rules
const { testBeforeBirth, mergeBeforeBirth } = phrases.serverRules
const tested = newRecordAt({ organisationId: '', groupId: '', subjectId: '', assayId: '' } as Place).performedDate
const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

it('a subject’s birth date cannot be corrected to after a test', async () => {
  const id = await addSubject(tenant, home)
  const recordId = await recordTestOf(tenant, home, id)
  const refused = await edit(id, { dateOfBirth: dayAfter(tested), firstName: 'Nadia' })
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { dateOfBirth: [testBeforeBirth] }])
  expect((await tenant.get(`/subjects/${id}`)).json().data).toMatchObject({ firstName: 'Ana', version: 1 })
  expect((await edit(id, { dateOfBirth: tested })).statusCode).toBe(200)
  const voiding = { reason: 'created-in-error', reasonText: null, changeNote: null }
  await tenant.post(`/test-records/${recordId}/void`, voiding, { 'if-match': '"1"' })
  expect((await edit(id, { dateOfBirth: dayAfter(tested) })).statusCode).toBe(200)
})

it('a test and a simultaneous correction of the birth date never leave a test before birth', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await addSubject(tenant, home)
    const record = tenant.post('/test-records', { ...newRecordAt(home), subjectId: id })
    const [recorded, edited] = await Promise.all([record, edit(id, { dateOfBirth: dayAfter(tested) })])
    const outcomes = [recorded.json().errors?.performedDate, edited.json().errors?.dateOfBirth]
    expect([
      [[beforeBirth], undefined],
      [undefined, [testBeforeBirth]],
    ]).toContainEqual(outcomes)
  }
})

it('a merge cannot keep a birth date after a test', async () => {
  const [kept, other] = [
    await addSubject(tenant, home, { dateOfBirth: dayAfter(tested) }),
    await addSubject(tenant, home),
  ]
  await recordTestOf(tenant, home, other)
  const refused = await merge(tenant, { from: other, into: kept })
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { subjectId: [mergeBeforeBirth] }])
  expect((await merge(tenant, { from: kept, into: other })).statusCode).toBe(200)
})

it('a birth date cannot be tomorrow by the clocks of the tenant’s countries', async () => {
  // A day begins in Gibraltar before it does in London, and both belong to the country GB.
  const today = todayIn('Europe/Gibraltar')
  const tomorrow = dayAfter(today)
  const person = { kind: 'human', groupId: home.groupId, email: 'unborn@people.test' }
  const refused = await tenant.post('/subjects', { ...person, dateOfBirth: tomorrow })
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { dateOfBirth: [dateInFuture] }])
  const id = await addSubject(tenant, home, { dateOfBirth: today })
  expect((await edit(id, { dateOfBirth: tomorrow })).json().errors).toEqual({ dateOfBirth: [dateInFuture] })
  const visitor = await visit(test.app, test.ours)
  const form = {
    fullName: 'Rosa Quill',
    email: 'rosa.unborn@people.test',
    password: 'Copper-Lantern-48',
    country: 'GB',
    lang: 'en',
    termsAccepted: true,
  }
  const registered = await visitor.post('/self-registration-user-create', { ...form, dateOfBirth: tomorrow })
  expect(registered.json().errors).toEqual({ dateOfBirth: [dateInFuture] })
})
