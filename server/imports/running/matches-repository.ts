import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'

/**
 * Keeps which people an import has found whom another one has made, so that undoing that one does not erase them. It ends when the other
 * one is removed, because it cannot be undone then.
 */
export async function keepMatches(
  { db, tenant }: Scope,
  importId: string,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  await sql`
    insert into import_matches (tenant_id, import_id, subject_id, made_by)
    select k.tenant_id, ${importId}::uuid, k.subject_id, k.import_id
    from imported_people k join imports i on i.tenant_id = ${tenant.id} and i.id = k.import_id
    where k.tenant_id = ${tenant.id} and k.subject_id = any(${subjectIds}::uuid[]) and k.import_id <> ${importId}
    on conflict do nothing
  `.execute(db)
}

/** Forgets whom an import has found, because it is undone. */
export async function forgetMatches({ db }: Scope, importId: string): Promise<void> {
  await db.deleteFrom('import_matches').where('import_id', '=', importId).execute()
}
