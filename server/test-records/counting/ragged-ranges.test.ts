import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestRecordFilter } from '../../../contract/test-records/filter.ts'
import type { ActorScope } from '../../access/scope.ts'
import { leftOutOnCitus } from '../../../tests/programs/citus.ts'
import { insertManyRecords } from '../../../tests/server/many-records.ts'
import { plansOf } from '../../../tests/server/plans.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { countByDay, countByGroup, countByHour, countByReading, countByResult, countFacet } from './repository.ts'
import { foldDeltas } from './folding-repository.ts'

const isLeftOut = leftOutOnCitus('the plans are those of one PostgreSQL')

/** 50 days of records, one every 12 minutes. */
const count = 6000

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await insertManyRecords(test, test.ours, { count, secondsApart: 12 * 60 })
  while ((await test.door.enterTenant(test.ours.id, 'test', (scope) => foldDeltas(scope, count))) > 0);
  await test.query(test.ours, 'analyze')
})
afterAll(() => test.close())

const filterOf = (from: string, to: string): TestRecordFilter => ({ from, to, state: 'current' })
const even = filterOf('2025-12-01T00:00:00Z', '2026-01-02T23:59:59.999Z')
/** Begins and ends as days of a zone do that is 1 minute and 15 seconds behind UTC, like London before 1847. */
const ragged = filterOf('2025-12-01T00:01:15Z', '2026-01-03T00:01:14.999Z')

const figures = {
  results: countByResult,
  readings: countByReading,
  days: (scope: ActorScope, filter: TestRecordFilter) => countByDay(scope, filter, 'America/New_York'),
  hours: (scope: ActorScope, filter: TestRecordFilter) => countByHour(scope, filter, 'America/New_York'),
  groups: countByGroup,
  kits: (scope: ActorScope, filter: TestRecordFilter) => countFacet(scope, filter, 'assay'),
  lots: (scope: ActorScope, filter: TestRecordFilter) => countFacet(scope, filter, 'lot'),
  'one hour of each day': (scope: ActorScope, filter: TestRecordFilter) =>
    countByResult(scope, { ...filter, hour: 10, zone: 'America/New_York' }),
}

/** Returns a figure with the number of records that its statement read one by one. */
async function read(figure: keyof typeof figures, filter: TestRecordFilter) {
  const { result, plans } = await plansOf(
    test,
    'tenant',
    (scope): Promise<unknown> => figures[figure](scope, filter),
    'explain (analyze, costs off, timing off)',
  )
  const ofRecords = plans
    .join('\n')
    .split('->')
    .filter((node) => / on test_records /.test(node))
  const rows = ofRecords.flatMap((node) => [
    ...[...node.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(([, each, times]) => Number(each) * Number(times)),
    ...[...node.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].map(([, removed]) => Number(removed)),
  ])
  return { result, records: rows.reduce((sum, each) => sum + each, 0) }
}

it.skipIf(isLeftOut).each(Object.keys(figures) as (keyof typeof figures)[])(
  'counts the %s of a range that begins and ends at any instant without reading the records between',
  async (figure) => {
    expect((await read(figure, even)).records).toBe(0)
    const { result, records } = await read(figure, ragged)
    expect(records).toBeLessThan(20)
    // No record is voided, so these are the same records, but counts do not know them by state.
    const oneByOne = await read(figure, { ...ragged, state: 'all' })
    expect(oneByOne.records).toBeGreaterThan(3000)
    expect(result).toEqual(oneByOne.result)
  },
)

it('asks only for counts of which there are some', async () => {
  const textOf = async (filter: TestRecordFilter) =>
    (await plansOf(test, 'tenant', (scope) => countByResult(scope, filter))).texts.join('\n')
  const all = await textOf({ state: 'current' })
  expect(all).toContain('from record_facets')
  expect(all).not.toContain('from record_quarters')
  const withinADay = await textOf(filterOf('2025-12-01T03:00:00Z', '2025-12-01T04:59:59.999Z'))
  expect(withinADay).toContain('from record_quarters')
  expect(withinADay).not.toContain('from record_facets')
})
