import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { NewSubject, SubjectLookup } from '../../contract/subjects/subject.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { recordAudit } from '../access/audit.ts'
import { touched } from '../access/touched.ts'
import { subjectColumns } from './columns.ts'

/** The latest subject with these identifiers in the actor's scope, of the named group where it has one. */
export async function findSubjectRow(scope: ActorScope, wanted: SubjectLookup) {
  const identified = scope.db
    .selectFrom('subject_identities as i')
    .innerJoin('subjects as s', 's.id', 'i.subject_id')
    .innerJoin('groups as g', 'g.id', 's.group_id')
    .where(inActorScope(scope, { organisation: 's.organisation_id', group: 's.group_id', subject: 's.id' }))
  const found =
    'email' in wanted
      ? identified.where('i.email_key', '=', sql<string>`lower(${wanted.email}::text)`)
      : identified
          .where('i.custom_id_1_key', '=', sql<string>`lower(${wanted.customId1}::text)`)
          .where('i.custom_id_2_key', '=', sql<string>`lower(${wanted.customId2}::text)`)
  return found
    .select([...subjectColumns, 'g.name as group_name'])
    .orderBy(sql`s.group_id is not distinct from ${wanted.groupId ?? null}::uuid`, 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Inserts a subject with its identity and audit event; undefined when the group has one with the same identifiers. */
export async function insertSubject(
  scope: ActorScope,
  subject: NewSubject,
  organisationId: string,
): Promise<string | undefined> {
  const id = newId()
  const tenant_id = scope.tenant.id
  const { kind, groupId } = subject
  const identity =
    kind === 'human'
      ? {
          email: subject.email,
          date_of_birth: subject.dateOfBirth,
          first_name: subject.firstName,
          last_name: subject.lastName,
          local_id: subject.localId,
        }
      : { custom_id_1: subject.customId1, custom_id_2: subject.customId2 }
  await scope.db
    .insertInto('subjects')
    .values({ tenant_id, id, kind, organisation_id: organisationId, group_id: groupId })
    .execute()
  const inserted = await scope.db
    .insertInto('subject_identities')
    .values({ tenant_id, subject_id: id, group_id: groupId, ...identity })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  if (inserted === undefined) return undefined
  await recordAudit(scope, { action: 'subject.created', resourceType: 'subject', resourceId: id })
  return id
}

/**
 * Gives subjects that belong to nobody, all of one patient or one alone, to the patient whose verified email and date of
 * birth they have; answers who got which. An email alone does not do: families share one.
 */
export async function linkSubjectRows(
  scope: Scope,
  whose: { userId: string } | { subjectId: string },
): Promise<{ id: string; user_id: string }[]> {
  const chosen = 'userId' in whose ? sql`u.id = ${whose.userId}::uuid` : sql`s.id = ${whose.subjectId}::uuid`
  const { rows } = await sql<{ id: string; user_id: string }>`
    update subjects as s
    set user_id = u.id, updated_at = now(), version = s.version + 1
    from users u
    join subject_identities i
      on i.tenant_id = ${scope.tenant.id} and i.email_key = u.email_key and i.date_of_birth = u.date_of_birth
    where ${chosen} and u.tenant_id = ${scope.tenant.id} and u.user_type = 'patient' and u.email_verified_at is not null
      and s.tenant_id = ${scope.tenant.id} and s.id = i.subject_id and s.kind = 'human' and s.user_id is null
    returning s.id, s.user_id
  `.execute(scope.db)
  return rows
}

/** Erases the identities of the subjects that a person is; the subjects and their records stay. */
export async function erasePerson({ db }: Scope, person: Person): Promise<void> {
  await db
    .deleteFrom('subject_identities')
    .where((where) =>
      where.or([
        where('email_key', '=', emailKeyOf(person)),
        where('subject_id', 'in', where.selectFrom('subjects').where('user_id', '=', person.id).select('id')),
      ]),
    )
    .execute()
  await db
    .updateTable('subjects')
    .set({ user_id: null, ...touched() })
    .where('user_id', '=', person.id)
    .execute()
}
