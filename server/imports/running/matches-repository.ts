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

/**
 * Hands people whom an import has made, and whom others have found, over to the latest of these that can still be undone, as if it
 * had made them. It stays known that it found them. Returns the imports by the ids of the people.
 */
export async function handToFinders(
  { db, tenant }: Scope,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subjectIds.length === 0) return new Map()
  const { rows: latest } = await sql<{ subjectId: string; importId: string }>`
    select distinct on (m.subject_id) m.subject_id as "subjectId", m.import_id as "importId"
    from import_matches m join imports i on i.tenant_id = ${tenant.id} and i.id = m.import_id
    where m.tenant_id = ${tenant.id} and m.subject_id = any(${subjectIds}::uuid[])
    order by m.subject_id, i.created_at desc, i.id desc
  `.execute(db)
  const makers = new Map(latest.map(({ subjectId, importId }) => [subjectId, importId]))
  const { rows: former } = await sql<{ subjectId: string; importId: string }>`
    delete from import_matches where tenant_id = ${tenant.id} and subject_id = any(${[...makers.keys()]}::uuid[])
    returning subject_id as "subjectId", import_id as "importId"
  `.execute(db)
  const kept = former.map((match) => ({ ...match, madeBy: makers.get(match.subjectId) }))
  await sql`
    insert into import_matches (tenant_id, import_id, subject_id, made_by)
    select i.tenant_id, m."importId", m."subjectId", i.id
    from json_to_recordset(${JSON.stringify(kept)}::json) as m ("importId" uuid, "subjectId" uuid, "madeBy" uuid)
    join imports i on i.tenant_id = ${tenant.id} and i.id = m."madeBy"
  `.execute(db)
  return makers
}

/** Forgets whom an import has found, because it is undone. Two that are undone at once take turns, so that neither leaves people to the other. */
export async function forgetMatches({ db, tenant }: Scope, importId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`undone imports ${tenant.id}`}, 0))`.execute(db)
  await db.deleteFrom('import_matches').where('import_id', '=', importId).execute()
}
