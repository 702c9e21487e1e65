import { sql } from 'kysely'
import { nameKeyOf, searchRowsOf, type SearchRow } from '../../contract/subjects/search-words.ts'
import type { WholeIdentity } from '../../contract/subjects/subject.ts'
import type { KnowinglyLike, NewSubject, SubjectIdentity } from '../../contract/subjects/whole-subject.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { touched } from '../access/changing/touched.ts'
import { findFormerWords, isFormerOfAnother, type FormerWords } from './merged-repository.ts'
import { holdText, isIdentifiedBy } from './repository.ts'

/** The identifying fields of a form. */
type IdentityFields = OnlyIdentity<SubjectIdentity>
type NewIdentity = OnlyIdentity<NewSubject>
type OnlyIdentity<Form> = Form extends unknown ? Omit<Form, keyof KnowinglyLike | 'details'> : never

/** A group that knows a subject. */
export interface KnownIn {
  groupId: string
  organisationId: string
}

/**
 * Inserts a subject with its identity and audit event. Returns false when the group has another subject with these
 * identifiers, or one that had them before it was merged; the transaction must then be rolled back.
 */
export async function insertSubject(
  scope: ActorScope,
  id: string,
  { groupId, kind, ...identity }: NewIdentity,
  organisationId: string,
): Promise<boolean> {
  await scope.db
    .insertInto('subjects')
    .values({ tenant_id: scope.tenant.id, id, kind, organisation_id: organisationId, group_id: groupId })
    .execute()
  const whole = { ...nothing, ...identity }
  const groups = [{ groupId, organisationId }] as const
  if ((await isTaken(scope, whole, groups)) || !(await insertIdentity(scope, id, whole, groups))) return false
  // Checked last, because a concurrent merge changes where the identifiers are found: this order sees them in one of
  // the two places.
  if (await isFormerOfAnother(scope, whole, [groupId], id)) return false
  await recordDone(scope, 'subject.created', id)
  return true
}

/**
 * Gives a subject without an identity one, in the groups that know it, the adding group first. Returns false when
 * another subject of that group has the identifiers. The subject is then found by its words and by those of whoever was merged into it.
 */
export async function insertIdentity(
  scope: ActorScope,
  subjectId: string,
  identity: WholeIdentity,
  groups: readonly [KnownIn, ...KnownIn[]],
  former: readonly FormerWords[] = [],
): Promise<boolean> {
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
  await becomeKnown(scope, subjectId, groups, {
    nameKey: nameKeyOf(identity),
    words: searchRowsOf(identity, ...former),
  })
  return true
}

/**
 * Tells whether one of the groups knows a subject by these identifiers, even one that another group added. Whoever asks for the same
 * identifiers waits until the transaction ends, because the constraint knows only the adding group.
 */
export async function isTaken(
  scope: ActorScope,
  identity: WholeIdentity,
  groups: readonly KnownIn[],
): Promise<boolean> {
  const { email, customId1, customId2 } = identity
  await holdText(scope, (email ?? `${customId1} ${customId2}`).toLowerCase())
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

/** Makes a subject known to groups, the adding group first, and searchable in them. */
async function becomeKnown(
  scope: ActorScope,
  subjectId: string,
  groups: readonly [KnownIn, ...KnownIn[]],
  { nameKey, words }: { nameKey: string; words: readonly SearchRow[] },
): Promise<void> {
  const tenant_id = scope.tenant.id
  const home = groups[0].groupId
  await scope.db
    .insertInto('subject_groups')
    .values(
      groups.map(({ groupId, organisationId }) => ({
        tenant_id,
        subject_id: subjectId,
        group_id: groupId,
        organisation_id: organisationId,
        name_key: nameKey,
        is_home: groupId === home,
        is_first_of_organisation: groupId === home,
      })),
    )
    .execute()
  if (groups.length > 1) await markFirstOfOrganisations(scope, subjectId)
  await insertWords(scope, subjectId, groups, words)
}

/** Makes a subject searchable by words in groups. */
async function insertWords(
  scope: ActorScope,
  subjectId: string,
  groups: readonly KnownIn[],
  words: readonly SearchRow[],
): Promise<void> {
  const rows = words.flatMap((row) =>
    groups.map(({ groupId, organisationId }) => ({
      tenant_id: scope.tenant.id,
      ...row,
      subject_id: subjectId,
      group_id: groupId,
      organisation_id: organisationId,
    })),
  )
  if (rows.length > 0) await scope.db.insertInto('subject_words').values(rows).execute()
}

/** Marks one of the groups of each organisation that know a subject: the adding group if it is among them. */
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
 * Changes a subject's identity and its search words in all of its groups. Returns false when one of them has another
 * subject with the identifiers; the transaction must then be rolled back. Its own former identifiers are no obstacle.
 */
export async function updateIdentity(
  scope: ActorScope,
  subjectId: string,
  { kind: _, ...identity }: IdentityFields,
  { hasOtherIdentifiers }: { hasOtherIdentifiers: boolean },
): Promise<boolean> {
  const whole = { ...nothing, ...identity }
  const groups = await findGroupsOf(scope, subjectId)
  const former = await findFormerWords(scope, subjectId)
  await deleteIdentity(scope, subjectId)
  if (hasOtherIdentifiers) {
    if (await isTaken(scope, whole, groups)) return false
    const groupIds = groups.map(({ groupId }) => groupId)
    if (await isFormerOfAnother(scope, whole, groupIds, subjectId)) return false
  }
  if (!(await insertIdentity(scope, subjectId, whole, groups, former))) return false
  await touchSubject(scope, subjectId)
  return true
}

/**
 * Gives a locked subject an email or a local ID that it lacks; `identity` has it. It keeps its version, and files go on to know it by its
 * key. Returns false when one of its groups has another subject with the email; the transaction must then be rolled back.
 */
export async function addIdentifiers(
  scope: ActorScope,
  { id, identity, groups }: { id: string; identity: WholeIdentity; groups: readonly KnownIn[] },
  hasNewEmail: boolean,
): Promise<boolean> {
  const { db } = scope
  const groupIds = groups.map(({ groupId }) => groupId)
  if (hasNewEmail && (await isTaken(scope, identity, groups))) return false
  if (hasNewEmail && (await isFormerOfAnother(scope, identity, groupIds, id))) return false
  const { email, localId } = identity
  await db.updateTable('subject_identities').set({ email, local_id: localId }).where('subject_id', '=', id).execute()
  const former = await findFormerWords(scope, id)
  await db.deleteFrom('subject_words').where('subject_id', '=', id).execute()
  await insertWords(scope, id, groups, searchRowsOf(identity, ...former))
  return true
}

/**
 * Makes a locked subject known to another group. Returns false when that has another subject with the identifiers; the transaction must
 * then be rolled back.
 */
export async function addGroup(
  scope: ActorScope,
  { id, identity, groups }: { id: string; identity: WholeIdentity; groups: readonly [KnownIn, ...KnownIn[]] },
  group: KnownIn,
): Promise<boolean> {
  if (await isTaken(scope, identity, [group])) return false
  if (await isFormerOfAnother(scope, identity, [group.groupId], id)) return false
  const former = await findFormerWords(scope, id)
  await deleteIdentity(scope, id)
  if (!(await insertIdentity(scope, id, identity, [...groups, group], former))) return false
  await touchSubject(scope, id)
  return true
}

/** Keeps a subject from being changed by others until the transaction ends. */
export async function holdSubject({ db }: ActorScope, subjectId: string): Promise<void> {
  await db.selectFrom('subjects').where('id', '=', subjectId).forNoKeyUpdate().select('id').executeTakeFirst()
}

/** Gives a subject its next version, because something that belongs to it has changed. */
export async function touchSubject({ db }: ActorScope, subjectId: string): Promise<void> {
  await db.updateTable('subjects').set(touched()).where('id', '=', subjectId).execute()
}

/**
 * Lists every group that knows a subject, also outside the actor's scope, the adding group first. Throws when there is
 * none.
 */
export async function findGroupsOf(scope: ActorScope, subjectId: string): Promise<[KnownIn, ...KnownIn[]]> {
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

/** Deletes a subject's identity along with its search words. */
export async function deleteIdentity(scope: ActorScope, subjectId: string): Promise<void> {
  await scope.db.deleteFrom('subject_identities').where('subject_id', '=', subjectId).execute()
}

const nothing: WholeIdentity = {
  email: null,
  dateOfBirth: null,
  firstName: null,
  lastName: null,
  localId: null,
  customId1: null,
  customId2: null,
}

function identityColumns(identity: WholeIdentity) {
  return {
    email: identity.email,
    date_of_birth: identity.dateOfBirth,
    first_name: identity.firstName,
    last_name: identity.lastName,
    local_id: identity.localId,
    custom_id_1: identity.customId1,
    custom_id_2: identity.customId2,
  }
}
