import type { CellProblem } from '../../../contract/imports/problems.ts'
import { foldedId } from '../../../contract/rules/folding.ts'
import type { IdentifiesBy } from '../../../contract/subjects/detail-kinds.ts'
import { keyOfNames, type Acquainted } from '../../subjects/service.ts'
import type { ProblemAt } from './places.ts'
import type { Unit } from './units.ts'

/** Whether a person is known here, is to be made, or cannot be decided about. */
export type PersonFate = { subjectId: string } | 'made' | { problem: CellProblem }

/**
 * Decides who a person of a file is in a group. `known` are those whom that group knows by the same email, or by the same
 * names and date of birth. Twins and namesakes are real, and families share an email, so that only an email, or a local ID,
 * together with names and date of birth makes two the same.
 */
export function judgePerson(
  { person }: Unit,
  known: readonly Acquainted[],
  identifiesBy: IdentifiesBy,
  problem: ProblemAt,
): PersonFate {
  const nameKey = keyOfNames(person)
  const isSame = (other: Acquainted) =>
    other.dateOfBirth === person.dateOfBirth && (!other.hasNames || other.nameKey === nameKey)
  const [email] = person.emails
  const byEmail = known.filter(({ isByEmail }) => email !== undefined && isByEmail)
  const [certain] = byEmail.filter(isSame)
  if (certain !== undefined) return { subjectId: certain.subjectId }
  if (byEmail.length > 0) return { problem: problem('emailOfAnother', 'emails') }
  const namesakes = known.filter((other) => other.hasNames && isSame(other))
  const byLocalId = namesakes.find(({ localId }) => isSameId(localId, person.localId))
  if (byLocalId !== undefined) return { subjectId: byLocalId.subjectId }
  if (identifiesBy === 'email') return email === undefined ? { problem: problem('emailNeeded', 'emails') } : 'made'
  return namesakes.length > 0 ? { problem: problem('personUncertain', 'lastName') } : 'made'
}

/** What tells a person from a namesake with the same date of birth. */
export interface Distinct {
  localId: string | null
  emails: readonly string[]
}

/** Tells whether two namesakes with the same date of birth are two people: their local IDs differ, and no email agrees. */
export function areTwo(one: Distinct, other: Distinct): boolean {
  if (one.localId === null || other.localId === null || isSameId(one.localId, other.localId)) return false
  const emails = new Set(one.emails.map((email) => email.toLowerCase()))
  return !other.emails.some((email) => emails.has(email.toLowerCase()))
}

function isSameId(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldedId(one) === foldedId(other)
}
