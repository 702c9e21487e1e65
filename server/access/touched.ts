import { sql } from 'kysely'
import { Failure, found } from '../platform/failure.ts'

/**
 * What every change of a row sets besides: its time, and the next version, so that whoever saw the one before is told. With
 * the table's alias where the statement reads another table, too.
 */
export function touched(alias?: string) {
  const version = sql.ref(alias === undefined ? 'version' : `${alias}.version`)
  return { updated_at: sql<Date>`now()`, version: sql<number>`${version} + 1` }
}

/** Answers a row that is to be changed. Throws `not-found` for none, and `stale-version` where another version was said. */
export function asSeen<Row extends { version: number }>(row: Row | undefined, version: number | undefined): Row {
  const present = found(row)
  if (version !== undefined && present.version !== version) throw new Failure('stale-version')
  return present
}
