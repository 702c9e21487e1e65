import { sql } from 'kysely'
import { Failure, found } from '../../platform/failure.ts'

/**
 * The columns that every change of a row also sets: its time and the next version, which lets concurrent editors
 * notice. Takes the table's alias where the statement reads another table as well.
 */
export function touched(alias?: string) {
  const version = sql.ref(alias === undefined ? 'version' : `${alias}.version`)
  return { updated_at: sql<Date>`now()`, version: sql<number>`${version} + 1` }
}

/**
 * Returns a row that is to be changed. Throws `not-found` when there is none, and `stale-version` when its version is
 * not the expected one.
 */
export function asSeen<Row extends { version: number }>(row: Row | undefined, version: number | undefined): Row {
  const present = found(row)
  if (version !== undefined && present.version !== version) throw new Failure('stale-version')
  return present
}
