import { sql, type CompiledQuery } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { TestRecordFilter, TestRecordSort } from '../../contract/test-records/filter.ts'
import { Abandoned } from '../access/door.ts'
import type { DoorClient } from '../access/opening.ts'
import type { ActorScope } from '../access/scope.ts'
import type { CsvColumn } from './csv-repository.ts'
import { recordsWithNames } from './names-repository.ts'
import { recordsWhere } from './filter-repository.ts'
import { recordOrders } from './repository.ts'

export type ExportQuery = TestRecordFilter & { sort: TestRecordSort }

/**
 * Streams the filtered records as CSV rows from PostgreSQL itself; this process never holds more than a chunk. Answers
 * when there is something to read, or the end; throws what the database has against the query, and `Abandoned` when
 * the signal aborts before that.
 */
export async function copyRecords(
  scope: ActorScope,
  client: DoorClient,
  query: ExportQuery,
  columns: readonly CsvColumn[],
  signal: AbortSignal,
): Promise<Readable> {
  await client.query('set local statement_timeout = 0')
  const rows: Readable = client.query(
    copyTo(
      `copy (${withLiterals((await exportQuery(scope, query, columns)).compile())}) to stdout (format csv, force_quote *)`,
    ),
  )
  // Whoever waits for the rows hears of an error there; when nobody does any more, it has no one to tell.
  rows.on('error', () => undefined)
  try {
    await once(rows, 'readable', { signal })
  } catch (error) {
    throw signal.aborted ? new Abandoned('The export ended before its first row') : error
  }
  return rows
}

/** No field is null: COPY would quote all but that. */
async function exportQuery(scope: ActorScope, query: ExportQuery, columns: readonly CsvColumn[]) {
  const where = await recordsWhere(scope, query)
  return recordsWithNames(scope)
    .innerJoin('assays as a', 'a.id', 'r.assay_id')
    .where(where)
    .select(columns.map(({ value }, i) => sql`coalesce((${value})::text, '')`.as(`c${i}`)))
    .orderBy(recordOrders.orderBy(query.sort))
}

/** COPY takes no parameters, so the values go in as literals, each quoted by the driver. */
function withLiterals({ sql: text, parameters }: CompiledQuery): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => literal(parameters[Number(position) - 1]))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  if (typeof value !== 'string') throw new TypeError('An export is filtered by texts, numbers and lists of them')
  return pg.escapeLiteral(value)
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
