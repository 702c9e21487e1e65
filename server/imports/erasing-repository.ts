import { sql } from 'kysely'
import { spellingsOf } from '../../contract/rules/name-and-email.ts'
import { touched } from '../access/changing/touched.ts'
import type { Person } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'
import { begun } from './repository.ts'

/** What a row of a person is known by: their email in a cell, the hash of names and date of birth, or whom it was matched with. */
interface Named {
  email: string
  personKeys: readonly string[]
  /** Hashes of rows that may be of somebody else, and name them only if the order of their dates is open. */
  unclearKeys: readonly string[]
  subjectIds: readonly string[]
}

/** The condition for rows that name somebody, by the alias of their table. */
function namesThem(alias: string, { email, personKeys, unclearKeys, subjectIds }: Named) {
  return sql<boolean>`(lower(${sql.ref(`${alias}.cells`)}::text) like any(${patternsOf(email)}::text[])
    or ${sql.ref(`${alias}.person_key`)} = any(${personKeys}::text[])
    or (${sql.ref(`${alias}.person_key`)} = any(${unclearKeys}::text[]) and ${sql.ref(`${alias}.problems`)} @> '[{"code": "dayUnclear"}]')
    or ${sql.ref(`${alias}.subject_id`)} = any(${subjectIds}::uuid[]))`
}

/**
 * Deletes the rows that name somebody from imports that have begun, which go on without them, and returns the ids of these.
 * Their files are needed no more.
 */
export async function forgetNaming({ db, tenant }: Scope, named: Named): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from import_rows as r using imports as i
      where i.tenant_id = ${tenant.id} and r.tenant_id = ${tenant.id} and r.import_id = i.id and i.state = any(${begun})
        and ${namesThem('r', named)}
      returning r.import_id
    )
    update imports as i set head = null
    where i.tenant_id = ${tenant.id} and i.state = any(${begun})
      and (i.id in (select import_id from gone) or lower(i.head::text) like any(${patternsOf(named.email)}::text[]))
    returning i.id
  `.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Cancels the imports that have not begun and of which a row that was read names somebody, deletes the rows of these, and returns
 * the ids. Their files name the person, too. A file without headers may name the person in its first row.
 */
export async function cancelNaming({ db, tenant }: Scope, named: Named): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update imports as i
    set state = 'cancelled', reading_id = null, problem = null, head = null, summary = null, rows_bytes = 0, version = i.version + 1, updated_at = now()
    where i.tenant_id = ${tenant.id} and i.state <> all(${begun}) and (
      lower(i.head::text) like any(${patternsOf(named.email)}::text[])
      or i.id in (select r.import_id from import_rows as r where r.tenant_id = ${tenant.id} and ${namesThem('r', named)}))
    returning i.id
  `.execute(db)
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await db.deleteFrom('import_rows').where('import_id', 'in', ids).execute()
  return ids
}

/** Cancels an import whose file names somebody who has left, and deletes its rows. */
export async function cancelRead({ db }: Scope, importId: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'cancelled', reading_id: null, head: null, summary: null, rows_bytes: 0, leavers: [], ...touched() })
    .where('id', '=', importId)
    .execute()
  await db.deleteFrom('import_rows').where('import_id', '=', importId).execute()
}

/** Tells whether any import has a file that was not read to its end. */
export async function hasUnread({ db }: Scope): Promise<boolean> {
  const found = await db.selectFrom('imports').where('state', 'in', unread).select('id').limit(1).executeTakeFirst()
  return found !== undefined
}

/** Notes who has left at the imports whose files were not read to their ends. A step that is reading one ends before. */
export async function addLeavers({ db, tenant }: Scope, hashes: readonly string[]): Promise<void> {
  await sql`
    update imports set leavers = leavers || ${hashes}::text[] where tenant_id = ${tenant.id} and state = any(${unread})
  `.execute(db)
}

/** A file that was refused may be read again with other answers. */
const unread = ['waiting', 'reading', 'refused'] as const

/** Reads the name and the date of birth of an account, YYYY-MM-DD. */
export async function findAccount({ db }: Scope, { id }: Person) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select('full_name')
    .select(sql<string | null>`to_char(date_of_birth, 'YYYY-MM-DD')`.as('dateOfBirth'))
    .executeTakeFirst()
}

/** Finds by which keys imports have made these people, with the groups that the answers of each import name. */
export async function findMakers({ db, tenant }: Scope, subjectIds: readonly string[]) {
  const { rows } = await sql<{ importId: string; key: string; groups: { groupId: string }[] | null }>`
    select p.import_id as "importId", p.key, i.answers -> 'groups' as groups
    from imported_people p join imports i on i.tenant_id = ${tenant.id} and i.id = p.import_id
    where p.tenant_id = ${tenant.id} and p.subject_id = any(${subjectIds}::uuid[])
  `.execute(db)
  return rows
}

/** Lists the hashes of the people in an import. */
export async function listPersonKeys({ db }: Scope, importId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where('person_key', 'is not', null)
    .select('person_key')
    .distinct()
    .execute()
  return rows.flatMap(({ person_key }) => person_key ?? [])
}

/** The email as it may stand in a cell, in which nothing is a sign of a pattern. */
function patternsOf(email: string): string[] {
  return spellingsOf(email).map((spelling) => `%${spelling.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
}
