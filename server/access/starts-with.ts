import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether a column, as `alias.column`, begins with a text. A range, because an index can serve it under row-level
 * security; the upper end is above every character.
 */
export function startsWith(column: string, start: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${`${start}\u{10ffff}`}`
}
