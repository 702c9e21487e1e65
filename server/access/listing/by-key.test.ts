import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRecordList } from '../../../contract/test-records/filter.ts'
import { leftOutOnCitus } from '../../../tests/programs/citus.ts'
import { logInAs } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { plansOf } from '../../../tests/server/plans.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { findRecordRow, listRecordRows } from '../../test-records/repository.ts'
import { findRunRow, listRunningRows } from '../../test-runs/repository.ts'

const isLeftOut = leftOutOnCitus('the plans are those of one PostgreSQL')

/** Joining three kinds of rows with each other would read 27,000 rows. */
const many = 30

let test: TestApp
let recordId: string
let runId: string

/** Fills the tenant without collecting statistics, as on its first day. */
beforeAll(async () => {
  test = await startTestApp()
  const { home } = test.ours.places
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  const stored = async (path: string, body: object): Promise<string> => {
    const response = await clinical.post(path, body)
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data.id
  }
  const { organisationId, groupId, subjectId, assayId } = home
  runId = await stored('/test-runs', { organisationId, groupId, subjectId, assayId, zone: 'Europe/London' })
  recordId = await stored('/test-records', newRecordAt(home))
  await test.query(
    test.ours,
    `insert into organisations (tenant_id, id, name)
     select tenants.id, gen_random_uuid(), 'Place ' || n from tenants, generate_series(1, ${many}) n`,
  )
  await test.query(
    test.ours,
    `insert into users (tenant_id, id, email, full_name, user_type)
     select tenant_id, id, id || '@many.test', name, 'patient' from organisations where name like 'Place %'`,
  )
  await test.query(
    test.ours,
    `insert into groups (tenant_id, id, organisation_id, name)
     select tenant_id, id, id, name from organisations where name like 'Place %'`,
  )
  await test.query(
    test.ours,
    `insert into assays (tenant_id, id, name, analytes, read_from_minutes, read_until_minutes)
     select tenant_id, gen_random_uuid(), name || n, analytes, read_from_minutes, read_until_minutes
     from assays, generate_series(1, ${many}) n where id = $1`,
    [assayId],
  )
})
afterAll(() => test.close())

it.skipIf(isLeftOut)('looks up what a row refers to by key, however many other rows the tenant has', async () => {
  const page = testRecordList.page.parse({})
  const { result, plans } = await plansOf(
    test,
    'tenant',
    async (scope) => [
      await findRunRow(scope, runId),
      (await listRunningRows(scope, 100)).rows.length,
      await findRecordRow(scope, recordId),
      (await listRecordRows(scope, page)).items.length,
    ],
    'explain (analyze, costs off, timing off)',
  )
  const found = (id: string) => expect.objectContaining({ id }) as object
  expect(result).toEqual([found(runId), expect.any(Number), found(recordId), 5])
  const rows = plans.join('\n').matchAll(/actual rows=([\d.]+) loops=(\d+)/g)
  const most = Math.max(...[...rows].map(([, each, times]) => Number(each) * Number(times)))
  expect(most).toBeLessThan(5 * many)
})
