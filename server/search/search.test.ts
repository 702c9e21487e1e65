import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Found } from '../../contract/search/endpoints.ts'
import { permissions, type UserType } from '../../contract/permissions/permissions.ts'
import { foldRecordCounts } from '../test-records/counting/folding-service.ts'
import { latestTestRecords } from '../test-records/service.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { startOperator } from '../../tests/server/operators.ts'
import { plansOf } from '../../tests/server/plans.ts'
import { addSubject, recordTestOf } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

const find = async (client: Client, search: string): Promise<Found> => {
  const response = await client.post('/search', { search })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}
const nothing: Found = {
  tests: [],
  subjects: [],
  users: [],
  organisations: [],
  groups: [],
  assays: [],
  lots: [],
  tenants: [],
}
const mayDo = (userType: UserType, held: readonly string[]) =>
  test.query(test.ours, 'update tenant_permissions set permissions = $2 where user_type = $1', [userType, held])

it('finds a test by the start of its ID, in either case, even if it was voided', async () => {
  const { testId, recordId } = test.ours.places.home
  const typed = testId.slice(0, -2).toLowerCase()
  expect((await find(admin, typed)).tests).toEqual([
    expect.objectContaining({ id: recordId, testId, state: 'recorded' }),
  ])
  await test.query(test.ours, `update test_records set state = 'voided' where id = $1`, [recordId])
  expect((await find(admin, typed)).tests).toEqual([expect.objectContaining({ id: recordId, state: 'voided' })])
  await test.query(test.ours, `update test_records set state = 'recorded' where id = $1`, [recordId])
})

it('finds people with their tests by name, email and local ID, three of each kind', async () => {
  const { home } = test.ours.places
  const ids: string[] = []
  for (const number of [1, 2, 3, 4]) {
    const identity = { firstName: `Zelda${number}`, lastName: 'Findling', localId: `ZF-${number}` }
    ids.push(await addSubject(admin, home, identity))
  }
  const recordId = await recordTestOf(admin, home, ids[0] ?? '')
  expect((await find(admin, 'findl zelda')).subjects.map(({ id }) => id)).toEqual(ids.slice(0, 3))
  const one = await find(admin, 'zf 1')
  expect(one).toEqual({
    ...nothing,
    subjects: [expect.objectContaining({ id: ids[0], firstName: 'Zelda1', localId: 'ZF-1' })],
    tests: [expect.objectContaining({ id: recordId, result: 'negative' })],
  })
})

it('finds users, organisations, groups and assays by name', async () => {
  const { organisationId, groupId, assayId, staffId } = test.ours.places.home
  const rename = (table: string, column: string, id: string) =>
    test.query(test.ours, `update ${table} set ${column} = $2 where id = $1`, [id, `Quillon ${table}`])
  await rename('users', 'full_name', staffId)
  await rename('organisations', 'name', organisationId)
  await rename('groups', 'name', groupId)
  await rename('assays', 'name', assayId)
  const found = await find(admin, 'quillon')
  expect(found.users).toEqual([expect.objectContaining({ id: staffId, fullName: 'Quillon users' })])
  expect(found.organisations).toEqual([expect.objectContaining({ id: organisationId })])
  expect(found.groups).toEqual([{ id: groupId, name: 'Quillon groups', organisationName: 'Quillon organisations' }])
  expect(found.assays).toEqual([expect.objectContaining({ id: assayId, name: 'Quillon assays' })])
})

it('finds each lot of the scope once, in either case, but not lots of voided tests only', async () => {
  const { home, away } = test.ours.places
  const today = { performedDate: new Date().toISOString().slice(0, 10), performedTime: '00:00', performedZone: 'UTC' }
  const record = async (place: typeof home, lot: string) => {
    const reply = await admin.post('/test-records', { ...newRecordAt(place), ...today, lot })
    expect(reply.statusCode, reply.body).toBe(201)
    return reply.json().data.id as string
  }
  for (const lot of ['QX100', 'QX100', 'QX200']) await record(home, lot)
  await record(away, 'QX300')
  const voided = await record(home, 'QX050')
  await test.query(test.ours, `update test_records set state = 'voided' where id = $1`, [voided])
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  const stranger = await logInAs(test.app, test.theirs, 'tenant')
  const found = async () =>
    await Promise.all([admin, clinical, stranger].map(async (one) => (await find(one, 'qx')).lots))
  const ofEach = [['QX100', 'QX200', 'QX300'], ['QX100', 'QX200'], []]
  expect(await found()).toEqual(ofEach)
  // Counted elsewhere from now on.
  await foldRecordCounts(test.door)
  expect(await found()).toEqual(ofEach)
})

it('finds nothing for another tenant', async () => {
  const theirs = await logInAs(test.app, test.theirs, 'tenant')
  expect(await find(theirs, 'findling')).toEqual(nothing)
  expect(await find(theirs, 'quillon')).toEqual(nothing)
})

it('finds only kinds whose list the user may see', async () => {
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  expect((await find(clinical, 'findling')).subjects).toHaveLength(3)
  await mayDo('clinical', ['login-dashboard', 'view-own-user'])
  expect(await find(clinical, 'findling')).toEqual(nothing)
  const found = await find(clinical, 'quillon')
  expect(found.assays).toHaveLength(1)
  expect({ ...found, assays: [] }).toEqual(nothing)
})

it('finds only their own tests for a patient, whatever their permissions', async () => {
  const { home, ward } = test.ours.places
  await mayDo('patient', permissions)
  const patient = await logInAs(test.app, test.ours, 'patient')
  expect(await find(patient, home.testId)).toEqual({
    ...nothing,
    tests: [expect.objectContaining({ id: home.recordId })],
  })
  expect(await find(patient, home.subjectEmail)).toMatchObject({ ...nothing, tests: expect.any(Array) })
  expect(await find(patient, 'quillon')).toEqual(nothing)
  expect(await find(patient, ward.subjectEmail)).toEqual(nothing)
})

it('finds tenants for an operator, and nothing in them', async () => {
  const { client } = await startOperator(test, 'Fin Seeker', null)
  const found = await find(client, test.ours.marker)
  expect(found.tenants.map(({ id }) => id)).toContain(test.ours.id)
  expect({ ...(await find(client, 'findling')), assays: [] }).toEqual(nothing)
})

it('plans each search of tests for its text, so that none scans all of them to find nothing', async () => {
  const { result } = await plansOf(test, 'tenant', async (scope) => {
    await latestTestRecords(scope, { state: 'all', search: 'zzqq' }, 3)
    return await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(scope.db)
  })
  expect(result.rows).toEqual([{ mode: 'force_custom_plan' }])
})

it('needs at least two characters', async () => {
  for (const search of ['', ' a ', '\u200b\u200b\u200b']) {
    expect((await admin.post('/search', { search })).statusCode).toBe(422)
  }
})

it('does not record the search text', async () => {
  const before = await test.query(test.ours, 'select id from audit_events')
  await find(admin, 'findling')
  expect(await test.query(test.ours, 'select id from audit_events')).toEqual(before)
})
