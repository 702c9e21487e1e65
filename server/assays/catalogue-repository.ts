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

/** Lists the operator's catalogue entries by name, withdrawn ones included. Every tenant sees the same entries. */
export async function listOperatorsEntries({ db }: Scope): Promise<OperatorsEntry[]> {
  const { rows } = await sql<OperatorsEntry>`
    select id, version, built_in, is_withdrawn, name, manufacturer, model, gtin, analytes, specimens, offered_results,
      read_from_minutes, read_until_minutes, image_required, requires_timer, instructions
    from catalogue_entries order by lower(name), id`.execute(db)
  return rows
}
