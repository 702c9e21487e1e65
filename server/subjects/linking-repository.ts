import { sql, type SqlBool } from 'kysely'
import type { ActorScope, Scope } from '../access/scope.ts'
import { subjectColumns } from './columns.ts'

/** A subject and the user it was linked to. */
interface Linked {
  id: string
  user_id: string
}

/**
 * Links unlinked subjects, all of one patient or those with these ids, to the patient whose verified email and date of birth
 * they have, directly or from a subject merged into them. An email alone is not enough, because families share one.
 */
export async function linkSubjectRows(
  scope: Scope,
  whose: { userId: string } | { subjectIds: readonly string[] },
): Promise<Linked[]> {
  const chosen =
    'userId' in whose
      ? sql<SqlBool>`u.id = ${whose.userId}::uuid`
      : sql<SqlBool>`s.id = any(${whose.subjectIds}::uuid[])`
  const tenantId = scope.tenant.id
  const isFree = sql<SqlBool>`s.tenant_id = ${tenantId} and s.kind = 'human' and s.user_id is null
    and u.tenant_id = ${tenantId} and u.user_type = 'patient' and u.email_verified_at is not null and ${chosen}`
  const byIdentity = sql<Linked>`
    update subjects as s
    set user_id = u.id, updated_at = now(), version = s.version + 1
    from users u
    join subject_identities i
      on i.tenant_id = ${tenantId} and i.email_key = u.email_key and i.date_of_birth = u.date_of_birth
    where ${isFree} and s.id = i.subject_id
    returning s.id, s.user_id
  `
  const byFormer = sql<Linked>`
    update subjects as s
    set user_id = u.id, updated_at = now(), version = s.version + 1
    from users u
    join merged_subjects f on f.tenant_id = ${tenantId} and f.email_key = u.email_key
    join subject_identities i on i.tenant_id = ${tenantId} and i.subject_id = f.subject_id
    where ${isFree} and s.id = f.subject_id and u.date_of_birth in (f.date_of_birth, i.date_of_birth)
    returning s.id, s.user_id
  `
  // The two statements travel together, and the second finds what the first has left.
  const found = await Promise.all([byIdentity.execute(scope.db), byFormer.execute(scope.db)])
  return found.flatMap(({ rows }) => rows)
}

/**
 * Unlinks a subject from its patient unless both their email and date of birth match it or a subject merged into it.
 * Returns whether it did.
 */
export async function unlinkStranger(scope: ActorScope, subjectId: string): Promise<boolean> {
  const tenantId = scope.tenant.id
  const { numAffectedRows = 0n } = await sql`
    update subjects as s set user_id = null, updated_at = now(), version = s.version + 1
    where s.tenant_id = ${tenantId} and s.id = ${subjectId}::uuid and s.user_id is not null and not exists (
      select from users u join subject_identities i on i.email_key = u.email_key and i.date_of_birth = u.date_of_birth
      where u.tenant_id = ${tenantId} and i.tenant_id = ${tenantId} and u.id = s.user_id and i.subject_id = s.id)
    and not exists (
      select from users u
      join merged_subjects f on f.email_key = u.email_key
      join subject_identities i on i.subject_id = f.subject_id
      where u.tenant_id = ${tenantId} and f.tenant_id = ${tenantId} and i.tenant_id = ${tenantId}
        and u.id = s.user_id and f.subject_id = s.id and u.date_of_birth in (f.date_of_birth, i.date_of_birth))
  `.execute(scope.db)
  return numAffectedRows > 0n
}

/** Finds the subjects of the actor's own account, in the order in which they were added. */
export async function findOwnSubjects({ db, actor }: ActorScope) {
  return db
    .selectFrom('subjects as s')
    .innerJoin('subject_identities as i', 'i.subject_id', 's.id')
    .innerJoin('groups as g', 'g.id', 's.group_id')
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .where('s.user_id', '=', actor.id)
    .select([...subjectColumns, 'g.name as group', 'o.name as organisation'])
    .orderBy('s.id')
    .execute()
}
