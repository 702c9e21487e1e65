import { sql } from 'kysely'
import { folded } from '../../contract/rules/folding.ts'
import type { Scope } from './scope.ts'

interface Wanted {
  name: string
  /** Who is to have it; nobody yet where it is left out. */
  id?: string
  /** Groups of one organisation alone are told apart by their names. */
  organisationId?: string
}

/**
 * Whether another row has a name that reads as this one, however it is written. Who has such a name already keeps it. Others who
 * ask for names of the same kind wait until the transaction ends.
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
