import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { subjectName, type SubjectDetails } from '../../contract/subjects/subject.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { isSame } from '../ui/same-value.ts'

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
