import type { DifferenceValues } from './differences.ts'
import type { Facet } from './facets.ts'

/**
 * What can be wrong with a cell. Each has its phrase in `contract/phrases/<locale>/imports.ts`. A row waits until none is
 * left, except for notes.
 */
export const cellProblems = [
  'beforeBirth',
  'choice',
  'code',
  'contradicts',
  'country',
  'countryMissing',
  'date',
  'dateInFuture',
  'dateOrder',
  'dateTooOld',
  'dateUnread',
  'dateWithTime',
  'dayUnclear',
  'email',
  'formula',
  'hiddenCharacters',
  'hiddenRow',
  'instruction',
  'nhsNumber',
  'oneName',
  'otherDate',
  'phone',
  'phoneOfSeveral',
  'phoneWords',
  'postcode',
  'removed',
  'required',
  'result',
  'skippedHour',
  'state',
  'time',
  'timeInFuture',
  'tooFewCells',
  'tooLong',
  'tooManyAlike',
  'tooManyCells',
  'undetermined',
  'yearUnclear',
] as const

/** Why a row waits for an answer about the whole file, before which its cells are not known to be wrong. */
export const answeredProblems = [
  'choice',
  'dayUnclear',
  'oneName',
  'removed',
  'result',
  'undetermined',
  'yearUnclear',
] as const satisfies readonly (typeof cellProblems)[number][]

/**
 * Why a row waits although its cells can be read: what it needs here is missing, or is not what the file says.
 */
export const matchProblems = [
  'differs',
  'emailNeeded',
  'emailOfAnother',
  'groupOutOfReach',
  'groupSuspended',
  'kitRetired',
  'linesMissing',
  'linesUnlike',
  'localIdOfAnother',
  'mayBeTwo',
  'nhsNumberOfAnother',
  'noGroup',
  'noKit',
  'notAllowed',
  'otherRowWaits',
  'personUncertain',
  'removedInPart',
  'resultNotOffered',
  'whichPerson',
] as const

/** Why a row waits for an answer: whether its person is somebody else. */
export const personQuestions = [
  'localIdOfAnother',
  'mayBeTwo',
  'personUncertain',
] as const satisfies readonly MatchProblem[]
type MatchProblem = (typeof matchProblems)[number]

/**
 * What a row says although it does not wait: what of it is left out, or read otherwise than it is written, and whom somebody was merged
 * into. The last is said of rows that wait, too, behind what they wait for.
 */
export const cellNotes = [
  'addressAbroad',
  'addressLeftOut',
  'emailsLeftOut',
  'leftOut',
  'mergedInto',
  'notLandline',
  'notMobile',
  'otherThanBefore',
  'phoneLeftOut',
  'placesLeftOut',
  'zerosAdded',
] as const
export type CellProblemCode = (typeof cellProblems)[number] | MatchProblem | (typeof cellNotes)[number]

/** What is wrong with a cell, by the place of its column, counted from 0. A missing column has none. */
export interface CellProblem {
  column: number | null
  code: CellProblemCode
  /**
   * The name of the column that is missing, the most characters, the text that is proposed, the line of another row, the id of somebody
   * who is known here or was merged, or `removedAtSource`.
   */
  value?: string | number
  /** What somebody of the same names and date of birth is known to differ in. */
  differs?: Facet[]
  /** Whom that other row tells of, who is known here, or who was kept, which is read with the problem for its reader and not stored in it. */
  other?: {
    firstName: string | null
    lastName: string
    dateOfBirth: string | null
    email?: string | null
    localId?: string | null
  }
  /** True for a year that stays unclear although it was said for the whole file which years are meant; read as `other` is. */
  isAnswered?: true
  /** The record that stands here and says otherwise. */
  recordId?: string
  /** What is kept of the person in place of what the cell says. */
  kept?: DifferenceValues
}

/** How a test differs from its record that was marked as an error where it comes from. */
export const removedAtSource = 'removed'

/** Why a file cannot be read at all. */
export const fileProblems = [
  'cellTooLong',
  'damaged',
  'empty',
  'encrypted',
  // No file is refused for it, but a refusal is kept for a week.
  'headerTwice',
  'noRoom',
  'notATable',
  'otherProgram',
  'packedTwice',
  'severalFiles',
  'tooHeavy',
  'tooLarge',
  'tooManyColumns',
  'tooManyRows',
] as const
export type FileProblemCode = (typeof fileProblems)[number]

export interface FileProblem {
  code: FileProblemCode
  /** The repeated header, or the number of the line. */
  value?: string | number
}

/**
 * Why a row that is right makes nothing: it says no result, was removed at its source, repeats an earlier row, tells of a test that
 * was imported before, or stands above the headers.
 */
export const skipReasons = ['noResult', 'removed', 'repeated', 'known', 'heading'] as const
export type SkipReason = (typeof skipReasons)[number]

/** The phrase of a problem, in the noun `imports`. */
export function phraseOfProblem(code: CellProblemCode) {
  return `imports:problem.${code}` as const
}

export function phraseOfFileProblem(code: FileProblemCode) {
  return `imports:file.${code}` as const
}
