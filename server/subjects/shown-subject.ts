import { folded } from '../../contract/rules/folding.ts'
import {
  anonymizedId,
  type Subject,
  type SubjectDetails,
  type SubjectListItem,
} from '../../contract/subjects/subject.ts'
import type { SubjectRow } from './columns.ts'
import type { ShownRow, SubjectDetailsRow } from './list-repository.ts'

/** Builds a row of the list. */
export function toListItem(row: ShownRow): SubjectListItem {
  return {
    ...toSubject(row),
    groups: row.groups,
    groupId: seenGroupOf(row),
    lastTestedAt: row.last_tested_at?.toISOString() ?? null,
  }
}

/** The group shown for a subject must be one that the actor sees. */
export function seenGroupOf({
  groups,
  subject_group_id,
}: Pick<ShownRow, 'groups' | 'subject_group_id'>): string | null {
  return groups.find(({ id }) => id === subject_group_id)?.id ?? groups[0]?.id ?? null
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

/** Removes what the subject is still known by from what those were known by who were merged into it. */
function othersThan(row: SubjectDetailsRow, former: SubjectDetails['alsoKnownBy']): SubjectDetails['alsoKnownBy'] {
  const unlike = (text: string | null, own: string | null) => (text?.toLowerCase() === own?.toLowerCase() ? null : text)
  const nameOf = (...parts: (string | null)[]) => folded(parts.filter((part) => part !== null).join(' '))
  const ownName = nameOf(row.first_name, row.last_name)
  const others = former.map(({ email, dateOfBirth, firstName, lastName, localId, customId1, customId2 }) => ({
    email: unlike(email, row.email),
    dateOfBirth: unlike(dateOfBirth, row.date_of_birth),
    ...(nameOf(firstName, lastName) === ownName ? { firstName: null, lastName: null } : { firstName, lastName }),
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
