import { sql, type RawBuilder } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listTestRecords } from '../../contract/test-records/endpoints.ts'
import type { TestRecordFilter } from '../../contract/test-records/filter.ts'
import { keyset } from '../access/keyset.ts'
import type { ActorScope } from '../access/scope.ts'
import { subjectColumns } from '../subjects/columns.ts'
import { recordsWithNames } from './names-repository.ts'
import { inRecordScope, recordOrder, recordsWhere } from './filter-repository.ts'

/** What a row of the list shows. */
const listedColumns = [
  'r.id',
  'r.test_id',
  'r.performed_at',
  'r.performed_zone',
  'r.recorded_at',
  'r.result',
  'r.state',
  'o.id as organisation_id',
  'o.name as organisation_name',
  'g.id as group_id',
  'g.name as group_name',
  'u.id as user_id',
  'u.full_name as user_name',
  ...subjectColumns,
] as const

/** A page of the records in the actor's scope that fit the filter, and how many there are. */
export async function listRecordRows(scope: ActorScope, query: Query<typeof listTestRecords>) {
  const page = keyset(recordOrder(query.sort), query)
  const where = await recordsWhere(scope, query)
  const matching = keysOf(scope).where(where)
  return page.read(scope.db, {
    rows: rowsOf(scope, matching.where(page.condition).orderBy(page.orderBy).limit(page.limit), page.orderBy),
    matching,
    valuesOf: (row) => cursorValues(query.sort, row),
  })
}

/** The latest records in the actor's scope, for the dashboard: those that the list begins with. */
export async function latestRecordRows(scope: ActorScope, limit: number) {
  const { orderBy } = keyset(recordOrder('-performed_at'), { per_page: limit })
  const where = await recordsWhere(scope, { state: 'current' })
  return rowsOf(scope, keysOf(scope).where(where).orderBy(orderBy).limit(sql.lit(limit)), orderBy)
}

function keysOf(scope: ActorScope) {
  return scope.db.selectFrom('test_records as r').select(['r.tenant_id', 'r.id'])
}

/**
 * The rows of a page of keys, with their names. The page is cut by key first: so an index alone finds it for every
 * filter and scope, and only its few rows are read.
 */
async function rowsOf(scope: ActorScope, page: ReturnType<typeof keysOf>, orderBy: RawBuilder<unknown>) {
  return recordsWithNames(scope)
    .innerJoin(page.as('k'), (join) => join.onRef('k.tenant_id', '=', 'r.tenant_id').onRef('k.id', '=', 'r.id'))
    .select(listedColumns)
    .orderBy(orderBy)
    .execute()
}
export type ListedRow = Awaited<ReturnType<typeof rowsOf>>[number]

function cursorValues(sort: Query<typeof listTestRecords>['sort'], row: ListedRow): string[] {
  const performedAt = row.performed_at.toISOString()
  switch (sort) {
    case 'performed_at':
    case '-performed_at':
      return [performedAt, row.id]
    case 'recorded_at':
    case '-recorded_at':
      return [row.id]
    case 'test_id':
    case '-test_id':
      return [row.test_id]
    case 'result':
    case '-result':
      return [row.result, performedAt, row.id]
  }
}

/** One record in the actor's scope with all that it holds, or undefined. */
export async function findRecordRow(scope: ActorScope, recordId: string) {
  return recordsWithNames(scope)
    .innerJoin('assays as a', (join) => join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.id', '=', 'r.assay_id'))
    .where('r.id', '=', recordId)
    .where(inRecordScope(scope))
    .select([
      ...listedColumns,
      'r.analyte_results',
      'r.specimen',
      'r.location',
      'r.latitude',
      'r.longitude',
      'r.device_image_id',
      'r.lot',
      'r.lot_expiry',
      'r.note',
      'r.version',
      'a.id as assay_id',
      'a.name as assay_name',
      'a.manufacturer',
      'a.model',
    ])
    .executeTakeFirst()
}
export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecordRow>>>

/** Counts by result of a filter. */
export async function countByResult(scope: ActorScope, filter: TestRecordFilter) {
  const where = await recordsWhere(scope, filter)
  return scope.db
    .selectFrom('test_records as r')
    .where(where)
    .select(['r.result', sql<number>`count(*)::int`.as('count')])
    .groupBy('r.result')
    .execute()
}
