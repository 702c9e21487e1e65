import { sql } from 'kysely'
import { folded } from '../../../contract/rules/folding.ts'
import { isTaken } from '../../platform/database.ts'
import { duplicate } from '../../platform/failure.ts'
import type { Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'

interface Wanted {
  name: string
  /** The row that is to have the name; undefined for a new row. */
  id?: string
  /** Set for groups, whose names only need to differ within their organisation. */
  organisationId?: string
}

/** A table of rows with names. */
type NamedTable = { [T in keyof Tables]: 'name' extends keyof Tables[T] ? T : never }[keyof Tables]

/**
 * Runs the statement that stores a row under a name. Throws `duplicate` at `name` if another row has it, after which
 * the transaction must be rolled back.
 */
export async function storeNamed(
  scope: Scope,
  table: NamedTable,
  wanted: Wanted,
  statement: { execute: () => Promise<unknown> },
): Promise<void> {
  if (await isNameTaken(scope, table, wanted)) throw duplicate('name', 'nameTaken')
  try {
    await statement.execute()
  } catch (error) {
    throw isTaken(error) ? duplicate('name', 'nameTaken') : error
  }
}

/**
 * Tells whether another row has a name that reads the same, however it is written. A row keeps its own name. Other
 * transactions that check names of this kind wait until this one ends.
 */
async function isNameTaken(scope: Scope, table: NamedTable, { name, id, organisationId }: Wanted): Promise<boolean> {
  const tenantId = scope.tenant.id
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${table} ${tenantId}`}, 0))`.execute(scope.db)
  const isWanted = (alias: string) =>
    sql`replace(search_marked(${sql.ref(`${alias}.name`)}), '''', '') = ${folded(name)}`
  const isBeside = organisationId === undefined ? sql`true` : sql`other.organisation_id = ${organisationId}::uuid`
  const isOwn = sql`exists (
    select from ${sql.table(table)} as own
    where own.tenant_id = ${tenantId} and own.id = ${id ?? null}::uuid and ${isWanted('own')})`
  const { rows } = await sql<{ is_taken: boolean }>`
    select not ${isOwn} and exists (
      select from ${sql.table(table)} as other
      where other.tenant_id = ${tenantId} and other.id is distinct from ${id ?? null}::uuid and ${isBeside}
        and ${isWanted('other')}) as is_taken`.execute(scope.db)
  return rows[0]?.is_taken ?? false
}
