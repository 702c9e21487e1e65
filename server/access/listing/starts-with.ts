import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Tells whether a column, as `alias.column`, begins with a text. It is a range, which an index can serve under
 * row-level security; the upper end is above every character.
 */
export function startsWith(column: string, start: string): RawBuilder<SqlBool> {
  const { low, high } = boundsOf(start)
  return sql<SqlBool>`${sql.ref(column)} >= ${low} and ${sql.ref(column)} < ${high}`
}

/** Every text that begins with `start` is at least `low` and less than `high`. */
export function boundsOf(start: string): { low: string; high: string } {
  return { low: start, high: `${start}\u{10ffff}` }
}
