import { sql, type SqlBool } from 'kysely'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'
import { touched } from '../access/changing/touched.ts'
import { deleteDetails } from './details-repository.ts'

/**
 * Finds and locks the subjects of a person, by account, email or earlier erasure, with those merged into them. Until the transaction
 * ends nobody changes or merges them, so that nothing is written back after the erasure.
 */
export async function lockSubjectsOf(scope: Scope, person: Person): Promise<string[]> {
  let locked: readonly string[] = []
  for (;;) {
    const found = await findSubjectsOf(scope, person)
    const more = found.filter((id) => !locked.includes(id))
    if (more.length === 0) return found
    await scope.db
      .selectFrom('subjects')
      .where(sql<SqlBool>`id = any(${more}::uuid[])`)
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    locked = [...locked, ...more]
  }
}

/** Finds the subjects of a person as `lockSubjectsOf` does, and locks nothing. */
export async function findSubjectsOf({ db, tenant }: Scope, person: Person): Promise<string[]> {
  const emailKey = emailKeyOf(person)
  const { rows } = await sql<{ id: string }>`
    with theirs as (
      select s.id from subjects s where s.tenant_id = ${tenant.id} and s.user_id = ${person.id}::uuid
      union
      select i.subject_id from subject_identities i where i.tenant_id = ${tenant.id} and i.email_key = ${emailKey}
      union
      select f.subject_id from merged_subjects f where f.tenant_id = ${tenant.id} and f.email_key = ${emailKey}
      union
      select s.id from subjects s where s.tenant_id = ${tenant.id} and s.id = any(${person.earlier?.subjectIds ?? []}::uuid[])
    )
    select id from theirs
    union
    select f.id from merged_subjects f where f.tenant_id = ${tenant.id} and f.subject_id in (select id from theirs)
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds the names and dates of birth, YYYY-MM-DD, by which a person's subjects are or were known. */
export async function findNamesOf(scope: Scope, person: Person) {
  const ids = await findSubjectsOf(scope, person)
  if (ids.length === 0) return []
  const { rows } = await sql<{ subjectId: string; firstName: string | null; lastName: string; dateOfBirth: string }>`
    select subject_id as "subjectId", first_name as "firstName", last_name as "lastName",
      to_char(date_of_birth, 'YYYY-MM-DD') as "dateOfBirth"
    from subject_identities
    where tenant_id = ${scope.tenant.id} and subject_id = any(${ids}::uuid[])
      and last_name is not null and date_of_birth is not null
    union all
    select id, first_name, last_name, to_char(date_of_birth, 'YYYY-MM-DD') from merged_subjects
    where tenant_id = ${scope.tenant.id} and id = any(${ids}::uuid[])
      and last_name is not null and date_of_birth is not null
  `.execute(scope.db)
  return rows
}

/**
 * Deletes the identities and details of a person's subjects, and returns the subjects' ids. The subjects and their records stay.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<string[]> {
  const { db } = scope
  const ids = await lockSubjectsOf(scope, person)
  if (ids.length === 0) return []
  await db
    .deleteFrom('subject_identities')
    .where(sql<SqlBool>`subject_id = any(${ids}::uuid[])`)
    .execute()
  await deleteDetails(scope, ids)
  await db
    .deleteFrom('merged_subjects')
    .where(sql<SqlBool>`subject_id = any(${ids}::uuid[])`)
    .execute()
  await db
    .updateTable('subjects')
    .set(touched())
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
  await db.updateTable('subjects').set({ user_id: null }).where('user_id', '=', person.id).execute()
  return ids
}
