import { sql, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listTestRecords } from '../../contract/test-records/endpoints.ts'
import type { testRecordList, TestRecordFilter } from '../../contract/test-records/filter.ts'
import { isHeldBack, recordInActorScope } from '../access/actor-predicate.ts'
import { compiledOnce, type QueryParts } from '../access/speed/compiled-once.ts'
import { countUpToCap, sortedList, type KeyColumn, type ListPage } from '../access/listing/listing.ts'
import { byKey, onTrue } from '../access/listing/by-key.ts'
import type { ActorScope } from '../access/scope.ts'
import { subjectColumns } from '../subjects/columns.ts'
import { contentColumns } from './columns.ts'
import { knownTotal } from './counting/repository.ts'
import { recordsWithNames } from './names-repository.ts'
import { isOfStateAlone, recordsWhere, recordsWithoutSearch } from './filter-repository.ts'

/** The columns of a row of the list. */
export const listedColumns = [
  'r.id',
  'r.test_id',
  'r.performed_at',
  'r.performed_zone',
  'r.recorded_at',
  'r.result',
  'r.state',
  'r.second_reading',
  'r.origin',
  'o.id as organisation_id',
  'o.name as organisation_name',
  'g.id as group_id',
  'g.name as group_name',
  'a.assay_id',
  'a.name as assay_name',
  'r.analyte_results',
  'u.id as user_id',
  'u.full_name as user_name',
  ...subjectColumns,
] as const

/** Reads a page of the records in the actor's scope that match the filter, with their total. */
export async function listRecordRows(scope: ActorScope, query: Query<typeof listTestRecords>) {
  const page = recordOrders.page(query)
  const { sort, per_page, cursor, ...filter } = query
  const known = knownTotal(scope, filter)
  if (known !== undefined && cursor === undefined && isOfStateAlone(filter)) {
    return page.read(scope.db, {
      rows: selectFirstRows(scope, {}, { sort, per_page, state: filter.state }),
      matching: known,
    })
  }
  const matching = keysOf(scope).where(await recordsWhere(scope, filter))
  return page.read(scope.db, { rows: rowsOf(scope, matching, page).execute(), matching: known ?? matching })
}

/** The first page of the unfiltered list, which is requested more often than any other. */
const selectFirstRows = compiledOnce(
  (
    { scope }: QueryParts<object>,
    { state, ...query }: Pick<Query<typeof listTestRecords>, 'sort' | 'per_page' | 'state'>,
  ) => rowsOf(scope, keysOf(scope).where(recordsWithoutSearch(scope, { state })), recordOrders.page(query)).compile(),
)

/**
 * Reads the latest records in the actor's scope that match a filter, for the dashboard; they are the first of the list.
 */
export async function latestRecordRows(scope: ActorScope, filter: TestRecordFilter, limit: number) {
  const orderBy = recordOrders.orderBy('-performed_at')
  const matching = keysOf(scope).where(await recordsWhere(scope, filter))
  return rowsOf(scope, matching, { orderBy, condition: sql<SqlBool>`true`, limit: sql.lit(limit) }).execute()
}

function keysOf(scope: ActorScope) {
  return scope.db.selectFrom('test_records as r').select('r.id')
}

/**
 * Selects the rows of a page with their names. The page is selected by key first, so that an index alone finds it for
 * every filter and scope and only its few rows are read.
 */
function rowsOf(
  scope: ActorScope,
  matching: ReturnType<typeof keysOf>,
  { condition, orderBy, limit }: Pick<ListPage<unknown>, 'condition' | 'orderBy' | 'limit'>,
) {
  const page = matching.where(condition).orderBy(orderBy).limit(limit)
  return recordsWithNames(scope)
    .where(sql<SqlBool>`r.id = any(array(${page}))`)
    .select(listedColumns)
    .select(isHeldBack(scope, 'r.id').as('is_held_back'))
    .orderBy(orderBy)
}
type SelectedRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** A row of the list, which alone tells what is held back: the page of a record asks for its set, and other programs read none. */
export type ListedRow = Omit<SelectedRow, 'is_held_back'> & Partial<Pick<SelectedRow, 'is_held_back'>>

const id: KeyColumn<ListedRow> = { column: sql.ref('r.id'), type: 'uuid', valueOf: (row) => row.id }
const performedAt: KeyColumn<ListedRow> = {
  column: sql.ref('r.performed_at'),
  type: 'timestamptz',
  valueOf: (row) => row.performed_at.toISOString(),
}

/** The orders of the list, the dashboard and the export. Ids are UUIDv7, so they sort by the time of recording. */
export const recordOrders = sortedList<typeof testRecordList, ListedRow>({
  performed_at: [performedAt, id],
  recorded_at: [id],
  test_id: [{ column: sql.ref('r.test_id'), type: 'text', valueOf: (row) => row.test_id }],
  result: [{ column: sql.ref('r.result'), type: 'text', valueOf: (row) => row.result }, performedAt, id],
})

/** Finds a record in the actor's scope with all of its data. */
export async function findRecordRow(scope: ActorScope, recordId: string) {
  return recordsWithNames(scope)
    .leftJoinLateral(byKey(scope, 'record_origins', 'f', { id: 'r.origin_id' }), onTrue)
    .where('r.id', '=', recordId)
    .where(recordInActorScope(scope, 'r'))
    .select([
      ...listedColumns,
      'f.id as source_id',
      'f.name as source_name',
      'r.source_recorded_by',
      sql<string | null>`coalesce(g.phone, o.phone)`.as('phone'),
      ...contentColumns.selected,
      'r.read_at',
      'r.reading',
      'r.reading_reason',
      'r.version',
      'a.manufacturer',
      'a.model',
    ])
    .executeTakeFirst()
}
export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecordRow>>>

/** Counts the records of a list up to one more than its cap. */
export async function countRowsUpToCap(scope: ActorScope, filter: TestRecordFilter): Promise<number> {
  return await countUpToCap(scope.db, keysOf(scope).where(await recordsWhere(scope, filter)))
}
