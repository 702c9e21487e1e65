import { sql } from 'kysely'

/**
 * What every change of a row sets besides: its time, and the next version, so that whoever saw the one before is told. With
 * the table's alias where the statement reads another table, too.
 */
export function touched(alias?: string) {
  const version = sql.ref(alias === undefined ? 'version' : `${alias}.version`)
  return { updated_at: sql<Date>`now()`, version: sql<number>`${version} + 1` }
}
