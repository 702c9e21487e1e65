import { sql, type AliasedExpression, type JoinBuilder, type Selectable } from 'kysely'
import type { Scope } from './scope.ts'
import type { Tables } from './tables.ts'

/**
 * For a lateral join: the one row, under an alias, whose key columns are as the columns of rows before it. PostgreSQL has no other way
 * than to look it up for each of them; see docs/decisions/0057-names-by-key.md.
 */
export function byKey<Name extends keyof Tables, Alias extends string>(
  { db }: Scope,
  table: Name,
  alias: Alias,
  key: Partial<Record<keyof Tables[Name] & string, string>>,
): AliasedExpression<Selectable<Tables[Name]>, Alias> {
  const rows = db.selectFrom<keyof Tables>(table).selectAll().limit(sql.lit(1))
  const found = Object.entries(key).reduce(
    (narrowed, [column, of]) => narrowed.where(sql.ref(column), '=', sql.ref(of as string)),
    rows,
  )
  // The compiler cannot follow a table that is not known yet.
  return found.as(alias) as unknown as AliasedExpression<Selectable<Tables[Name]>, Alias>
}

/** What such a join is on: its row says for itself which it is. */
export function onTrue<DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>): JoinBuilder<DB, TB> {
  return join.onTrue()
}
