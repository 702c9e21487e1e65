import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ReadingCounts } from '../../../contract/dashboard/counts.ts'
import { mostInChart } from '../../../contract/dashboard/charts.ts'
import { noCounts, results, totalOf, type Result, type ResultCounts } from '../../../contract/rules/results.ts'
import { readResults, type StateFilter, type TestRecordFilter } from '../../../contract/test-records/filter.ts'
import { compiledOnce, type QueryParts } from '../../access/speed/compiled-once.ts'
import type { ActorScope } from '../../access/scope.ts'
import { countedFilter, isCounted, wholePeriods, type CountedFilter, type Span } from './counted-filter-repository.ts'
import { byTheClock, formsOfLot, isOfStateAlone, recordsWhere, recordsWithoutSearch } from '../filter-repository.ts'

/**
 * Counts of the records that match a filter in the actor's scope. Precomputed counts answer where they support the
 * filter, together with the deltas that were not folded into them yet; otherwise the records are counted. Both are
 * exact. Each answer is one statement, so that a record which is folded meanwhile is counted once. See
 * docs/decisions/0053-record-counts.md.
 */

/** The facets that a record counts for; must agree with `facets_of` in the database. */
type Facet = 'assay' | 'line' | 'lot' | 'reading'

export async function countByResult(scope: ActorScope, filter: TestRecordFilter): Promise<ResultCounts> {
  // The counts of a line contain the line's result and not the test's.
  const known = isByLine(filter) ? undefined : knownRows(scope, filter)
  const rows =
    known ??
    sql`select ${ofResult(sql.ref('r.result'))} from test_records as r
      where r.tenant_id = ${scope.tenant.id} and ${await recordsWhere(scope, filter)}`
  return await sumUp(scope, rows, filter)
}

/**
 * Returns a function that counts the matching records from precomputed counts; undefined when these do not support the
 * filter.
 */
export function knownTotal(scope: ActorScope, filter: TestRecordFilter): (() => Promise<number>) | undefined {
  if (isOfStateAlone(filter)) {
    return isCounted(scope, filter.state) ? async () => totalOf(await sumUpAll(scope, filter.state)) : undefined
  }
  const rows = knownRows(scope, filter)
  return rows && (async () => totalOf(await sumUp(scope, rows, { result: filter.result ?? filter.analyte_result })))
}

async function sumUp(
  { db }: ActorScope,
  rows: RawBuilder<unknown>,
  filter: Pick<TestRecordFilter, 'result'>,
): Promise<ResultCounts> {
  const counted = await summed(rows, filter).execute(db)
  return counted.rows[0] ?? noCounts
}

/** Sums everything that the actor sees. The statement is built once, because every list sends it. */
async function sumUpAll(scope: ActorScope, state: StateFilter): Promise<ResultCounts> {
  const [counts] = await selectSums(scope, {}, state)
  return counts ?? noCounts
}

const selectSums = compiledOnce(({ db, scope }: QueryParts<object>, state: StateFilter) =>
  summed(knownRows(scope, { state }) ?? sql``, {}).compile(db),
)

function summed(rows: RawBuilder<unknown>, filter: Pick<TestRecordFilter, 'result'>): RawBuilder<ResultCounts> {
  return sql<ResultCounts>`select ${sums(filter)} from (${rows}) as n`
}

/** Counts the records with a timer by whether they were read in time. */
export async function countByReading(scope: ActorScope, filter: TestRecordFilter): Promise<ReadingCounts> {
  const rows = await countFacet(scope, filter, 'reading')
  const countOf = (key: string) => rows.find((row) => row.key === key)?.total ?? 0
  return { inTime: countOf('in-time'), early: countOf('early'), late: countOf('late') }
}

/** The counts of one value of a facet. */
export interface FacetRow extends ResultCounts {
  assay_id: string
  key: string
  total: number
}

/** Counts by the values of a facet, the largest first, up to one more than `most`. */
export async function countFacet(
  scope: ActorScope,
  filter: TestRecordFilter,
  facet: Facet,
  most = mostInChart,
): Promise<FacetRow[]> {
  const known = facet === 'line' && filter.result !== undefined ? undefined : countedFilter(scope, filter)
  // Counts of reading times are not kept per assay.
  const isKnown = known !== undefined && !(facet === 'reading' && known.assayId !== undefined)
  const rows = isKnown
    ? facetOfCounts(scope, known, facet)
    : facetOfRecords(scope, facet, await recordsWhere(scope, filter))
  // A line is counted by its own result, and the filter has already selected the tests.
  const summed = facet === 'line' ? sums({}) : sums(filter)
  const counted = await sql<FacetRow>`
    select * from (
      select c.*, ${testsIn()} as total
      from (select assay_id, key, ${summed} from (${rows}) as n group by assay_id, key) as c
    ) as t
    where total > 0
    order by total desc, assay_id, key
    limit ${sql.lit(most + 1)}`.execute(scope.db)
  return counted.rows
}

/** The counts of a group. */
export interface GroupRow extends ResultCounts {
  id: string
  name: string
  status: 'active' | 'suspended'
  organisation_id: string
  organisation_name: string
  organisation_status: 'active' | 'suspended'
}

/** Counts by group, with the present names of groups and organisations. */
export async function countByGroup(scope: ActorScope, filter: TestRecordFilter): Promise<GroupRow[]> {
  const known = filter.assay_id === undefined ? countedFilter(scope, filter) : undefined
  const id = sql`c.counted_id as group_id, `
  const rows =
    known === undefined
      ? sql`select r.group_id, ${ofResult(sql.ref('r.result'))} from test_records as r
          where r.tenant_id = ${scope.tenant.id} and ${await recordsWhere(scope, filter)}`
      : sql.join(
          [
            ...daysOf(scope, known, known.groups, id),
            ...edgesOf(scope, known, known.groups, id),
            deltasOf(scope, known, known.quarters, sql`r.group_id, `),
            ...known.ragged.map((edge) => recordsOf(scope, known, edge, sql`r.group_id, `)),
          ],
          sql` union all `,
        )
  const counted = await sql<GroupRow>`
    select g.id, g.name, g.status, o.id as organisation_id, o.name as organisation_name, o.status as organisation_status,
      ${countsIn('n')}
    from (select group_id, ${sums(filter)} from (${rows}) as n group by group_id) as n
    join groups as g on g.tenant_id = ${scope.tenant.id} and g.id = n.group_id
    join organisations as o on o.tenant_id = ${scope.tenant.id} and o.id = g.organisation_id
    where ${testsIn('n')} > 0
    order by ${testsIn('n')} desc, g.id`.execute(scope.db)
  return counted.rows
}

/** Counts by day in a zone, as YYYY-MM-DD, the earliest first. */
export async function countByDay(scope: ActorScope, filter: TestRecordFilter, zone: string) {
  const counted = await sql<ResultCounts & { day: string }>`
    select to_char(day, 'FMYYYY-MM-DD') as day, ${countsIn()} from (
      select (at at time zone ${zone})::date as day, ${sums(filter)} from (${await byTime(scope, filter)}) as n group by 1
    ) as d
    where ${testsIn()} > 0
    order by d.day`.execute(scope.db)
  return counted.rows
}

/** Counts by weekday (1 is Monday) and hour in a zone. */
export async function countByHour(scope: ActorScope, filter: TestRecordFilter, zone: string) {
  const counted = await sql<ResultCounts & { weekday: number; hour: number }>`
    select weekday, hour, ${countsIn()} from (
      select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour, ${sums(filter)}
      from (
        select date_trunc('hour', at at time zone ${zone}) as local, ${sums(filter)}
        from (${await byTime(scope, filter)}) as n group by 1
      ) as l group by 1, 2
    ) as h
    where ${testsIn()} > 0
    order by weekday, hour`.execute(scope.db)
  return counted.rows
}

/**
 * From this time on every zone's full hours begin at a UTC quarter hour. Liberia was off by 44 minutes and 30 seconds
 * until 1972 and Kiritimati by 10 hours and 40 minutes until 1979; Newfoundland changed its clocks at one minute past
 * midnight until 2011, and Casey station until 2022. Earlier records are counted one by one.
 */
export const zonesByQuarters = new Date('2023-01-01T00:00:00Z')

/** Selects counts with `at`, an instant in their quarter hour. */
async function byTime(scope: ActorScope, filter: TestRecordFilter): Promise<RawBuilder<unknown>> {
  return knownByTime(scope, filter) ?? timesOf(scope, await recordsWhere(scope, filter))
}

/**
 * Selects precomputed counts with `at`, an instant in their quarter hour; undefined when they do not support the
 * filter.
 */
function knownByTime(scope: ActorScope, filter: TestRecordFilter): RawBuilder<unknown> | undefined {
  const known = knownTotals(scope, filter)
  if (known === undefined) return undefined
  const { span, quarters, ragged } = known
  const isEarly = span.from === undefined || span.from < zonesByQuarters
  const counted = isEarly ? { ...quarters, from: zonesByQuarters } : quarters
  const oneByOne = ragged.filter(({ from }) => from !== undefined && from >= zonesByQuarters)
  if (isEarly) oneByOne.push({ from: undefined, before: zonesByQuarters })
  const where = recordsWithoutSearch(scope, filter)
  return sql.join(
    [
      quartersOf(scope, known.assayId === undefined ? known.places : ofAssay(known.assayId), counted, sql`c.at, `),
      deltasOf(scope, known, counted, sql`r.at, `),
      ...oneByOne.map((part) => timesOf(scope, sql<SqlBool>`${where} and ${within(sql.ref('r.performed_at'), part)}`)),
    ],
    sql` union all `,
  )
}

function timesOf({ tenant }: ActorScope, where: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`select r.performed_at as at, ${ofResult(sql.ref('r.result'))} from test_records as r
    where r.tenant_id = ${tenant.id} and ${where}`
}

/**
 * Selects precomputed counts that add up to the records of a filter; undefined when they do not support it. They
 * support the links of the charts: one hour of the week, one lot, one reading time, one result of a line.
 */
function knownRows(scope: ActorScope, filter: TestRecordFilter): RawBuilder<unknown> | undefined {
  const { weekday, hour, zone, lot, reading, analyte_id, analyte_result, ...rest } = filter
  const isByClock = weekday !== undefined || hour !== undefined
  const chosen = [isByClock, isByLine(filter), lot !== undefined, reading !== undefined].filter(Boolean)
  const known = countedFilter(scope, rest)
  if (known === undefined || chosen.length > 1) return undefined
  if (lot !== undefined) return ofKey(facetOfCounts(scope, known, 'lot'), ...formsOfLot(lot))
  if (reading !== undefined) {
    return known.assayId === undefined ? ofKey(facetOfCounts(scope, known, 'reading'), reading) : undefined
  }
  if (isByLine(filter)) {
    const isKnown = analyte_id !== undefined && filter.result === undefined
    return isKnown ? ofKey(facetOfCounts(scope, known, 'line'), analyte_id) : undefined
  }
  const totals = knownTotals(scope, rest)
  if (totals === undefined) return undefined
  if (isByClock) {
    const rows = knownByTime(scope, rest)
    return rows && sql`select n.* from (${rows}) as n where ${byTheClock({ weekday, hour, zone }, 'n.at')}`
  }
  const parts =
    totals.assayId === undefined
      ? [...daysOf(scope, totals, totals.places), ...edgesOf(scope, totals, totals.places)]
      : [quartersOf(scope, ofAssay(totals.assayId), totals.quarters)]
  parts.push(deltasOf(scope, totals, totals.quarters))
  return sql.join([...parts, ...totals.ragged.map((edge) => recordsOf(scope, totals, edge))], sql` union all `)
}

function isByLine({ analyte_id, analyte_result }: TestRecordFilter): boolean {
  return analyte_id !== undefined || analyte_result !== undefined
}

function ofKey(rows: RawBuilder<unknown>, ...keys: string[]): RawBuilder<unknown> {
  return sql`select n.* from (${rows}) as n where n.key = any(${keys}::text[])`
}

/** The form of a filter whose totals are precomputed. They distinguish assays only for the whole tenant. */
function knownTotals(scope: ActorScope, filter: TestRecordFilter): CountedFilter | undefined {
  const known = countedFilter(scope, filter)
  return known?.assayId === undefined || known.isOfTenant ? known : undefined
}

const ofAssay = (id: string) => sql<SqlBool>`c.counted_id = ${id}::uuid`

function facetOfRecords(scope: ActorScope, facet: Facet, where: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`select f.assay_id, f.key, ${ofResult(sql.ref('f.result'))}
    from test_records as r
    cross join lateral facets_of(r.assay_id, r.lot, r.reading, r.result, r.analyte_results) as f
    where r.tenant_id = ${scope.tenant.id} and f.facet = ${sql.lit(facet)} and ${where}`
}

/**
 * Selects counts of a facet: whole days, and for the whole tenant also the whole hours before and after them, with
 * their deltas. The rest of the span is counted from the records.
 */
function facetOfCounts(scope: ActorScope, known: CountedFilter, facet: Facet): RawBuilder<unknown> {
  const { deltas, assayId } = known
  const { counted, left } = periodsOf(known)
  const parts = left.map((edge) => facetOfRecords(scope, facet, recordsIn(known, edge)))
  const ofThisAssay = assayId === undefined ? sql`` : sql`and c.assay_id = ${assayId}::uuid`
  for (const { period, ...span } of counted) {
    parts.push(
      sql`select c.assay_id, c.key, ${countsIn('c')} from record_facets as c
        where c.tenant_id = ${scope.tenant.id} and ${known.places} and c.facet = ${sql.lit(facet)}
          and c.period = ${sql.lit(period)} and ${within(sql.ref('c.at'), span)} ${ofThisAssay}`,
    )
  }
  const inCounted = counted.map((span) => sql`(${within(sql.ref('r.at'), span)})`)
  if (counted.length > 0)
    parts.push(
      sql`select f.assay_id, f.key, ${ofResult(sql.ref('f.result'), sql.ref('r.change'))}
        from record_deltas as r
        cross join lateral facets_of(r.assay_id, r.lot, r.reading, r.result, r.analyte_results) as f
        where r.tenant_id = ${scope.tenant.id} and f.facet = ${sql.lit(facet)} and ${deltas}
          and (${sql.join(inCounted, sql` or `)})`,
    )
  return sql.join(parts, sql` union all `)
}

/** Splits a span into the periods for which facets are counted, without overlap, and the rest. */
function periodsOf({ span, isOfTenant }: CountedFilter) {
  const counted: (Span & { period: 'day' | 'hour' })[] = []
  const { whole: days, edges } = wholePeriods(span, dayLength)
  if (days !== undefined) counted.push({ ...days, period: 'day' })
  if (!isOfTenant) return { counted, left: edges }
  const byHours = edges.map((edge) => wholePeriods(edge, hourLength))
  for (const { whole: hours } of byHours) if (hours !== undefined) counted.push({ ...hours, period: 'hour' })
  return { counted, left: byHours.flatMap((each) => each.edges) }
}

/** Selects counts of the whole days of a span, if it has any, or of all time. */
function daysOf({ tenant }: ActorScope, { span }: CountedFilter, places: RawBuilder<SqlBool>, key = sql``) {
  const { whole: days } = wholePeriods(span, dayLength)
  if (days === undefined) return []
  const period = span.from === undefined && span.before === undefined ? 'ever' : 'day'
  return [
    sql`select ${key} ${countsIn('c')} from record_facets as c
      where c.tenant_id = ${tenant.id} and ${places} and c.facet = 'all' and c.period = ${sql.lit(period)}
        and ${within(sql.ref('c.at'), days)}`,
  ]
}

/**
 * Selects counts of the whole quarter hours before the first and after the last whole day of a span, if there are any.
 * PostgreSQL would start parallel workers for a part of a UNION of which it knows that it has no rows.
 */
function edgesOf({ tenant }: ActorScope, { quarters }: CountedFilter, places: RawBuilder<SqlBool>, key = sql``) {
  const { edges } = wholePeriods(quarters, dayLength)
  if (edges.length === 0) return []
  const conditions = edges.map((edge) => sql`(${within(sql.ref('c.at'), edge)})`)
  return [
    sql`select ${key} ${countsIn('c')} from record_quarters as c
      where c.tenant_id = ${tenant.id} and ${places} and (${sql.join(conditions, sql` or `)})`,
  ]
}

function quartersOf({ tenant }: ActorScope, places: RawBuilder<SqlBool>, span: Span, key = sql``) {
  return sql`select ${key} ${countsIn('c')} from record_quarters as c
    where c.tenant_id = ${tenant.id} and ${places} and ${within(sql.ref('c.at'), span)}`
}

function deltasOf({ tenant }: ActorScope, { deltas }: CountedFilter, span: Span, key = sql``) {
  return sql`select ${key} ${ofResult(sql.ref('r.result'), sql.ref('r.change'))} from record_deltas as r
    where r.tenant_id = ${tenant.id} and ${deltas} and ${within(sql.ref('r.at'), span)}`
}

/** Counts the records of a part of the span that no quarter hour covers. */
function recordsOf({ tenant }: ActorScope, known: CountedFilter, part: Span, key = sql``) {
  return sql`select ${key} ${ofResult(sql.ref('r.result'))} from test_records as r
    where r.tenant_id = ${tenant.id} and ${recordsIn(known, part)}`
}

/** The condition on `test_records as r` for the records of a part of the span. */
function recordsIn({ deltas }: CountedFilter, part: Span): RawBuilder<SqlBool> {
  return sql<SqlBool>`${deltas} and r.state <> 'voided' and ${within(sql.ref('r.performed_at'), part)}`
}

function within(column: RawBuilder<unknown>, { from, before }: Span): RawBuilder<SqlBool> {
  const conditions = [sql`true`]
  if (from !== undefined) conditions.push(sql`${column} >= ${from}::timestamptz`)
  if (before !== undefined) conditions.push(sql`${column} < ${before}::timestamptz`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const hourLength = 60 * 60 * 1000
const dayLength = 24 * hourLength

/** The columns with a count per result, of a table or of the only one. */
function countsIn(table?: string): RawBuilder<unknown> {
  return sql.join(countColumns(table))
}

/** The number of tests, whatever their result. */
export function testsIn(table?: string): RawBuilder<number> {
  return sql<number>`(${sql.join(countColumns(table), sql` + `)})`
}

const countColumns = (table?: string) => results.map((result) => sql.ref(table ? `${table}.${result}` : result))

/** Selects a column per result: `times` for the row's own result, and 0 for the others. */
function ofResult(result: RawBuilder<unknown>, times: RawBuilder<unknown> = sql.lit(1)): RawBuilder<unknown> {
  return sql.join(
    results.map((each) => sql`case when ${result} = ${sql.lit(each)} then ${times} else 0 end as ${sql.ref(each)}`),
  )
}

/** Sums the columns per result; results that the filter excludes become 0. */
function sums({ result }: Pick<TestRecordFilter, 'result'>): RawBuilder<unknown> {
  return sql.join(
    results.map((each) =>
      isAskedFor(each, result)
        ? sql`coalesce(sum(${sql.ref(each)}), 0)::int as ${sql.ref(each)}`
        : sql`0 as ${sql.ref(each)}`,
    ),
  )
}

function isAskedFor(each: Result, asked: TestRecordFilter['result']): boolean {
  return asked === undefined || readResults(asked).includes(each)
}
