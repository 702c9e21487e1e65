import type { Body, Query, Reply } from '../../contract/endpoint.ts'
import type { OwnSubject } from '../../contract/own-account/my-subjects.ts'
import { can } from '../../contract/permissions/can.ts'
import type { listSubjects as listEndpoint } from '../../contract/subjects/endpoints.ts'
import { typedWords } from '../../contract/rules/folding.ts'
import type { matchSubjects as matchEndpoint } from '../../contract/subjects/matching.ts'
import {
  subjectName,
  type FoundSubject,
  type Subject,
  type SubjectDetails,
  type SubjectLookup,
} from '../../contract/subjects/subject.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, found } from '../platform/failure.ts'
import { openDetails } from './details-service.ts'
import { findFormerly } from './formerly-service.ts'
import { findOwnSubjects } from './linking-repository.ts'
import { findIdentities, findSubject, listSubjectRows } from './list-repository.ts'
import { findMatchRows } from './matches-repository.ts'
import { findSubjectRow, hasNamesakeInScope, identityOf, isOneOfSeveral } from './repository.ts'
import { seenGroupOf, toDetails, toListItem, toSubject } from './shown-subject.ts'

export { hasTestBeforeBirth } from './birth-date-repository.ts'
export { differing, whatTellsApart } from './comparing-service.ts'
export { findGroupsOf } from './changes-repository.ts'
export { addressesInDetails, findDetailsOf } from './details-repository.ts'
export { mergeDetails, partDetails, takeDetails, type ChangedDetails } from './details-service.ts'
export { erasePerson, findNamesOf, findSubjectsOf, lockSubjectsOf } from './erasing-repository.ts'
export {
  countPatientRows,
  exportPatients,
  findMergedPatients,
  findPatientRow,
  listPatientRows,
  type MergedPatientRow,
  type PatientFilter,
  type PatientRow,
  type WantedIdentifier,
} from './patients-repository.ts'
export { findFormerly } from './formerly-service.ts'
export { fillPeople, type FilledPerson } from './filling-service.ts'
export {
  eraseUnusedPeople,
  findHoldersOfIds,
  findKnownPeople,
  holdPeople,
  keyOfNames,
  makePeople,
  type Acquainted,
  type IdHolder,
  type ImportedDetails,
  type ImportedSubject,
  type SoughtId,
} from './importing-service.ts'
export { linkApart, linkMerged, linkSubjects } from './linking-service.ts'
export { findFormerOf, findKeptSubject, keepTestsOfMerged, type FormerIdentity } from './merged-repository.ts'
export {
  findGroupsBeyond,
  lockSubjects,
  mergeIdentities,
  partIdentities,
  type LockedSubject,
} from './merging-repository.ts'
export { toSubject } from './shown-subject.ts'
export { isUsed } from './uses-repository.ts'

export async function listSubjects(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listSubjectRows(scope, query)
  const formerly = await findFormerly(scope, query.search, items.map(toSubject))
  return { data: items.map((row) => ({ ...toListItem(row), formerly: formerly.get(row.subject_id) ?? null })), page }
}

/**
 * Opens a subject and audits that. Throws `not-found`, also for a subject outside the actor's scope or without an
 * identity.
 */
export async function openSubject(scope: ActorScope, subjectId: string): Promise<OpenedSubject> {
  const subject = await getSubject(scope, subjectId)
  await recordDone(scope, 'subject.opened', subjectId)
  return { ...subject, ...(await openDetails(scope, subjectId)) }
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
 * Finds a subject by its identifiers, wherever in the actor's scope it is known. Throws `email-not-found` or
 * `custom-id-not-found` (spec §8), `name-not-found`, or `not-found` for a local ID.
 */
export async function lookUpSubject(scope: ActorScope, wanted: SubjectLookup): Promise<FoundSubject> {
  const row = await findSubjectRow(scope, wanted)
  if (row === undefined) throw new Failure(missing(wanted))
  await recordDone(scope, 'subject.opened', row.subject_id)
  const hasNamesake = await hasNamesakeInScope(scope, row, wanted)
  const isSeveral = await isOneOfSeveral(scope, row, wanted)
  const { group_name: groupName, organisation_name: organisationName, isFormer } = row
  return { ...toSubject(row), groupName, organisationName, hasNamesake, isFormer, isOneOfSeveral: isSeveral }
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
  const formerly = await findFormerly(scope, search, rows.map(toSubject))
  const matches = rows.map((row) => ({
    ...toSubject(row),
    formerly: formerly.get(row.subject_id) ?? null,
    groupId: seenGroupOf(row),
    isKnownHere: row.is_known_here,
    groups: row.groups,
    isSameName: row.is_same_name,
    lastTest: row.last_test && { ...row.last_test, performedAt: new Date(row.last_test.performedAt).toISOString() },
  }))
  return { data: matches, hasMore }
}

/** Returns a subject in the form in which `createSubject` returned it. Throws `not-found`. */
export async function getAddedSubject(scope: ActorScope, subjectId: string): Promise<Subject> {
  const row = found(await findSubject(scope, subjectId))
  return { ...toSubject(row), groupId: seenGroupOf(row) }
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
