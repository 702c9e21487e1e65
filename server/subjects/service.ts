import {
  anonymizedId,
  type FoundSubject,
  type NewSubject,
  type Subject,
  type SubjectLookup,
} from '../../contract/subjects/subject.ts'
import { recordAudit } from '../access/audit.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { placeOfGroup } from '../groups/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import type { SubjectRow } from './columns.ts'
import { findSubjectRow, insertSubject, linkSubjectRows } from './repository.ts'

export { erasePerson } from './repository.ts'

/** Finds a subject by what identifies it, wherever in the actor's scope it is known. Throws `email-not-found` or `custom-id-not-found` (spec §8). */
export async function lookUpSubject(scope: ActorScope, wanted: SubjectLookup): Promise<FoundSubject> {
  const row = await findSubjectRow(scope, wanted)
  if (row === undefined) throw new Failure('email' in wanted ? 'email-not-found' : 'custom-id-not-found')
  await recordAudit(scope, { action: 'subject.opened', resourceType: 'subject', resourceId: row.subject_id })
  return { ...toSubject(row), groupName: row.group_name }
}

/** Adds a subject to a group. Throws `duplicate` when the group already has one with the same identifiers. */
export async function createSubject(scope: ActorScope, subject: NewSubject): Promise<Subject> {
  if (subject.kind !== scope.tenant.subjectKind) throw invalid('kind', 'choice')
  const place = await placeOfGroup(scope, subject.groupId)
  if ('problem' in place) throw invalid('groupId', place.problem)
  const id = await insertSubject(scope, subject, place.organisationId)
  if (id === undefined) throw new Failure('duplicate')
  // Of a patient who was here first.
  await link(scope, { subjectId: id })
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
 * Lets a patient see the records about them, wherever in the tenant they were made. To be called when their email has
 * become verified; it changes nothing for anybody else, or for a second time.
 */
export async function linkSubjects(scope: Scope, userId: string): Promise<void> {
  await link(scope, { userId })
}

async function link(scope: Scope, whose: Parameters<typeof linkSubjectRows>[1]): Promise<void> {
  for (const { id, user_id } of await linkSubjectRows(scope, whose)) {
    await recordAudit(scope, {
      action: 'subject.linked',
      actorId: scope.actor?.id ?? user_id,
      resourceType: 'subject',
      resourceId: id,
      details: { userId: user_id },
    })
  }
}

/** A subject as replies show it. One whose identity was erased keeps its kind alone. */
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
