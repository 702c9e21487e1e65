import type { Body, Query, Reply } from '../../contract/endpoint.ts'
import type { OwnSubject } from '../../contract/own-account/my-subjects.ts'
import { can } from '../../contract/permissions/can.ts'
import type { listSubjects as listEndpoint } from '../../contract/subjects/endpoints.ts'
import { folded, typedWords } from '../../contract/rules/folding.ts'
import type { matchSubjects as matchEndpoint } from '../../contract/subjects/matching.ts'
import {
  anonymizedId,
  missingIdentifiers,
  subjectName,
  type FoundSubject,
  type Subject,
  type SubjectDetails,
  type SubjectListItem,
  type SubjectLookup,
} from '../../contract/subjects/subject.ts'
import type { NewSubject, OpenedSubject, SubjectIdentity } from '../../contract/subjects/whole-subject.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { placeOfGroup } from '../groups/service.ts'
import { duplicate, Failure, found, invalid } from '../platform/failure.ts'
import { expectBornByNow } from '../tenants/service.ts'
import { hasTestBeforeBirth } from './birth-date-repository.ts'
import type { SubjectRow } from './columns.ts'
import { insertSubject, touchSubject, updateIdentity } from './changes-repository.ts'
import { changeDetails, openDetails, refuseKnownNhsNumber } from './details-service.ts'
import { findOwnSubjects, unlinkStranger } from './linking-repository.ts'
import { link } from './linking-service.ts'
import {
  findIdentities,
  findSubject,
  listSubjectRows,
  type SubjectDetailsRow,
  type ShownRow,
} from './list-repository.ts'
import { findMatchRows } from './matches-repository.ts'
import { findNamesakes, findSubjectRow, hasNamesakeInScope, identityOf, isLocalIdKnown } from './repository.ts'

export { hasTestBeforeBirth } from './birth-date-repository.ts'
export { findGroupsOf } from './changes-repository.ts'
export { addressesInDetails, findDetailsOf } from './details-repository.ts'
export { mergeDetails, partDetails } from './details-service.ts'
export { erasePerson, findNamesOf, lockSubjectsOf } from './erasing-repository.ts'
export { exportPatients, findPatientRow, listPatientRows, type PatientRow } from './patients-repository.ts'
export {
  eraseUnusedPeople,
  findKnownPeople,
  holdPeople,
  keyOfNames,
  makePeople,
  type Acquainted,
  type ImportedSubject,
} from './importing-service.ts'
export { findKeptSubject } from './merged-repository.ts'
export {
  findGroupsBeyond,
  lockSubjects,
  mergeIdentities,
  partIdentities,
  type LockedSubject,
} from './merging-repository.ts'

export async function listSubjects(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listSubjectRows(scope, query)
  return { data: items.map(toListItem), page }
}

/**
 * Opens a subject and audits that. Throws `not-found`, also for a subject outside the actor's scope or without an
 * identity.
 */
export async function openSubject(scope: ActorScope, subjectId: string): Promise<OpenedSubject> {
  const subject = await getSubject(scope, subjectId)
  await recordDone(scope, 'subject.opened', subjectId)
  return await withDetails(scope, subject)
}

async function withDetails(scope: ActorScope, subject: SubjectDetails): Promise<OpenedSubject> {
  return { ...subject, ...(await openDetails(scope, subject.id)) }
}

/** Opens the subjects that are the actor, and audits that. */
export async function listOwnSubjects(scope: ActorScope): Promise<OwnSubject[]> {
  const opened: OwnSubject[] = []
  for (const { subject_id: id, organisation, group, ...row } of await findOwnSubjects(scope)) {
    await recordDone(scope, 'subject.opened', id)
    const { details } = await openDetails(scope, id)
    opened.push({ id, organisation, group, ...identityOf({ ...row, subject_id: id }), details })
  }
  return opened
}

/** Returns a subject in the actor's scope. Throws `not-found`. */
export async function getSubject(scope: ActorScope, subjectId: string): Promise<SubjectDetails> {
  return toDetails(found(await findSubject(scope, subjectId, { lock: false })))
}

/**
 * Changes a subject's identity and details. With equal values it opens the subject, and audits that. Throws `not-found`,
 * `stale-version`, `validation` for another kind, for a birth date after one of its tests and for details that the tenant
 * does not keep or accept, and `duplicate` when a group that knows it has another subject with the identifiers.
 */
export async function updateSubject(
  scope: ActorScope,
  subjectId: string,
  version: number,
  form: SubjectIdentity,
): Promise<OpenedSubject> {
  const { identity, details, ...confirmed } = asTyped(form)
  const row = asSeen(await findSubject(scope, subjectId, { lock: true }), version)
  if (row.subject_kind !== identity.kind) throw invalid('kind', 'choice')
  const before: Partial<Record<string, string | null>> = toSubject(row)
  const changed = Object.entries(identity).flatMap(([field, value]) => (before[field] === value ? [] : [field]))
  await refuseKnownNhsNumber(scope, details, row)
  const changedDetails = await changeDetails(scope, subjectId, details)
  if (changed.length === 0) {
    if (changedDetails.length > 0) {
      await touchSubject(scope, subjectId)
      await recordDone(scope, 'subject.changed', subjectId, { fields: changedDetails })
      // The reply shows the person even if nothing is changed.
    } else await recordDone(scope, 'subject.opened', subjectId)
    return await withDetails(scope, await getSubject(scope, subjectId))
  }
  const after: typeof before = identity
  // Emails that differ only in capitals are the same address.
  const hasOther = (field: string) => after[field]?.toLowerCase() !== before[field]?.toLowerCase()
  const identifiers = identity.kind === 'human' ? ['email'] : ['customId1', 'customId2']
  const hasOtherIdentifiers = identifiers.some(hasOther)
  if (identity.kind === 'human' && changed.includes('dateOfBirth')) await expectBornByNow(scope, identity.dateOfBirth)
  const hasChanged = (...fields: string[]) => fields.some((field) => changed.includes(field))
  requireIdentified(scope, identity)
  if (hasChanged('localId') && !confirmed.isLocalIdShared) await refuseKnownLocalId(scope, identity, row)
  const isNamedAnew = hasChanged('firstName', 'lastName', 'dateOfBirth')
  if (isNamedAnew && !confirmed.isNamesake) await refuseNamesake(scope, identity, row)
  if (!(await updateIdentity(scope, subjectId, identity, { hasOtherIdentifiers }))) throw taken(identity)
  if (await hasTestBeforeBirth(scope, subjectId)) throw invalid('dateOfBirth', 'testBeforeBirth')
  const mayBeSomebodyElse = identity.kind === 'human' && (hasOtherIdentifiers || changed.includes('dateOfBirth'))
  const isUnlinked = mayBeSomebodyElse && (await unlinkStranger(scope, subjectId))
  await recordDone(scope, 'subject.changed', subjectId, {
    fields: [...changed, ...changedDetails],
    ...(isUnlinked && { unlinkedFrom: row.user_id }),
  })
  if (mayBeSomebodyElse) await link(scope, { subjectIds: [subjectId] })
  return await withDetails(scope, await getSubject(scope, subjectId))
}

/**
 * Finds a subject by its identifiers, wherever in the actor's scope it is known. Throws `email-not-found` or
 * `custom-id-not-found` (spec §8), `name-not-found`, or `not-found` for a local ID.
 */
export async function lookUpSubject(scope: ActorScope, wanted: SubjectLookup): Promise<FoundSubject> {
  const row = await findSubjectRow(scope, wanted)
  if (row === undefined) throw new Failure(missing(wanted))
  await recordDone(scope, 'subject.opened', row.subject_id)
  const hasNamesake = await hasNamesakeInScope(scope, row)
  return { ...toSubject(row), groupName: row.group_name, organisationName: row.organisation_name, hasNamesake }
}

function missing(wanted: SubjectLookup) {
  if ('email' in wanted) return 'email-not-found'
  if ('lastName' in wanted) return 'name-not-found'
  return 'localId' in wanted ? 'not-found' : 'custom-id-not-found'
}

/**
 * Finds subjects that match what somebody is typing, with details that distinguish them. This does not count as opening
 * them.
 */
export async function matchSubjects(
  scope: ActorScope,
  { search, groupId }: Body<typeof matchEndpoint>,
): Promise<Reply<typeof matchEndpoint>> {
  const { rows, hasMore } = await findMatchRows(scope, { words: typedWords(search), groupId })
  const matches = rows.map((row) => ({
    ...toSubject(row),
    groupId: seenGroupOf(row),
    isKnownHere: row.is_known_here,
    groups: row.groups,
    isSameName: row.is_same_name,
    lastTest: row.last_test && { ...row.last_test, performedAt: new Date(row.last_test.performedAt).toISOString() },
  }))
  return { data: matches, hasMore }
}

/**
 * Adds a subject with this id to a group. Throws `duplicate` when the group already has one with the same identifiers,
 * or with its local ID unless the form says that it is shared.
 */
export async function createSubject(scope: ActorScope, form: NewSubject, id: string): Promise<Subject> {
  const { identity: subject, details, ...confirmed } = asTyped(form)
  if (subject.kind !== scope.tenant.subjectKind) throw invalid('kind', 'choice')
  if (subject.kind === 'human') await expectBornByNow(scope, subject.dateOfBirth)
  const place = await placeOfGroup(scope, subject.groupId)
  if ('problem' in place) throw invalid('groupId', place.problem)
  requireIdentified(scope, subject)
  const groups = [{ id: subject.groupId }]
  await refuseKnownNhsNumber(scope, details, { groups })
  if (!confirmed.isLocalIdShared) await refuseKnownLocalId(scope, subject, { groups })
  if (!(await insertSubject(scope, id, subject, place.organisationId))) throw taken(subject)
  // Asked after the identifiers, which say for certain who it is.
  if (!confirmed.isNamesake) await refuseNamesake(scope, subject, { groups, subject_id: id })
  await changeDetails(scope, id, details)
  // Links the subject to a patient's account that existed before it.
  await link(scope, { subjectIds: [id] })
  const nothing = {
    email: null,
    dateOfBirth: null,
    firstName: null,
    lastName: null,
    localId: null,
    customId1: null,
    customId2: null,
  }
  return { ...nothing, ...subject, id }
}

/** Returns a subject in the form in which `createSubject` returned it. Throws `not-found`. */
export async function getAddedSubject(scope: ActorScope, subjectId: string): Promise<Subject> {
  const row = found(await findSubject(scope, subjectId))
  return { ...toSubject(row), groupId: seenGroupOf(row) }
}

/** Splits a form into the identity, the details, and the flags that it is knowingly like somebody else's. */
function asTyped<Form extends SubjectIdentity>(form: Form) {
  const { isLocalIdShared = false, isNamesake = false, details = {}, ...identity }: Form & OnlyOfPersons = form
  // TypeScript cannot compute the rest of a type parameter.
  return { identity: identity as unknown as Typed<Form>, isLocalIdShared, isNamesake, details }
}
type OnlyOfPersons = Partial<
  Pick<Extract<SubjectIdentity, { kind: 'human' }>, 'isLocalIdShared' | 'isNamesake' | 'details'>
>
type Typed<Form> = Form extends unknown ? Omit<Form, keyof OnlyOfPersons> : never

/** An email may belong to a parent, while a pair of custom IDs belongs to one subject. */
function taken({ kind }: SubjectIdentity): Failure {
  return kind === 'human' ? duplicate('email', 'emailOfSubject') : new Failure('duplicate')
}

/** Throws `validation` for a person without what the tenant identifies people by. */
function requireIdentified({ tenant }: Scope, identity: SubjectIdentity): void {
  if (identity.kind !== 'human') return
  const missing = missingIdentifiers(identity, tenant.identifiesBy)
  if (missing.length === 0) return
  throw new Failure('validation', { fields: missing.map((field) => ({ field, phrase: 'required', values: {} })) })
}

/** The groups of a subject, and its id. */
interface Placed {
  groups: readonly { id: string }[]
  subject_id?: string
}

/**
 * Where people are identified by their names, somebody with the same names and date of birth is probably the same
 * person. Twins and namesakes are real, so the form can confirm that it is somebody else.
 */
async function refuseNamesake(scope: ActorScope, identity: SubjectIdentity, placed: Placed): Promise<void> {
  if (identity.kind !== 'human' || scope.tenant.identifiesBy !== 'names') return
  const { firstName, lastName, dateOfBirth } = identity
  if (firstName === null || lastName === null) return
  const groupIds = placed.groups.map(({ id }) => id)
  const found = await findNamesakes(scope, { firstName, lastName, dateOfBirth }, groupIds, placed.subject_id)
  if (found.length > 0) throw duplicate('lastName', 'namesakeOfSubject')
}

/** Local IDs are repeated by mistake, but in some groups on purpose, which the form then has to confirm. */
async function refuseKnownLocalId(
  scope: ActorScope,
  identity: SubjectIdentity,
  { groups, subject_id }: Placed,
): Promise<void> {
  if (identity.kind !== 'human' || identity.localId === null) return
  for (const { id: groupId } of groups) {
    const wanted = { localId: identity.localId, groupId, besides: subject_id }
    if (await isLocalIdKnown(scope, wanted)) throw duplicate('localId', 'localIdOfSubject')
  }
}

/**
 * Links a patient to the subjects that are about them, anywhere in the tenant, so that they see the records. Must be
 * called when their email becomes verified; does nothing for other users or when repeated.
 */
export async function linkSubjects(scope: Scope, userId: string): Promise<void> {
  await link(scope, { userId })
}

/**
 * Links two parted subjects to the patients who match their present identities. The kept one first loses an account
 * that matched only the merged pair. Returns whether it did.
 */
export async function linkApart(
  scope: ActorScope,
  { keptId, mergedId, mayBeStranger }: { keptId: string; mergedId: string; mayBeStranger: boolean },
): Promise<boolean> {
  const isUnlinked = mayBeStranger && (await unlinkStranger(scope, keptId))
  await link(scope, { subjectIds: [keptId] })
  await link(scope, { subjectIds: [mergedId] })
  return isUnlinked
}

/** Links the kept subject of a merge to the patient who matches the merged one's identity. */
export async function linkMerged(scope: ActorScope, keptId: string): Promise<void> {
  await link(scope, { subjectIds: [keptId] })
}

function toListItem(row: ShownRow): SubjectListItem {
  return {
    ...toSubject(row),
    groups: row.groups,
    groupId: seenGroupOf(row),
    lastTestedAt: row.last_tested_at?.toISOString() ?? null,
  }
}

/** The group shown for a subject must be one that the actor sees. */
function seenGroupOf({ groups, subject_group_id }: Pick<ShownRow, 'groups' | 'subject_group_id'>): string | null {
  return groups.find(({ id }) => id === subject_group_id)?.id ?? groups[0]?.id ?? null
}

/**
 * Finds the names of these subjects as far as the actor sees them in the list of subjects; empty for an actor without
 * that list.
 */
export async function namesOfSubjects(
  scope: ActorScope,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const holder = { ...scope.actor, features: scope.tenant.features }
  const rows = can(holder, 'view-subjects') ? await findIdentities(scope, ids) : []
  return rows.flatMap((row) => {
    const name = subjectName(identityOf(row))
    return name === undefined ? [] : [{ id: row.subject_id, name }]
  })
}

/** Builds the details that a subject's page shows. */
export function toDetails(row: SubjectDetailsRow): SubjectDetails {
  return {
    ...toListItem(row),
    account: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '', email: row.user_email ?? '' },
    alsoKnownBy: othersThan(row, row.former),
    addedAt: row.created_at.toISOString(),
    tests: row.tests,
    version: row.version,
  }
}

/** Removes from former identifiers those that the subject still has. */
function othersThan(row: SubjectDetailsRow, former: SubjectDetails['alsoKnownBy']): SubjectDetails['alsoKnownBy'] {
  const unlike = (text: string | null, own: string | null) => (text?.toLowerCase() === own?.toLowerCase() ? null : text)
  const others = former.map(({ email, localId, customId1, customId2 }) => ({
    email: unlike(email, row.email),
    localId: folded(localId ?? '') === folded(row.local_id ?? '') ? null : localId,
    customId1: unlike(customId1, row.custom_id_1),
    customId2: unlike(customId2, row.custom_id_2),
  }))
  return others.filter((identifiers) => Object.values(identifiers).some((text) => text !== null))
}

/** Builds a subject for replies. A subject without an identity only keeps its kind. */
export function toSubject(row: SubjectRow): Subject {
  const isErased = row.identity_of === null
  return {
    id: isErased ? anonymizedId : row.subject_id,
    kind: row.subject_kind,
    email: row.email,
    dateOfBirth: row.date_of_birth,
    firstName: row.first_name,
    lastName: row.last_name,
    localId: row.local_id,
    customId1: row.custom_id_1,
    customId2: row.custom_id_2,
    groupId: isErased ? null : row.subject_group_id,
  }
}
