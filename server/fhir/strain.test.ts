import { afterAll, beforeAll, expect, it } from 'vitest'
import { fhirBase, placeTypes, recordTypes } from '../../contract/fhir/served.ts'
import { createPool } from '../platform/database.ts'
import { roleNames } from '../platform/roles.ts'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { logInAs, type Client, type TestResponse } from '../../tests/server/client.ts'
import { startDatabaseProxy } from '../../tests/programs/database-proxy.ts'
import { makeMachine } from '../../tests/server/machines.ts'
import { insertManyRecords } from '../../tests/server/many-records.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { countWaiting } from '../../tests/server/waiting.ts'

const isLeftOut = leftOutOnCitus('rows are planted by one statement that inserts what others return')

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  // On a busy machine a test may hold its locks for longer than the server waits for them.
  const { owner, ownerUrl } = test.database
  const database = new URL(ownerUrl).pathname.slice(1)
  for (const limit of ['lock_timeout', 'statement_timeout']) {
    await owner.query(`alter role "${roleNames(ownerUrl).server}" in database "${database}" set ${limit} = '4min'`)
  }
})
afterAll(() => test.close())

function expectUnavailable(reply: TestResponse): void {
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([503, 'application/fhir+json; charset=utf-8'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  const { resourceType, issue } = reply.json()
  expect([resourceType, issue[0].code, issue[0].details.coding[0].code]).toEqual([
    'OperationOutcome',
    'transient',
    'unavailable',
  ])
}

it('while the database is away, a refusal is an OperationOutcome that says when to ask again', async () => {
  const proxy = await startDatabaseProxy(test.database.serverUrl)
  const pool = createPool({ name: 'requests', url: proxy.url, size: 2, onError: () => undefined })
  const cut = admin.copy(await test.another({ pool }))
  expect((await cut.get(`${fhirBase}/Observation`)).statusCode).toBe(200)
  await proxy.close()
  for (const path of ['Observation', `Patient/${test.ours.places.home.subjectId}`, '$export/Device']) {
    expectUnavailable(await cut.get(`${fhirBase}/${path}`))
  }
  await pool.end()
})

it('a server that is overloaded refuses with an OperationOutcome that says when to ask again', async () => {
  // With so many connections a tenant reads by three at once, and recording has the others.
  const pool = createPool({ name: 'requests', url: test.database.poolUrl, size: 5, onError: () => undefined })
  const app = await test.another({ pool, sharesConnections: true })
  const machine = (await makeMachine(admin, test.ours)).copy(app)
  const { subjectId, recordId } = test.ours.places.home
  const report = `DiagnosticReport/${recordId}`
  const paths = ['metadata', 'Observation', `Patient/${subjectId}`, `${report}/$document`, '$export/Device']
  const owner = await test.database.owner.connect()
  try {
    await owner.query('begin')
    await owner.query('lock table invites in access exclusive mode')
    const held = Array.from({ length: 3 }, () => admin.copy(app).get('/invites'))
    await expect.poll(() => countWaiting(test.database)).toBe(3)
    for (const reply of await Promise.all(paths.map((path) => machine.get(`${fhirBase}/${path}`)))) {
      expectUnavailable(reply)
    }
    await owner.query('rollback')
    for (const { statusCode } of await Promise.all(held)) expect(statusCode).toBe(200)
  } finally {
    await owner.query('rollback')
    owner.release()
  }
  for (const path of paths) expect((await machine.get(`${fhirBase}/${path}`)).statusCode).toBe(200)
  await pool.end()
})

it.skipIf(isLeftOut)('a page of a hundred of any type takes as many statements as one of five', async () => {
  await insertManyRecords(test, test.ours, { count: 120, secondsApart: 60 })
  await test.query(test.ours, `update test_records set specimen = 'Nasal swab' where test_id ~ '-U'`)
  await test.query(
    test.ours,
    `with g as (
       insert into groups (tenant_id, id, organisation_id, name)
       select tenant_id, gen_random_uuid(), organisation_id, 'Many ' || n from groups, generate_series(1, 120) as n where id = $1
     ), s as (
       insert into subjects (tenant_id, id, kind, organisation_id, group_id)
       select tenant_id, gen_random_uuid(), kind, organisation_id, group_id from subjects, generate_series(1, 120) where id = $2
       returning tenant_id, id, group_id, organisation_id
     ), k as (
       insert into subject_groups (tenant_id, subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation)
       select tenant_id, id, group_id, organisation_id, '', true, true from s
     )
     insert into subject_identities (tenant_id, subject_id, group_id, email, date_of_birth)
     select tenant_id, id, group_id, id || '@people.test', '1980-01-01' from s`,
    [test.ours.places.home.groupId, test.ours.places.home.subjectId],
  )
  await test.query(test.ours, `update tenants set subject_details = array['sex']`)
  for (const type of ['Patient', ...placeTypes, ...recordTypes]) {
    const costOf = async (count: number) => {
      const before = test.statements.count
      const reply = await admin.get(`${fhirBase}/${type}`, { _count: String(count) })
      expect([type, reply.json().entry.length]).toEqual([type, count])
      return test.statements.count - before
    }
    // The first search of a process asks for more.
    await costOf(5)
    const few = await costOf(5)
    expect(few).toBeGreaterThan(2)
    expect([type, await costOf(100)]).toEqual([type, few])
  }
})
