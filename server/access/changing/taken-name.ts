import { sql } from 'kysely'
import { folded } from '../../../contract/rules/folding.ts'
import type { Scope } from '../scope.ts'

interface Wanted {
  name: string
  /** The row that is to have the name; undefined for a new row. */
  id?: string
  /** Set for groups, whose names only need to differ within their organisation. */
  organisationId?: string
}

/**
 * Tells whether another row has a name that reads the same, however it is written. A row keeps its own name. Other
 * transactions that check names of this kind wait until this one ends.
 */
export async function isNameTaken(
  scope: Scope,
  table: 'organisations' | 'groups' | 'assays',
  { name, id, organisationId }: Wanted,
): Promise<boolean> {
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
