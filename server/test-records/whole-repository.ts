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
  subjectIds?: readonly string[]
  groupId?: string
  hasSpecimen?: boolean
  /** A code of LOINC or SNOMED CT that a line of the record has. */
  code?: string
}

/** A page of at most so many records, and with `mostLines` of at most so many lines. */
interface WholePage {
  per_page: number
  cursor?: string | undefined
  mostLines?: number
}

/**
 * Reads a page of the records in the actor's scope that may leave and match a filter, the latest first, with their total. With `mostLines`, it
 * ends before the record whose lines would be too many, but has one record at least.
 */
export async function listWholeRecords(scope: ActorScope, filter: WholeFilter, { mostLines, ...asked }: WholePage) {
  const matching = scope.db.selectFrom('test_records as r').select('r.id').where(whereOf(scope, filter))
  const pageOf = (per_page: number) => recordOrders.page({ ...asked, ...filter, sort: '-performed_at', per_page })
  const cutTo = (page: ReturnType<typeof pageOf>) =>
    matching.where(page.condition).orderBy(page.orderBy).limit(page.limit)
  const fitting = async (most: number) => {
    const order = recordOrders.orderBy('-performed_at')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select sum(jsonb_array_length(r.analyte_results)) over (order by ${order} rows unbounded preceding) as lines
        from test_records as r where r.tenant_id = ${scope.tenant.id} and r.id = any(array(${cutTo(pageOf(most))}))
      ) as summed where lines <= ${most}`.execute(scope.db)
    return Math.max(1, rows[0]?.count ?? 0)
  }
  const page = pageOf(mostLines === undefined ? asked.per_page : await fitting(mostLines))
  const rows = recordsWithNames(scope)
    .where(sql<SqlBool>`r.id = any(array(${cutTo(page)}))`)
    .select(wholeColumns)
    .orderBy(page.orderBy)
    .execute()
  return await page.read(scope.db, { rows, matching })
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
  const { ids, performed = [], changed = [], states, subjectIds = [], groupId, hasSpecimen, code } = filter
  const conditions = [
    recordThatLeaves(scope, 'r'),
    ...within('r.performed_at', performed),
    ...changed.map((span) => changedWithin(scope, span)),
    ...changed.flatMap(({ from }) => (from === undefined ? [] : [changedSince(scope, from)])),
    ...subjectIds.map((id) => sql<SqlBool>`r.subject_id = ${id}::uuid`),
  ]
  if (ids !== undefined) conditions.push(sql`r.id = any(${ids}::uuid[])`)
  if (states !== undefined) conditions.push(sql`r.state in (${sql.join(states.map((state) => sql.lit(state)))})`)
  if (groupId !== undefined) conditions.push(sql`r.group_id = ${groupId}::uuid`)
  if (hasSpecimen) conditions.push(sql`r.specimen is not null`)
  if (code !== undefined) {
    const known = sql`
      select v.assay_id, v.version from assay_versions as v, jsonb_array_elements(v.analytes) as d
      where v.tenant_id = ${scope.tenant.id} and ${code} = any(array[d ->> 'loinc', d ->> 'snomed'])`
    conditions.push(sql`(r.assay_id, r.assay_version) in (${known})`)
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
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
