import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { nameKeyOf, searchWordsOf } from '../../contract/subjects/search-words.ts'
import type { NewSubject, SubjectIdentity } from '../../contract/subjects/subject.ts'
import { recordAudit } from '../access/audit.ts'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { touched } from '../access/touched.ts'
import { isIdentifiedBy } from './repository.ts'

/** A group that knows a subject. */
interface KnownIn {
  groupId: string
  organisationId: string
}

/** Inserts a subject with its identity and audit event; undefined when the group has one with the same identifiers. */
export async function insertSubject(
  scope: ActorScope,
  { groupId, ...identity }: NewSubject,
  organisationId: string,
): Promise<string | undefined> {
  const id = newId()
  await scope.db
    .insertInto('subjects')
    .values({ tenant_id: scope.tenant.id, id, kind: identity.kind, organisation_id: organisationId, group_id: groupId })
    .execute()
  if (!(await insertIdentity(scope, id, identity, [{ groupId, organisationId }]))) return undefined
  await recordAudit(scope, { action: 'subject.created', resourceType: 'subject', resourceId: id })
  return id
}

/**
 * Gives a subject that has none an identity, in the groups that know it, the one that added it first; false when one of
 * them knows another subject by the same identifiers.
 */
async function insertIdentity(
  scope: ActorScope,
  subjectId: string,
  identity: SubjectIdentity,
  groups: readonly [KnownIn, ...KnownIn[]],
): Promise<boolean> {
  if (await isTaken(scope, identity, groups)) return false
  const inserted = await scope.db
    .insertInto('subject_identities')
    .values({
      tenant_id: scope.tenant.id,
      subject_id: subjectId,
      group_id: groups[0].groupId,
      ...identityColumns(identity),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await becomeKnown(scope, subjectId, identity, groups, { home: groups[0].groupId })
  return true
}

/** Whether one of the groups knows a subject by these identifiers, which another group may have added. */
async function isTaken(scope: ActorScope, identity: SubjectIdentity, groups: readonly KnownIn[]): Promise<boolean> {
  const taken = await scope.db
    .selectFrom('subject_identities as i')
    .innerJoin('subject_groups as m', 'm.subject_id', 'i.subject_id')
    .where(isIdentifiedBy(identity))
    .where(
      'm.group_id',
      'in',
      groups.map(({ groupId }) => groupId),
    )
    .select('i.subject_id')
    .limit(1)
    .executeTakeFirst()
  return taken !== undefined
}

/** Lets groups know a subject, and find it by its words. */
async function becomeKnown(
  scope: ActorScope,
  subjectId: string,
  identity: SubjectIdentity,
  groups: readonly KnownIn[],
  { home }: { home?: string } = {},
): Promise<void> {
  if (groups.length === 0) return
  const tenant_id = scope.tenant.id
  const whole = { ...nothing, ...identity }
  await scope.db
    .insertInto('subject_groups')
    .values(
      groups.map(({ groupId, organisationId }) => ({
        tenant_id,
        subject_id: subjectId,
        group_id: groupId,
        organisation_id: organisationId,
        name_key: nameKeyOf(whole),
        is_home: groupId === home,
        is_first_of_organisation: groupId === home,
      })),
    )
    .execute()
  if (groups.length > 1 || home === undefined) await markFirstOfOrganisations(scope, subjectId)
  const words = searchWordsOf(whole).flatMap((word) =>
    groups.map(({ groupId, organisationId }) => ({
      tenant_id,
      word,
      subject_id: subjectId,
      group_id: groupId,
      organisation_id: organisationId,
    })),
  )
  if (words.length > 0) await scope.db.insertInto('subject_words').values(words).execute()
}

/** Marks, of the groups of one organisation that know a subject, one: that which added it where it is among them. */
async function markFirstOfOrganisations(scope: ActorScope, subjectId: string): Promise<void> {
  const tenantId = scope.tenant.id
  await sql`
    update subject_groups as m
    set is_first_of_organisation = not exists (
      select from subject_groups as earlier
      where earlier.tenant_id = ${tenantId} and earlier.subject_id = m.subject_id
        and earlier.organisation_id = m.organisation_id
        and (not earlier.is_home, earlier.group_id) < (not m.is_home, m.group_id))
    where m.tenant_id = ${tenantId} and m.subject_id = ${subjectId}::uuid
  `.execute(scope.db)
}

/**
 * Changes what identifies a subject, and what it is found by, in all of its groups; false when one of them knows another by
 * the same identifiers, and then the transaction must not be kept.
 */
export async function updateIdentity(
  scope: ActorScope,
  subjectId: string,
  identity: SubjectIdentity,
): Promise<boolean> {
  const groups = await findGroupsOf(scope, subjectId)
  await deleteIdentity(scope, subjectId)
  if (!(await insertIdentity(scope, subjectId, identity, groups))) return false
  await scope.db.updateTable('subjects').set(touched()).where('id', '=', subjectId).execute()
  return true
}

/** Every group that knows a subject, those outside the actor's scope too, the one that added it first. Throws where none does. */
async function findGroupsOf(scope: ActorScope, subjectId: string): Promise<[KnownIn, ...KnownIn[]]> {
  const [home, ...others] = await scope.db
    .selectFrom('subject_groups')
    .where('subject_id', '=', subjectId)
    .select(['group_id as groupId', 'organisation_id as organisationId'])
    .orderBy('is_home', 'desc')
    .orderBy('group_id')
    .execute()
  if (home === undefined) throw new Error('A subject with an identity is known nowhere')
  return [home, ...others]
}

/** Takes the identity of a subject away, and with it what it was found by. */
async function deleteIdentity(scope: ActorScope, subjectId: string): Promise<void> {
  await scope.db.deleteFrom('subject_identities').where('subject_id', '=', subjectId).execute()
}

const nothing = { email: null, firstName: null, lastName: null, localId: null, customId1: null, customId2: null }

function identityColumns(identity: SubjectIdentity) {
  return identity.kind === 'human'
    ? {
        email: identity.email,
        date_of_birth: identity.dateOfBirth,
        first_name: identity.firstName,
        last_name: identity.lastName,
        local_id: identity.localId,
      }
    : { custom_id_1: identity.customId1, custom_id_2: identity.customId2 }
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

/** Takes a subject from the patient that it was given to, unless both their email and date of birth are its own; answers whether it did. */
export async function unlinkStranger(scope: ActorScope, subjectId: string): Promise<boolean> {
  const tenantId = scope.tenant.id
  const { numAffectedRows = 0n } = await sql`
    update subjects as s set user_id = null, updated_at = now(), version = s.version + 1
    where s.tenant_id = ${tenantId} and s.id = ${subjectId}::uuid and s.user_id is not null and not exists (
      select from users u join subject_identities i on i.email_key = u.email_key and i.date_of_birth = u.date_of_birth
      where u.tenant_id = ${tenantId} and i.tenant_id = ${tenantId} and u.id = s.user_id and i.subject_id = s.id)
  `.execute(scope.db)
  return numAffectedRows > 0n
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
