import type { Subject } from '../../contract/subjects/subject.ts'
import type {
  KnowinglyLike,
  NewSubject,
  OpenedSubject,
  SubjectIdentity,
} from '../../contract/subjects/whole-subject.ts'
import { recordDone } from '../access/audit/audit.ts'
import { asSeen } from '../access/changing/touched.ts'
import type { ActorScope } from '../access/scope.ts'
import { placeOfGroup } from '../groups/service.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { expectBornByNow } from '../tenants/service.ts'
import { hasTestBeforeBirth } from './birth-date-repository.ts'
import { addGroup, insertSubject, touchSubject, updateIdentity } from './changes-repository.ts'
import { changeDetails, openDetails, refuseKnownNhsNumber } from './details-service.ts'
import {
  refuseKnownLocalId,
  refuseNamesake,
  refuseSimilarIds,
  requireIdentified,
  taken,
} from './identifying-service.ts'
import { link } from './linking-service.ts'
import { unlinkStranger } from './linking-repository.ts'
import { findSubject } from './list-repository.ts'
import { lockSubjects } from './merging-repository.ts'
import { toDetails, toSubject } from './shown-subject.ts'

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
  const { identity, details, hasOneName, ...confirmed } = asTyped(form)
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
    return await opened(scope, subjectId)
  }
  const after: typeof before = identity
  // Emails that differ only in capitals are the same address.
  const hasOther = (field: string) => after[field]?.toLowerCase() !== before[field]?.toLowerCase()
  const identifiers = identity.kind === 'human' ? ['email'] : ['customId1', 'customId2']
  const hasOtherIdentifiers = identifiers.some(hasOther)
  if (identity.kind === 'human' && changed.includes('dateOfBirth')) await expectBornByNow(scope, identity.dateOfBirth)
  const hasChanged = (...fields: string[]) => fields.some((field) => changed.includes(field))
  requireIdentified(scope, form, hasOneName)
  if (hasChanged('localId') && !confirmed.isLocalIdShared) await refuseKnownLocalId(scope, identity, row)
  if (!(await updateIdentity(scope, subjectId, identity, { hasOtherIdentifiers }))) throw taken(identity)
  if (hasOtherIdentifiers && !confirmed.hasSimilarIds) await refuseSimilarIds(scope, identity, row)
  const isNamedAnew = hasChanged('firstName', 'lastName', 'dateOfBirth')
  if (isNamedAnew && !confirmed.isNamesake) await refuseNamesake(scope, identity, row)
  if (await hasTestBeforeBirth(scope, subjectId)) throw invalid('dateOfBirth', 'testBeforeBirth')
  const mayBeSomebodyElse = identity.kind === 'human' && (hasOtherIdentifiers || changed.includes('dateOfBirth'))
  const isUnlinked = mayBeSomebodyElse && (await unlinkStranger(scope, subjectId))
  await recordDone(scope, 'subject.changed', subjectId, {
    fields: [...changed, ...changedDetails],
    ...(isUnlinked && { unlinkedFrom: row.user_id }),
  })
  if (mayBeSomebodyElse) await link(scope, { subjectIds: [subjectId] })
  return await opened(scope, subjectId)
}

/**
 * Adds a subject with this id to a group. Throws `duplicate` when the group already has one with the same identifiers,
 * or one that is like it, unless the form confirms that.
 */
export async function createSubject(scope: ActorScope, form: NewSubject, id: string): Promise<Subject> {
  const { identity: subject, details, hasOneName, ...confirmed } = asTyped(form)
  if (subject.kind !== scope.tenant.subjectKind) throw invalid('kind', 'choice')
  if (subject.kind === 'human') await expectBornByNow(scope, subject.dateOfBirth)
  const place = await placeOfGroup(scope, subject.groupId)
  if ('problem' in place) throw invalid('groupId', place.problem)
  requireIdentified(scope, form, hasOneName)
  const groups = [{ id: subject.groupId }]
  await refuseKnownNhsNumber(scope, details, { groups })
  if (!confirmed.isLocalIdShared) await refuseKnownLocalId(scope, subject, { groups })
  if (!(await insertSubject(scope, id, subject, place.organisationId))) throw taken(subject)
  await changeDetails(scope, id, details)
  // Asked after the identifiers, which say for certain who it is, and by all that is stored by now.
  if (!confirmed.hasSimilarIds) await refuseSimilarIds(scope, subject, { groups, subject_id: id })
  if (!confirmed.isNamesake) await refuseNamesake(scope, subject, { groups, subject_id: id })
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

/**
 * Makes a subject known to another group as it is, so that a test there is of the same subject and reaches the same account. Throws
 * `not-found`, `validation` for a group that takes no tests, and `duplicate` when the group has somebody who is or may be the same,
 * unless it is confirmed that it is somebody else.
 */
export async function acquaintSubject(
  scope: ActorScope,
  subjectId: string,
  groupId: string,
  confirmed: KnowinglyLike,
): Promise<void> {
  const place = await placeOfGroup(scope, groupId)
  if ('problem' in place) {
    throw place.problem === 'unknownReference' ? new Failure('not-found') : invalid('groupId', place.problem)
  }
  const subject = found((await lockSubjects(scope, [subjectId]))[0])
  if (subject.groups.some((known) => known.groupId === groupId)) return
  const placed = { groups: [{ id: groupId }], subject_id: subjectId }
  const { details } = await openDetails(scope, subjectId)
  await refuseKnownNhsNumber(scope, { nhsNumber: details.nhsNumber }, { groups: placed.groups })
  const identity = { kind: subject.kind, ...subject.identity }
  if (!confirmed.isLocalIdShared) await refuseKnownLocalId(scope, identity, placed)
  if (!(await addGroup(scope, subject, { groupId, ...place }))) throw taken(subject)
  if (!confirmed.isNamesake) await refuseNamesake(scope, identity, placed)
  if (!confirmed.hasSimilarIds) await refuseSimilarIds(scope, identity, placed)
  await recordDone(scope, 'subject.changed', subjectId, { groupId })
}

/** Returns a subject as its page shows it, without auditing that. */
async function opened(scope: ActorScope, subjectId: string): Promise<OpenedSubject> {
  const subject = toDetails(found(await findSubject(scope, subjectId, { lock: false })))
  return { ...subject, ...(await openDetails(scope, subjectId)) }
}

/** Splits a form into the identity, the details, and what it says about the identity, such as that it is knowingly like somebody else's. */
function asTyped<Form extends SubjectIdentity>(form: Form) {
  const {
    isLocalIdShared = false,
    isNamesake = false,
    hasSimilarIds = false,
    hasOneName = false,
    details = {},
    ...identity
  }: Form & BesidesIdentity = form
  // TypeScript cannot compute the rest of a type parameter.
  return {
    identity: identity as unknown as Typed<Form>,
    isLocalIdShared,
    isNamesake,
    hasSimilarIds,
    hasOneName,
    details,
  }
}
type BesidesIdentity = KnowinglyLike &
  Partial<Pick<Extract<SubjectIdentity, { kind: 'human' }>, 'details' | 'hasOneName'>>
type Typed<Form> = Form extends unknown ? Omit<Form, keyof BesidesIdentity> : never
