import { isDeepStrictEqual } from 'node:util'
import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { Differences, TakenField } from '../../../contract/imports/differences.ts'
import type { Facet } from '../../../contract/imports/facets.ts'
import type { PersonAnswer, PersonOutcome, RowOutcome } from '../../../contract/imports/import.ts'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { factsOf, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import type { ImportedResult, ImportedTest } from '../../../contract/imports/imported-test.ts'

/** A row that could be read and waits to be made. */
export interface PendingRow {
  line: number
  content: Pick<ImportedRow, 'person' | 'test' | 'results'>
  personKey: string | null
  testKey: string | null
  /** What was answered about who the person is. */
  answer: PersonAnswer | null
  /** What the row was said to tell otherwise than is stored, and the fields of it that were chosen to be taken. */
  differences?: Differences | null
  taken?: string[]
}

/** What becomes of a row. */
export interface JudgedRow {
  line: number
  outcome: RowOutcome
  skipped: 'known' | 'removed' | null
  problems: CellProblem[]
  person: PersonOutcome | null
  /** Which of the people with the same names and date of birth it is, counted from 0; null while that is not known. */
  namesake: number | null
  /** The person here; null while that is not known, or not made. */
  subjectId: string | null
  /** What it has in common with somebody whom the file has found here; missing for whomever the file makes. */
  inCommon?: Facet[]
  /** The key of somebody whom rows make. */
  made?: string
  /** What it says of somebody who is known here otherwise than is stored. */
  differences: Differences | null
  /** The fields of these that are taken from the file, once that is done. */
  taken?: TakenField[]
}

/** Rows that tell the same of their person. */
export interface RowsAlike {
  lines: number[]
  person: ImportedPerson
  facts: PersonFacts
  differences: Differences | null
  /** The fields of the differences that were chosen to be taken from the file. */
  chosen: readonly string[]
}

/** What is made together: the rows of one test with its person, or a row of a roster. */
export interface Unit {
  personKey: string
  answer: PersonAnswer | null
  /** What the first row tells of the person, and what other rows of the same test tell otherwise or more. */
  told: [RowsAlike, ...RowsAlike[]]
  test: {
    key: string
    first: ImportedTest
    /** What all of its rows tell, the first as well. */
    rows: ImportedTest[]
    results: ImportedResult[]
    state: 'recorded' | 'corrected' | 'removed'
  } | null
}

/**
 * Puts the rows of each test together, in the order of their first lines. Those that were marked as an error stand apart where they are
 * left out, so that they add nothing to the others.
 */
export function unitsOf(rows: readonly PendingRow[], { removed }: Pick<ImportAnswers, 'removed'>): Unit[] {
  const units: Unit[] = []
  const byTest = new Map<string, Unit>()
  for (const { line, content, personKey, testKey, answer, differences = null, taken = [] } of rows) {
    const { person, test, results } = content
    // A row without them would have a problem.
    if (person === null || personKey === null) continue
    const isLeftOut = test?.correction === 'removed' && removed === 'leave-out'
    const together = testKey === null ? undefined : `${testKey} ${isLeftOut}`
    const same = together === undefined ? undefined : byTest.get(together)
    if (same?.test && test !== null) {
      const alike = same.told.find((one) => isToldAlike(one, { person, chosen: taken }))
      if (alike === undefined)
        same.told.push({ lines: [line], person, facts: factsOf(person), differences, chosen: taken })
      else alike.lines.push(line)
      same.test.rows.push(test)
      same.test.results.push(...results)
      same.test.state = stateOfBoth(same.test.state, stateOf(test))
      continue
    }
    const isTest = test !== null && testKey !== null
    const unit: Unit = {
      personKey,
      answer,
      told: [{ lines: [line], person, facts: factsOf(person), differences, chosen: taken }],
      test: isTest ? { key: testKey, first: test, rows: [test], results: [...results], state: stateOf(test) } : null,
    }
    if (isTest && together !== undefined) byTest.set(together, unit)
    units.push(unit)
  }
  return units
}

function isToldAlike(one: RowsAlike, other: Pick<RowsAlike, 'person' | 'chosen'>): boolean {
  return isDeepStrictEqual(one.person, other.person) && isDeepStrictEqual(one.chosen, other.chosen)
}

type State = NonNullable<Unit['test']>['state']

function stateOf({ correction }: ImportedTest): State {
  return correction === 'original' ? 'recorded' : correction
}

/** A test of which one line was corrected is corrected; one that was removed in part waits. */
function stateOfBoth(one: State, other: State): State {
  if (one === other) return one
  return one === 'recorded' || other === 'recorded' || one === 'corrected' || other === 'corrected' ? 'corrected' : one
}
