import { sql, type AliasedExpression, type JoinBuilder, type Selectable } from 'kysely'
import type { Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'

/**
 * Selects, for a lateral join, the one row of a table whose key columns equal those of the rows before it. PostgreSQL
 * then has to look it up for each of them; see docs/decisions/0057-names-by-key.md.
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
  // TypeScript cannot resolve the row type of a table that is still generic.
  return found.as(alias) as unknown as AliasedExpression<Selectable<Tables[Name]>, Alias>
}

/** The condition of a lateral join with `byKey`, whose row already matches. */
export function onTrue<DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>): JoinBuilder<DB, TB> {
  return join.onTrue()
}
