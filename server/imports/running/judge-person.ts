import type { PersonAnswer } from '../../../contract/imports/import.ts'
import { facets, type Facet } from '../../../contract/imports/facets.ts'
import { compareFacts, isSettled, type Compared } from '../../../contract/imports/person-facts.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import type { ImportField } from '../../../contract/imports/fields.ts'
import type { IdentifiesBy } from '../../../contract/subjects/detail-kinds.ts'
import { factsOfCandidate, type Candidate } from './candidates.ts'
import type { ProblemAt } from './places.ts'
import type { RowsAlike, Unit } from './units.ts'

/** Whether a person is known here, or will be by an earlier row; is to be made; or cannot be decided about. */
export type PersonFate = (Pick<Compared, 'agrees'> & { candidate: Candidate }) | 'made' | { problem: CellProblem }

/** Those who may be the person of a row in a group. */
export interface MaybeThem {
  /** Those with the same names and date of birth, and those without names with the same email and date of birth. */
  candidates: readonly Candidate[]
  /** Whether somebody else in the group has the email. */
  isEmailOfAnother: boolean
  /** Whether somebody with other names or another date of birth in the group has the local ID. */
  isLocalIdOfAnother: boolean
}

/**
 * Decides who a person of a file is in a group. Twins and namesakes are real, and families share an email, so that nobody is
 * taken for somebody whom the row contradicts, unless an agreeing local ID or email settles it or the importer has answered.
 * Somebody whom no file has made is the same only with an email or a local ID in common.
 */
export function judgePerson(
  { person, facts, answer }: Pick<RowsAlike, 'person' | 'facts'> & Pick<Unit, 'answer'>,
  { candidates, isEmailOfAnother, isLocalIdOfAnother }: MaybeThem,
  identifiesBy: IdentifiesBy,
  problem: ProblemAt,
): PersonFate {
  const compared = candidates.map((candidate) => ({
    candidate,
    ...compareFacts(...factsOfCandidate(facts, candidate)),
  }))
  const fits = compared.filter(({ contradicts }) => contradicts.length === 0)
  const settled = fits.find(({ agrees }) => isSettled({ agrees }) || agrees.includes('email'))
  if (settled !== undefined) return settled
  const byFile = fits.filter(({ candidate }) => candidate.isByFile)
  const chosen = chosenBy(answer, fits.length > 0 ? fits : compared, byFile) ?? onlyOne(byFile)
  if (chosen !== undefined) return chosen
  if (byFile.length > 0 && answer === null)
    return { problem: problem('whichPerson', 'localId', 'middleName', 'lastName') }
  if (isEmailOfAnother) return { problem: problem('emailOfAnother', 'emails') }
  if (compared.length > 0 && answer !== 'another') return { problem: question(compared, problem) }
  if (identifiesBy === 'email' && person.emails.length === 0) return { problem: problem('emailNeeded', 'emails') }
  if (isLocalIdOfAnother && answer !== 'another') return { problem: problem('localIdOfAnother', 'localId') }
  return 'made'
}

type ComparedCandidate = Compared & { candidate: Candidate }

/** The candidate that an answer means. Somebody else is who the same file has made of rows with that answer. */
function chosenBy(
  answer: PersonAnswer | null,
  maybe: readonly ComparedCandidate[],
  byFile: readonly ComparedCandidate[],
): ComparedCandidate | undefined {
  if (answer === null) return undefined
  if (answer === 'another') return byFile.findLast(({ candidate }) => candidate.isOfThisFile)
  return likeliest(maybe)
}

/** Who differs least from a row, and agrees most. */
function likeliest(compared: readonly ComparedCandidate[]): ComparedCandidate | undefined {
  const rank = ({ contradicts, agrees }: Compared) => contradicts.length * facets.length - agrees.length
  return compared.toSorted((one, other) => rank(one) - rank(other))[0]
}

/** The one whom a file has made and who agrees more than all others; undefined if that is nobody alone. */
function onlyOne(byFile: readonly ComparedCandidate[]): ComparedCandidate | undefined {
  const [first, second] = byFile.toSorted((one, other) => other.agrees.length - one.agrees.length)
  return second !== undefined && second.agrees.length === first?.agrees.length ? undefined : first
}

/** The columns at which it is said what people differ in. */
export const fieldOf: Readonly<Record<Facet, ImportField>> = {
  localId: 'localId',
  nhsNumber: 'nhsNumber',
  guardian: 'guardianName',
  email: 'emails',
  middleName: 'middleName',
  suffix: 'suffix',
  sex: 'sex',
  telephone: 'phones',
  address: 'streetAddress',
  role: 'role',
  race: 'race',
  ethnicity: 'ethnicity',
}

function question(asked: readonly ComparedCandidate[], problem: ProblemAt): CellProblem {
  const closest = likeliest(asked)
  if (closest === undefined || closest.contradicts.length === 0) return problem('personUncertain', 'lastName')
  const { candidate, contradicts } = closest
  const who = candidate.line ?? candidate.subjectId
  return {
    ...problem('mayBeTwo', ...contradicts.map((facet) => fieldOf[facet])),
    differs: contradicts,
    ...(who !== null && { value: who }),
  }
}
