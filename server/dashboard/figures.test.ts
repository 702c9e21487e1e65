import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoint.ts'
import type { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { results } from '../../contract/rules/results.ts'
import { stateFilters, testRecordList } from '../../contract/test-records/filter.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { insertManyRecords } from '../../tests/server/many-records.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

/** Whole days in Dublin that include the change to summer time, and as many days before them. */
const range = { from: '2026-03-27T00:00:00.000Z', to: '2026-04-02T22:59:59.999Z' }
const before = { from: '2026-03-20T00:00:00.000Z', to: '2026-03-26T23:59:59.999Z' }

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  for (const tenant of [test.ours, test.theirs]) {
    await insertManyRecords(test, tenant, { count: 90, secondsApart: 4 * 3600 })
    const rows = await test.query<{ id: string }>(tenant, 'select id from test_records order by performed_at, id')
    const ids = rows.map(({ id }) => id)
    // Puts records at both ends of both ranges, to the millisecond, and corrects or voids every ninth.
    await test.query(
      tenant,
      `update test_records set
         performed_at = (performed_at at time zone 'UTC' + interval '83 days') at time zone 'UTC',
         state = case when array_position($2::uuid[], id) % 18 = 0 then 'voided'
           when array_position($2::uuid[], id) % 9 = 0 then 'corrected' else 'recorded' end
       where tenant_id = $1 and id = any ($2)`,
      [tenant.id, ids],
    )
    const some = ids.toSorted()
    for (const [at, end] of [range.from, range.to, before.from, before.to].entries()) {
      await test.query(tenant, `update test_records set performed_at = $2, state = 'recorded' where id = $1`, [
        some[at],
        end,
      ])
    }
  }
})
afterAll(() => test.close())

type Filter = Record<string, string>

const dashboard = async (query: Filter): Promise<Reply<typeof getDashboard>['data']> =>
  (await admin.get('/dashboard', query)).json().data

async function list(query: Filter): Promise<{ data: TestRecordListItem[]; page: { total: number } }> {
  const response = await admin.get('/test-records', { per_page: '100', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe.each([
  ['a range of days', range],
  ['all time', {}],
])('of %s', (_, chosen: Filter) => {
  it('every figure on the dashboard equals the total of the list behind it and the rows of its export', async () => {
    const { counts, before: earlier, latest } = await dashboard({ ...chosen, before: before.from })
    const total = results.reduce((sum, result) => sum + counts[result], 0)
    const figures: [number, Filter][] = [
      ...results.map((result): [number, Filter] => [counts[result], { ...chosen, result }]),
      [total, { ...chosen }],
      [counts.positive + counts.negative, { ...chosen, result: 'conclusive' }],
      ...(earlier === null
        ? []
        : results
            .map((result): [number, Filter] => [earlier.counts[result], { ...before, result }])
            .concat([[earlier.counts.positive + earlier.counts.negative, { ...before, result: 'conclusive' }]])),
    ]
    expect(total).toBeGreaterThan(0)
    for (const [figure, query] of figures) {
      expect([query, (await list(query)).page.total]).toEqual([query, figure])
      const csv = (await admin.get('/test-records/export', query)).body
      expect([query, csv.trimEnd().split('\r\n').length - 1]).toEqual([query, figure])
    }
    expect(latest).toEqual((await list({})).data.slice(0, latest.length))
  })
})

it('compares with the days before only when it is told where they start', async () => {
  expect((await dashboard({ ...range, before: before.from })).before?.counts).not.toEqual(
    (await dashboard(range)).counts,
  )
  expect((await dashboard(range)).before).toBeNull()
  expect((await dashboard({ before: before.from })).before).toBeNull()
})

describe('the state of a list', () => {
  const statesOf = async (query: Filter) => new Set((await list(query)).data.map(({ state }) => state))

  it('leaves voided records out unless they are asked for', async () => {
    expect(await statesOf({})).toEqual(new Set(['recorded', 'corrected']))
    expect(await statesOf({ state: 'current' })).toEqual(new Set(['recorded', 'corrected']))
    expect(await statesOf({ state: 'corrected' })).toEqual(new Set(['corrected']))
    expect(await statesOf({ state: 'voided' })).toEqual(new Set(['voided']))
    expect(await statesOf({ state: 'all' })).toEqual(new Set(['recorded', 'corrected', 'voided']))
    const [current = 0, , voided = 0, all = 0] = await Promise.all(
      stateFilters.map(async (state) => (await list({ state })).page.total),
    )
    expect(current + voided).toBe(all)
  })

  it.each(testRecordList.sorts)('stays the same on every page sorted by %s', async (sort) => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = (await admin.get('/test-records', { sort, per_page: '25', ...(cursor && { cursor }) })).json()
      ids.push(...page.data.map(({ id }: TestRecordListItem) => id))
      cursor = page.page.next ?? undefined
    } while (cursor !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength((await list({})).page.total)
  })
})
