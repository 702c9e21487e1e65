import { sql } from 'kysely'
import type { FileFormat } from '../../../contract/listing.ts'
import type { TestRecordFilter, TestRecordSort } from '../../../contract/test-records/filter.ts'
import { isOfSetPerson, recordThatLeaves } from '../../access/actor-predicate.ts'
import { selectCells, type CsvRows } from '../../access/exports/copy-rows.ts'
import type { FileColumn } from '../../access/exports/csv-cells.ts'
import type { ActorScope } from '../../access/scope.ts'
import { recordsWhere } from '../filter-repository.ts'
import { recordOrders } from '../repository.ts'

export type ExportQuery = TestRecordFilter & { sort: TestRecordSort; format: FileFormat }

/** Selects the filtered records as the rows of a file with these columns. A file leaves Lateral, so it lacks what is held back. */
export async function exportedRecords(
  scope: ActorScope,
  query: ExportQuery,
  columns: readonly FileColumn[],
): Promise<CsvRows> {
  const where = await recordsWhere(scope, query, recordThatLeaves)
  const rows = allWithNames(scope).where(where).orderBy(recordOrders.orderBy(query.sort))
  return selectCells(rows, columns, query.format)
}

/** Counts the filtered records that `exportedRecords` lacks. It begins with the sets that hold them back (`isHeldBack`), which are few. */
export async function countHeldBack(scope: ActorScope, filter: TestRecordFilter): Promise<number> {
  const { db, tenant } = scope
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from test_sets t
    join test_set_tests c on c.tenant_id = ${tenant.id} and c.test_set_id = t.id
    join test_records r on r.tenant_id = ${tenant.id} and r.id = c.test_record_id
    where t.tenant_id = ${tenant.id} and t.state <> 'ended' and ${isOfSetPerson(scope)} and ${await recordsWhere(scope, filter)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Joins records with the names that `recordsWithNames` finds, the second reading `q`, its reader `p`, the file or token `f`, and the
 * details `x` of persons if the tenant keeps any. It joins whole tables, which is faster for very many records. Left joins, although
 * only the reading, the file and the details may be missing, make the planner
 * join names to records and not to each other first.
 */
export function allWithNames({ db, tenant }: ActorScope) {
  return db
    .selectFrom('test_records as r')
    .leftJoin('organisations as o', 'o.id', 'r.organisation_id')
    .leftJoin('groups as g', 'g.id', 'r.group_id')
    .leftJoin('subjects as s', 's.id', 'r.subject_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 'r.subject_id')
    .leftJoin('assay_versions as a', (join) =>
      join.onRef('a.assay_id', '=', 'r.assay_id').onRef('a.version', '=', 'r.assay_version'),
    )
    .leftJoin('users as u', 'u.id', 'r.recorded_by')
    .leftJoin('second_readings as q', 'q.test_record_id', 'r.id')
    .leftJoin('users as p', 'p.id', 'q.read_by')
    .leftJoin('record_origins as f', 'f.id', 'r.origin_id')
    .$if(tenant.subjectDetails.length > 0, (query) =>
      query.leftJoin('subject_details as x', 'x.subject_id', 'r.subject_id'),
    )
}

/** Finds the tenant's names and formats for exports. */
export async function getExportSettings(scope: ActorScope) {
  return scope.db
    .selectFrom('tenants')
    .where('id', '=', scope.tenant.id)
    .select([
      'subjects',
      sql<string | null>`date_format -> 'web' ->> 'short'`.as('date_pattern'),
      sql<string | null>`date_format -> 'web' ->> 'date_time'`.as('date_time_pattern'),
    ])
    .executeTakeFirstOrThrow()
}
