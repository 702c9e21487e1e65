import { sql, type RawBuilder, type SqlBool } from 'kysely'
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
 * Keeps which tests of other imports the file of this one brought, too, by their keys, so that undoing the others does not void them. Returns
 * whom the tests are of.
 */
export async function keepTestMatches(
  { db, tenant }: Scope,
  importId: string,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  await sql`
    insert into import_test_matches (tenant_id, import_id, record_id, made_by)
    select k.tenant_id, ${importId}::uuid, k.record_id, k.import_id
    from imported_tests k join imports i on i.tenant_id = ${tenant.id} and i.id = k.import_id
    where k.tenant_id = ${tenant.id} and k.key = any(${keys}::text[]) and k.import_id <> ${importId}
    on conflict do nothing
  `.execute(db)
  const { rows } = await sql<{ subjectId: string }>`
    select distinct r.subject_id as "subjectId"
    from imported_tests k join test_records r on r.tenant_id = ${tenant.id} and r.id = k.record_id
    where k.tenant_id = ${tenant.id} and k.key = any(${keys}::text[])
  `.execute(db)
  return rows.map(({ subjectId }) => subjectId)
}

/** The table of what imports have found, with the column of what that is, and its statements that write. */
const found = {
  people: {
    table: sql.table('import_matches'),
    column: sql.ref('subject_id'),
    take: (which: RawBuilder<SqlBool>) => sql<Found>`
      delete from import_matches where ${which} returning subject_id as id, import_id as "importId"`,
    put: (rows: RawBuilder<unknown>) => sql`
      insert into import_matches (tenant_id, import_id, subject_id, made_by) ${rows}`,
  },
  tests: {
    table: sql.table('import_test_matches'),
    column: sql.ref('record_id'),
    take: (which: RawBuilder<SqlBool>) => sql<Found>`
      delete from import_test_matches where ${which} returning record_id as id, import_id as "importId"`,
    put: (rows: RawBuilder<unknown>) => sql`
      insert into import_test_matches (tenant_id, import_id, record_id, made_by) ${rows}`,
  },
}

/** What was found, and the import that has found it. */
interface Found {
  id: string
  importId: string
}

/**
 * Hands people or tests that an import has made, and that others have found, over to the latest of these that can still be undone, as if it
 * had made them. It stays known that it found them. Returns the imports by the ids of what was found, null if none can be undone any more.
 */
export async function handToFinders(
  { db, tenant }: Scope,
  importId: string,
  what: keyof typeof found,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const { table, column, take, put } = found[what]
  const { rows: latest } = await sql<{ id: string; importId: string | null }>`
    select distinct on (m.${column}) m.${column} as id, i.id as "importId"
    from ${table} m left join imports i on i.tenant_id = ${tenant.id} and i.id = m.import_id
    where m.tenant_id = ${tenant.id} and m.${column} = any(${ids}::uuid[]) and m.import_id <> ${importId}
    order by m.${column}, i.created_at desc nulls last, i.id desc
  `.execute(db)
  const makers = new Map(latest.map((one) => [one.id, one.importId]))
  const handed = sql<SqlBool>`tenant_id = ${tenant.id} and ${column} = any(${[...makers.keys()]}::uuid[])`
  const { rows: former } = await take(handed).execute(db)
  const kept = former.map((match) => ({ ...match, madeBy: makers.get(match.id) }))
  await put(sql`
    select i.tenant_id, m."importId", m.id, i.id
    from json_to_recordset(${JSON.stringify(kept)}::json) as m ("importId" uuid, id uuid, "madeBy" uuid)
    join imports i on i.tenant_id = ${tenant.id} and i.id = m."madeBy"`).execute(db)
  return makers
}

/** Forgets what an import has found, because it is undone. */
export async function forgetMatches({ db }: Scope, importId: string): Promise<void> {
  await db.deleteFrom('import_matches').where('import_id', '=', importId).execute()
  await db.deleteFrom('import_test_matches').where('import_id', '=', importId).execute()
}

/**
 * Lets steps that undo imports of a tenant take turns with each other, so that neither leaves people to the other, and with steps that run
 * one, so that these find only what stays.
 */
export async function takeTurns({ db, tenant }: Scope, does: 'undo' | 'run'): Promise<void> {
  const lock = sql.raw(does === 'undo' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${`undone imports ${tenant.id}`}, 0))`.execute(db)
}
