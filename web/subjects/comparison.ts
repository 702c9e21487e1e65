import { folded } from '../../contract/rules/folding.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { subjectName, type SubjectDetails, type WholeIdentity } from '../../contract/subjects/subject.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { isSame } from '../ui/same-value.ts'

export type IdentityField = keyof WholeIdentity

/** The identifying fields of a kind of subject, in the order of its page. */
export function identityFields(kind: SubjectDetails['kind']): readonly IdentityField[] {
  return kind === 'human' ? ['firstName', 'lastName', 'dateOfBirth', 'email', 'localId'] : ['customId1', 'customId2']
}

/**
 * The differences between two subjects: fields that both have with different values, and fields that only one of them
 * has.
 */
export function differencesOf(one: WholeIdentity, other: WholeIdentity, fields: readonly IdentityField[]) {
  const differing = fields.filter((field) => asCompared(field, one[field]) !== asCompared(field, other[field]))
  const isOneSided = (field: IdentityField) => !one[field] || !other[field]
  return {
    different: differing.filter((field) => !isOneSided(field)),
    onlyOne: differing.filter(isOneSided),
  }
}

/** The differences between the details of two subjects, in kinds. */
export function detailDifferencesOf(one: OpenedSubject, other: OpenedSubject) {
  const differing = one.keptDetails.filter((kind) => !isSame(one.details[kind], other.details[kind]))
  const isOneSided = (kind: DetailKind) => one.details[kind] === null || other.details[kind] === null
  return {
    different: differing.filter((kind) => !isOneSided(kind)),
    onlyOne: differing.filter(isOneSided),
  }
}

/** The subject that is kept by default: the one with an account, else the one with more tests, else the first. */
export function keptByDefault<Subject extends SubjectDetails>(one: Subject, other: Subject): Subject {
  if ((one.account === null) !== (other.account === null)) return one.account === null ? other : one
  return other.tests > one.tests ? other : one
}

/** The names of two subjects side by side: numbered if they are equal. */
export function namesOf(one: SubjectDetails, other: SubjectDetails, nameless: string): readonly [string, string] {
  const [name, otherName] = [subjectName(one) ?? nameless, subjectName(other) ?? nameless]
  return name === otherName ? [`${name} (1)`, `${name} (2)`] : [name, otherName]
}

/**
 * Normalises a value for comparison. Names and IDs that read alike are equal; emails differ by anything but capitals.
 */
function asCompared(field: IdentityField, text: string | null): string {
  return field === 'email' ? (text ?? '').toLowerCase() : folded(text ?? '')
}
