import { sql, type SqlBool } from 'kysely'
import type { WholeIdentity } from '../../contract/subjects/subject.ts'
import { Again } from '../access/door/door.ts'
import type { Scope } from '../access/scope.ts'
import { isIdentifiedBy } from './repository.ts'

/** The names and identifiers of a subject that was merged into another, by which it is searched. */
export type FormerWords = Omit<WholeIdentity, 'dateOfBirth'>

/** What somebody was known by who was merged into a subject. */
export interface FormerIdentity extends WholeIdentity {
  /** The id that they had, and that of whoever was kept. */
  id: string
  subjectId: string
  nhsNumber: string | null
}

/** Lists what those were known by who were merged into these subjects. */
export async function findFormerOf({ db }: Scope, subjectIds: readonly string[]): Promise<FormerIdentity[]> {
  return await db
    .selectFrom('merged_subjects')
    .where(sql<SqlBool>`subject_id = any(${subjectIds}::uuid[])`)
    .select(['id', 'subject_id as subjectId', 'email', 'local_id as localId', 'nhs_number as nhsNumber'])
    .select(['first_name as firstName', 'last_name as lastName', 'date_of_birth as dateOfBirth'])
    .select(['custom_id_1 as customId1', 'custom_id_2 as customId2'])
    .orderBy('id')
    .execute()
}

/** Lists the names and identifiers of the subjects that were merged into this one. */
export async function findFormerWords({ db }: Scope, subjectId: string): Promise<FormerWords[]> {
  return await db
    .selectFrom('merged_subjects')
    .where('subject_id', '=', subjectId)
    .select(['first_name as firstName', 'last_name as lastName', 'email'])
    .select(['local_id as localId', 'custom_id_1 as customId1', 'custom_id_2 as customId2'])
    .orderBy('id')
    .execute()
}

/** Finds the subject that a merged one belongs to now; undefined when it was not merged. */
export async function findKeptSubject({ db }: Scope, subjectId: string): Promise<string | undefined> {
  const row = await db.selectFrom('merged_subjects').where('id', '=', subjectId).select('subject_id').executeTakeFirst()
  return row?.subject_id
}

/**
 * Stores what a merged subject is known by with the kept one, and moves that of subjects merged into it earlier.
 * Returns the ids of the latter.
 */
export async function rememberMerged(
  { db, tenant }: Scope,
  keptId: string,
  merged: { id: string; identity: WholeIdentity; nhsNumber: string | null },
): Promise<string[]> {
  const followed = await db
    .updateTable('merged_subjects')
    .set({ subject_id: keptId })
    .where('subject_id', '=', merged.id)
    .returning('id')
    .execute()
  const { email, dateOfBirth, firstName, lastName, localId, customId1, customId2 } = merged.identity
  await db
    .insertInto('merged_subjects')
    .values({
      tenant_id: tenant.id,
      id: merged.id,
      subject_id: keptId,
      email,
      date_of_birth: dateOfBirth,
      first_name: firstName,
      last_name: lastName,
      nhs_number: merged.nhsNumber,
      local_id: localId,
      custom_id_1: customId1,
      custom_id_2: customId2,
    })
    .execute()
  return followed.map(({ id }) => id)
}

/**
 * Keeps with the merges of those who were merged which of their tests were recorded since, so that undoing gives these back as well. A
 * merge that follows another is told of the same tests. Throws `Again` if somebody was parted meanwhile.
 */
export async function keepTestsOfMerged(
  { db, tenant }: Scope,
  tests: readonly { formerId: string; recordId: string }[],
): Promise<void> {
  if (tests.length === 0) return
  const formerIds = [...new Set(tests.map(({ formerId }) => formerId))]
  const merged = await db
    .selectFrom('merged_subjects')
    .where(sql<SqlBool>`id = any(${formerIds}::uuid[])`)
    .select('id')
    .execute()
  if (merged.length < formerIds.length) throw new Again('A merge was undone')
  await sql`
    update subject_merges k set test_record_ids = k.test_record_ids || n.ids
    from (
      select m.id, array_agg(t."recordId") as ids
      from json_to_recordset(${JSON.stringify(tests)}::json) as t ("formerId" uuid, "recordId" uuid)
      join subject_merges m on m.tenant_id = ${tenant.id} and m.undone_at is null
        and (m.merged_subject_id = t."formerId" or t."formerId" = any(m.moved_subject_ids))
      group by m.id
    ) as n
    where k.tenant_id = ${tenant.id} and k.id = n.id
  `.execute(db)
}

/** Reverses `rememberMerged`. */
export async function forgetMerged(
  { db }: Scope,
  mergedId: string,
  { keptId, followers }: { keptId: string; followers: readonly string[] },
): Promise<void> {
  await db.deleteFrom('merged_subjects').where('id', '=', mergedId).execute()
  await db
    .updateTable('merged_subjects')
    .set({ subject_id: mergedId })
    .where('subject_id', '=', keptId)
    .where(sql<SqlBool>`id = any(${followers}::uuid[])`)
    .execute()
}

/**
 * Tells whether one of the groups knows another subject through the identifiers of one merged into it. As of present ones, two of a group
 * cannot have the same.
 */
export async function isFormerOfAnother(
  { db, tenant }: Scope,
  identity: WholeIdentity,
  groupIds: readonly string[],
  subjectId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from merged_subjects f
    join subject_groups m on m.tenant_id = ${tenant.id} and m.subject_id = f.subject_id
    where f.tenant_id = ${tenant.id} and ${isIdentifiedBy(identity, 'f')}
      and f.subject_id <> ${subjectId}::uuid and m.group_id = any(${groupIds}::uuid[])
    limit 1`.execute(db)
  return rows.length > 0
}
