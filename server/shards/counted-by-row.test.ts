import { loadModule } from 'libpg-query'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldRecordCounts } from '../test-records/counting/folding-service.ts'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { faultsOfFunction } from '../../tests/server/function-rules.ts'
import { insertManyRecords } from '../../tests/server/many-records.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { countByRow } from './counted-by-row.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

const isLeftOut = leftOutOnCitus('the triggers with which it compares are replaced there')

let test: TestApp

beforeAll(async () => {
  await loadModule()
  test = await startTestApp()
  // The second time changes nothing.
  for (const statement of [...countByRow, ...countByRow]) await test.database.owner.query(statement)
})
afterAll(() => test.close())

async function count(text: string): Promise<number> {
  const [row] = await test.query<{ count: number }>(test.ours, `select count(*)::int as count from ${text}`)
  return row?.count ?? -1
}
const deltas = () => count('record_deltas')
const wrong = () => count('wrong_record_counts(current_tenant())')
const change = (columns: string) =>
  test.query(test.ours, `update test_records set ${columns} where test_id like '%-U%'`)

it.skipIf(isLeftOut)('counts records that are inserted together, corrected, moved in time and voided', async () => {
  await foldRecordCounts(test.door)
  await insertManyRecords(test, test.ours, { count: 20, secondsApart: 400 })
  expect([await deltas(), await wrong()]).toEqual([20, 0])
  await change(`result = 'positive', lot = 'L1'`)
  expect([await deltas(), await wrong()]).toEqual([60, 0])
  await change(madeEarlier('performed_at', "interval '1 day'"))
  expect([await deltas(), await wrong()]).toEqual([100, 0])
  await change(`state = 'voided'`)
  expect([await deltas(), await wrong()]).toEqual([120, 0])
  await foldRecordCounts(test.door)
  expect([await deltas(), await wrong()]).toEqual([0, 0])
})

it.skipIf(isLeftOut)('writes nothing for a change that counts for nothing', async () => {
  const before = await deltas()
  await change(`note = 'Another note', performed_at = performed_at`)
  await change(`lot = 'L2'`)
  expect(await deltas()).toBe(before)
})

it('has a function that names the tenant of every statement', () => {
  expect(faultsOfFunction(countByRow[0] ?? '')).toEqual([])
})
