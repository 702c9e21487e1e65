import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { AssayDefinition } from '../access/tables/test-records.ts'
import type { Selectable } from 'kysely'

export interface OperatorsEntry extends Omit<Selectable<AssayDefinition>, 'pictures' | 'meanings'> {
  id: string
  version: number
  built_in: string | null
  is_withdrawn: boolean
}

/**
 * Copies an assay of the operator to where every tenant sees it; does nothing in another tenant. A trigger could not, where
 * tenants are spread over servers.
 */
export async function keepInCatalogue({ db, tenant }: Scope, assayId: string): Promise<void> {
  if (!tenant.isOperator) return
  const row = await db
    .selectFrom('assays')
    .where('id', '=', assayId)
    .select(['id', 'version', 'name', 'manufacturer', 'model', 'gtin', 'analytes', 'specimens', 'offered_results'])
    .select(['read_from_minutes', 'read_until_minutes', 'image_required', 'requires_timer', 'instructions'])
    .select([
      sql<string | null>`taken_from ->> 'entry'`.as('built_in'),
      sql<boolean>`retired_at is not null`.as('is_withdrawn'),
    ])
    .executeTakeFirstOrThrow()
  await sql`select keep_catalogue_entry(${JSON.stringify(row)}::jsonb)`.execute(db)
}

/** Lists the operator's catalogue entries by name, withdrawn ones included. Every tenant sees the same entries. */
export async function listOperatorsEntries({ db }: Scope): Promise<OperatorsEntry[]> {
  const { rows } = await sql<OperatorsEntry>`
    select id, version, built_in, is_withdrawn, name, manufacturer, model, gtin, analytes, specimens, offered_results,
      read_from_minutes, read_until_minutes, image_required, requires_timer, instructions
    from catalogue_entries order by lower(name), id`.execute(db)
  return rows
}
