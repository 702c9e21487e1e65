import { clockMinutes, oldestYears } from '../limits-and-times.ts'
import { todayIn } from '../rules/dates.ts'
import type { ImportAnswers } from './answers.ts'
import type { ImportColumn, ImportField } from './fields.ts'
import { readPerson, type ImportedPerson, type Keeps } from './imported-person.ts'
import {
  readResults,
  readTest,
  type ImportedResult,
  type ImportedTest,
  type NamedByTest,
  type TestSettings,
} from './imported-test.ts'
import type { CellProblem, SkipReason } from './problems.ts'
import { readNames } from './one-name.ts'
import { columnsByField, RowCells, type Cell, type FoundWord } from './row-cells.ts'
import { nameOfWord } from './word-answers.ts'
import { datesOfBirth, datesOfTests } from './date-questions.ts'
import { timeReader } from './written-times.ts'

/** A row of a file as Lateral understands it. A row of a roster has a person alone. */
export interface ImportedRow {
  /** Null if what identifies the person is missing or wrong. */
  person: ImportedPerson | null
  /** Null for a row of a roster, or if what a test must have is missing or wrong. */
  test: ImportedTest | null
  /** Null for a row of a roster. */
  named: NamedByTest | null
  results: ImportedResult[]
  problems: CellProblem[]
  /** Words of it that are asked about. */
  words: FoundWord[]
  /** True if it has one of two names, which is asked about. */
  isOneName: boolean
  /** Why the row makes nothing although nothing is wrong with it; repeats are found by comparing rows. */
  skipped: Exclude<SkipReason, 'repeated' | 'known'> | null
}

/**
 * Reads the rows of one file, each by itself. `columns` are those of the file, `keeps` what its tenant keeps of people, `now` the
 * time by which dates of the future are refused, and `unclear` holds the words that are asked about although they are known.
 */
export function rowReader(
  columns: readonly (ImportColumn | null)[],
  answers: ImportAnswers,
  keeps: Keeps,
  now: Date,
  unclear: ReadonlySet<string> = new Set(),
): (cells: readonly Cell[]) => ImportedRow {
  const byField = columnsByField(columns)
  const resultColumns = byField.get('result') ?? []
  const answered = new Map(answers.words?.map((answer) => [nameOfWord(answer), answer.meant]))
  // A day that has begun somewhere on earth is no day of the future.
  const latestDay = todayIn('Etc/GMT-14', now)
  const earliest = `${String(Number(latestDay.slice(0, 4)) - oldestYears).padStart(4, '0')}${latestDay.slice(4)}`
  const [dates, births] = [datesOfTests(answers, now), datesOfBirth(answers, now)]
  const settings: TestSettings = {
    dates,
    readTime: timeReader(dates, answers.zone),
    latest: now.getTime() + clockMinutes * 60_000,
    earliest,
    undetermined: answers.undetermined,
  }

  return (cells) => {
    const row = new RowCells(cells, byField, answered, unclear)
    checkLength(row, cells, columns.length)
    checkInstructions(row, cells, columns)
    const { names: found, isOneName } = readNames(row, answers.hasOneName)
    const person = readPerson(row, found, { dates: births, latest: latestDay, earliest }, keeps)
    if (resultColumns.length === 0) {
      const nothing = { test: null, named: null, results: [], skipped: null }
      return { person, problems: row.problems, words: row.words, isOneName, ...nothing }
    }
    const { test, named } = readTest(row, settings, person?.dateOfBirth ?? null)
    const results = readResults(row, resultColumns, settings)
    if (test?.correction === 'removed' && answers.removed === 'ask') row.refuse('correction', 'removed')
    const { problems, words } = row
    return {
      person,
      test,
      named,
      results,
      problems,
      words,
      isOneName,
      skipped: problems.length > 0 ? null : skipReason(test, results, answers),
    }
  }
}

/** A row with more cells than headers has a separator too many, so that cells may stand under a wrong header. */
function checkLength(row: RowCells, cells: readonly Cell[], expected: number): void {
  if (cells.length < expected) row.refuseAt(null, 'tooFewCells')
  if (cells.length > expected && cells.slice(expected).some((cell) => cell !== '')) {
    row.refuseAt(null, 'tooManyCells')
  }
}

/** How a form or a template gives an example: in any cell, as its beginning. */
const example = /^\W{0,3}(e\.? ?g\.?[ :,]|for example|example[:]|p\. ?ej\.|por ejemplo|ejemplo:|z\. ?b\.|beispiel:)/i
/** What a template says in place of a name. */
const instead =
  /^\W{0,3}(example|ejemplo|beispiel|required|mandatory|optional|obligatorio|opcional|requerido|pflichtfeld)\W{0,3}$/i

/** Most cells begin otherwise, and need none of these. */
const mayInstruct = /^\W{0,3}[efpzbrmo]/i

/** Notes may begin with anything. */
const notes: readonly (ImportField | undefined)[] = ['notes', 'note', 'correctionReason']
const names: readonly (ImportField | undefined)[] = ['firstName', 'lastName']

/** A row that a template has for an instruction or an example tells of nobody. */
function checkInstructions(row: RowCells, cells: readonly Cell[], columns: readonly (ImportColumn | null)[]): void {
  for (const [at, cell] of cells.entries()) {
    const field = columns[at]?.field
    if (cell === null || !mayInstruct.test(cell) || notes.includes(field)) continue
    if (example.test(cell) || (names.includes(field) && instead.test(cell))) row.refuseAt(at, 'instruction')
  }
}

function skipReason(
  test: ImportedTest | null,
  results: readonly ImportedResult[],
  { removed }: ImportAnswers,
): ImportedRow['skipped'] {
  if (results.length === 0) return 'noResult'
  return test?.correction === 'removed' && removed === 'leave-out' ? 'removed' : null
}
