import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { sql, type CompiledQuery, type SelectQueryBuilder } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { queryWithoutLimit } from '../../platform/database.ts'
import { Abandoned, type DoorClient } from '../door/transaction.ts'
import type { FileFormat } from '../../../contract/listing.ts'
import type { FileColumn } from './csv-cells.ts'

/** The rows of a CSV file, as a query whose columns are the cells. */
export interface CsvRows {
  compile(): CompiledQuery
}

/** Selects the columns of a file. Every field is non-null, because COPY does not quote null. */
export function selectCells<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  columns: readonly FileColumn[],
  format: FileFormat,
): CsvRows {
  const valueOf = ({ value, cell }: FileColumn) => (format === 'xlsx' && cell ? cell.value : value)
  return rows.select(columns.map(valueOf).map((value, i) => sql`coalesce((${value})::text, '')`.as(`c${i}`)))
}

/**
 * Streams rows straight from PostgreSQL, as CSV or in its text format; this process never holds more than a chunk. Resolves when
 * there is something to read or the rows have ended. Throws the database's error, and `Abandoned` when the signal aborts
 * before that.
 */
export async function copyRows(
  client: DoorClient,
  query: CsvRows,
  signal: AbortSignal,
  format: 'csv' | 'text' = 'csv',
): Promise<Readable> {
  await client.query('set local statement_timeout = 0')
  const rows: Readable = queryWithoutLimit(
    client,
    copyTo(
      `copy (${withLiterals(query.compile())}) to stdout (${format === 'csv' ? 'format csv, force_quote *' : 'format text'})`,
    ),
  )
  // The reader gets the error from the stream; without a reader, an unhandled error event would end the process.
  rows.on('error', () => undefined)
  try {
    await once(rows, 'readable', { signal })
  } catch (error) {
    throw signal.aborted ? new Abandoned('The export ended before its first row') : error
  }
  return rows
}

/** COPY takes no parameters, so the values become literals, each quoted by the driver. */
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
