import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AuditAction } from '../../contract/audit/event-names.ts'
import type { Span } from '../../contract/fhir/moments.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { recordThatLeaves } from '../access/actor-predicate.ts'
import type { CsvRows } from '../access/exports/copy-rows.ts'
import type { ActorScope } from '../access/scope.ts'
import { allWithNames } from './exporting/repository.ts'
import { recordsWithNames } from './names-repository.ts'
import { listedColumns, recordOrders } from './repository.ts'

/** The columns of a record with all that other programs read of it, over the aliases of `recordsWithNames`. */
const wholeColumns = [
  ...listedColumns,
  'r.updated_at',
  'r.version',
  'r.specimen',
  'r.lot',
  'r.lot_expiry',
  'r.note',
  'r.origin_id',
  'r.source_recorded_by',
  'g.lab_name',
  'a.manufacturer',
  'a.model',
  'a.gtin',
  'a.analytes',
  'a.specimens',
] as const

/* What other programs read is out of Lateral, also if staff asks for it in their session, so nothing here has what is held back. */

/** A filter of records beyond that of the list, voided ones included. Times are ISO 8601 in UTC; `before` is not included. */
export interface WholeFilter {
  ids?: readonly string[]
  performed?: readonly Span[]
  changed?: readonly Span[]
  states?: readonly TestRecord['state'][]
  /** Each list leaves the records of its subjects. */
  subjectIds?: readonly (readonly string[])[]
  groupIds?: readonly string[]
  hasSpecimen?: boolean
  /** Each list leaves the records that have a line with one of its codes. */
  codes?: readonly (readonly LineCode[])[]
}

/** A code of a line in a system, or any code of that system. */
export interface LineCode {
  system: 'loinc' | 'snomed'
  code: string | undefined
}

interface WholePage {
  per_page: number
  cursor?: string | undefined
  sort: 'performed_at' | '-performed_at'
}

/**
 * Reads a page of the records in the actor's scope that may leave and match a filter, with their total. `wholeOf` may end the page after fewer
 * records than were read: `next` is then behind these, and all that were read are returned.
 */
export async function listWholeRecords(
  scope: ActorScope,
  filter: WholeFilter,
  asked: WholePage,
  wholeOf: (rows: readonly WholeRow[]) => number = (rows) => rows.length,
) {
  const matching = scope.db.selectFrom('test_records as r').select('r.id').where(whereOf(scope, filter))
  const pageOf = (per_page: number) => recordOrders.page({ ...asked, ...filter, per_page })
  const page = pageOf(asked.per_page)
  const keys = matching.where(page.condition).orderBy(page.orderBy).limit(page.limit)
  const read = await recordsWithNames(scope)
    .where(sql<SqlBool>`r.id = any(array(${keys}))`)
    .select(wholeColumns)
    .orderBy(page.orderBy)
    .execute()
  const rows = read.slice(0, asked.per_page)
  const whole = wholeOf(rows)
  const shown = { rows: Promise.resolve(read.slice(0, whole + 1)), matching }
  return { rows, page: (await pageOf(whole).read(scope.db, shown)).page }
}

/** Counts the records in the actor's scope that may leave and match a filter. */
export async function countWholeRecords(scope: ActorScope, filter: WholeFilter): Promise<number> {
  const row = await scope.db
    .selectFrom('test_records as r')
    .where(whereOf(scope, filter))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Counts the lines of these records that have the codes of the filter. `lineIds` are those of `record.line`, from 1. */
export async function countWholeLines(
  scope: ActorScope,
  filter: WholeFilter,
  lineIds: readonly string[] | undefined,
): Promise<number> {
  const conditions = (filter.codes ?? []).map((codes) => hasCode(codes, sql`d.analyte`))
  if (lineIds !== undefined) conditions.push(sql`concat(r.id, '.', line.number) = any(${lineIds}::text[])`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from test_records as r
    cross join jsonb_array_elements(r.analyte_results) with ordinality as line (found, number)
    left join assay_versions as v on v.tenant_id = ${scope.tenant.id} and v.assay_id = r.assay_id and v.version = r.assay_version
    left join lateral (
      select e.analyte from jsonb_array_elements(v.analytes) as e (analyte)
      where e.analyte ->> 'id' = line.found ->> 'analyteId' limit 1
    ) as d on true
    where r.tenant_id = ${scope.tenant.id} and ${sql.join([whereOf(scope, filter), ...conditions], sql` and `)}
  `.execute(scope.db)
  return rows[0]?.count ?? 0
}

/** Finds a record in the actor's scope that may leave. */
export async function findWholeRecord(scope: ActorScope, recordId: string) {
  return recordsWithNames(scope)
    .where('r.id', '=', recordId)
    .where(recordThatLeaves(scope, 'r'))
    .select(wholeColumns)
    .executeTakeFirst()
}
export type WholeRow = NonNullable<Awaited<ReturnType<typeof findWholeRecord>>>

/** A row of `exportWholeRecords`, in which times are texts. */
export type ExportedRow = { [Column in keyof WholeRow]: WholeRow[Column] extends Date ? string : WholeRow[Column] }

/** Selects the records in the actor's scope that may leave as lines of JSON, each an `ExportedRow`. */
export function exportWholeRecords(scope: ActorScope, where: RawBuilder<SqlBool>): CsvRows {
  const rows = allWithNames(scope)
    .where(recordThatLeaves(scope, 'r'))
    .where(where)
    .select(wholeColumns)
    .orderBy(recordOrders.orderBy('-performed_at'))
  return scope.db.selectFrom(rows.as('line')).select(sql`row_to_json(line)::text`.as('json'))
}

function whereOf(scope: ActorScope, filter: WholeFilter): RawBuilder<SqlBool> {
  const { ids, performed = [], changed = [], states, subjectIds = [], groupIds, hasSpecimen, codes = [] } = filter
  const conditions = [
    recordThatLeaves(scope, 'r'),
    ...within('r.performed_at', performed),
    ...changed.map((span) => changedWithin(scope, span)),
    ...changed.flatMap(({ from }) => (from === undefined ? [] : [changedSince(scope, from)])),
    ...subjectIds.map((of) => isAnyOf('r.subject_id', of)),
  ]
  if (ids !== undefined) conditions.push(sql`r.id = any(${ids}::uuid[])`)
  if (states !== undefined) conditions.push(sql`r.state = any(${states}::text[])`)
  if (groupIds !== undefined) conditions.push(isAnyOf('r.group_id', groupIds))
  if (hasSpecimen) conditions.push(sql`r.specimen is not null`)
  for (const wanted of codes) {
    const known = sql`
      select v.assay_id, v.version from assay_versions as v, jsonb_array_elements(v.analytes) as d
      where v.tenant_id = ${scope.tenant.id} and ${hasCode(wanted, sql`d`)}`
    conditions.push(sql`(r.assay_id, r.assay_version) in (${known})`)
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** An equality leaves the order of an index to be used, as most searches are for one. */
function isAnyOf(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  const [one, ...others] = ids
  if (one !== undefined && others.length === 0) return sql<SqlBool>`${sql.ref(column)} = ${one}::uuid`
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`
}

/** Tells whether an analyte has one of these codes: its LOINC code, or else its SNOMED CT code. */
function hasCode(codes: readonly LineCode[], analyte: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (codes.length === 0) return sql<SqlBool>`false`
  const own = { loinc: sql`${analyte} ->> 'loinc'`, snomed: sql`${analyte} ->> 'snomed'` }
  const conditions = codes.map(({ system, code }) => {
    const isIt = code === undefined ? sql`${own[system]} is not null` : sql`${own[system]} = ${code}`
    return system === 'loinc' ? isIt : sql`(${own.loinc} is null and ${isIt})`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** A record that was held back has changed for readers when its set of tests ended. */
function changedWithin({ tenant }: ActorScope, span: Span): RawBuilder<SqlBool> {
  const by = (column: string) => sql.join([sql<SqlBool>`true`, ...within(column, [span])], sql` and `)
  return sql<SqlBool>`((${by('r.updated_at')}) or exists (
    select from test_set_tests as c
    join test_sets as t on t.tenant_id = ${tenant.id} and t.id = c.test_set_id
    where c.tenant_id = ${tenant.id} and c.test_record_id = r.id and ${by('t.ended_at')}))`
}

function within(column: string, spans: readonly Span[]): RawBuilder<SqlBool>[] {
  return spans.flatMap(({ from, before }) => [
    ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${before}::timestamptz`]),
  ])
}

/**
 * Narrows records `r` to those that an event of the audit trail may have changed since an instant, because no index knows when
 * a record was changed. A merge of subjects changes the tests of both.
 */
function changedSince({ tenant }: ActorScope, since: string): RawBuilder<SqlBool> {
  const events = (actions: readonly AuditAction[]) => sql`
    select e.resource_id from audit_events as e
    where e.tenant_id = ${tenant.id} and e.action = any(${actions}::text[]) and e.outcome = 'done'
      and e.occurred_at >= ${since}::timestamptz`
  return sql<SqlBool>`(r.id = any(array(${events(changing)})) or r.subject_id = any(array(${events(moving)})))`
}

/** The events that change a record, and those that change which subject records are about. */
const changing: AuditAction[] = [
  'test-record.recorded',
  'test-record.corrected',
  'test-record.voided',
  'test-record.released',
  'second-reading.made',
  'second-reading.settled',
]
const moving: AuditAction[] = ['subject.merged', 'subject.merge-undone']
