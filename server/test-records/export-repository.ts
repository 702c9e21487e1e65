import { sql } from 'kysely'
import type { TestRecordFilter, TestRecordSort } from '../../contract/test-records/filter.ts'
import { selectCells, type CsvRows } from '../access/exports/copy-rows.ts'
import type { CsvColumn } from '../access/exports/csv-cells.ts'
import type { ActorScope } from '../access/scope.ts'
import { recordsWhere } from './filter-repository.ts'
import { recordsWithNames } from './names-repository.ts'
import { recordOrders } from './repository.ts'

export type ExportQuery = TestRecordFilter & { sort: TestRecordSort }

/** The filtered records as the rows of a file with these columns. */
export async function exportedRecords(
  scope: ActorScope,
  query: ExportQuery,
  columns: readonly CsvColumn[],
): Promise<CsvRows> {
  const where = await recordsWhere(scope, query)
  const rows = recordsWithNames(scope)
    .leftJoin('second_readings as q', 'q.test_record_id', 'r.id')
    .leftJoin('users as p', 'p.id', 'q.read_by')
    .where(where)
    .orderBy(recordOrders.orderBy(query.sort))
  return selectCells(rows, columns)
}

/** The tenant's names and formats that an export uses. */
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
