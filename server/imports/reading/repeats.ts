import { lineKey } from '../../../contract/imports/keys.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import { mostRowsOfTest } from '../../../contract/limits-and-times.ts'
import type { Result } from '../../../contract/rules/results.ts'

/** The row that counts for a line of a test so far. */
interface Counting {
  line: number
  reportedAt: string
  results: readonly Result[]
}

type Keyed = Pick<ImportedRow, 'test' | 'results' | 'skipped' | 'problems'> & { testKey: string | null }

/** What comparing a row with those before it tells. */
interface Compared {
  /** The key of the test, which differs from that of its content for another test of the same minute. */
  testKey: string | null
  repeats: number | null
  replaces: number | null
  /**
   * Why the row waits: another one tells of other results of the same test, and none of the two is known to be newer; or more rows
   * than any test has tell of the same person, time and device.
   */
  problem: CellProblem | null
}

/**
 * Finds rows that tell of the same results: overlapping downloads that were joined, or a result that was corrected later.
 * The row that was reported last counts; if that is not known, rows with other results contradict each other. Rows with different accession numbers are of different tests, even if all else is
 * equal.
 */
export class Repeats {
  /** By the key of a test with its lines. */
  readonly #counting = new Map<string, Counting>()
  /** The accession numbers of each line of a test with their places in the file: the second belongs to a second test. */
  readonly #accessions = new Map<string, Map<string, number>>()
  /** The number of rows by the key of their content. */
  readonly #rows = new Map<string, number>()

  take(line: number, row: Keyed): Compared {
    const { test, results, skipped, problems } = row
    const isWaiting = skipped !== null || problems.length > 0
    if (row.testKey === null || test === null || results.length === 0 || isWaiting) {
      return { testKey: row.testKey, repeats: null, replaces: null, problem: null }
    }
    const rows = (this.#rows.get(row.testKey) ?? 0) + 1
    this.#rows.set(row.testKey, rows)
    if (rows > mostRowsOfTest) {
      // Without a key, because whatever is done to the rows of a test must not grow with the file.
      const problem = { column: null, code: 'tooManyAlike', value: mostRowsOfTest } as const
      return { testKey: null, repeats: null, replaces: null, problem }
    }
    const testKey = this.#numbered(row.testKey, results.map(lineKey).join(' '), test.accession)
    const key = `${testKey} ${results.map(lineKey).join(' ')}`
    const counting: Counting = {
      line,
      reportedAt: test.reportedAt ?? '',
      results: results.map(({ result }) => result),
    }
    const before = this.#counting.get(key)
    if (before !== undefined && isContradiction(before, counting)) {
      const problem = { column: null, code: 'contradicts', value: before.line } as const
      return { testKey, repeats: null, replaces: null, problem }
    }
    const isNewest = before === undefined || counting.reportedAt > before.reportedAt
    if (isNewest) this.#counting.set(key, counting)
    return {
      testKey,
      repeats: isNewest ? null : before.line,
      replaces: isNewest ? (before?.line ?? null) : null,
      problem: null,
    }
  }

  #numbered(testKey: string, lines: string, accession: string | null): string {
    if (accession === null) return testKey
    const key = `${testKey} ${lines}`
    const known = this.#accessions.get(key) ?? new Map<string, number>()
    this.#accessions.set(key, known)
    const number = known.get(accession) ?? known.size
    known.set(accession, number)
    return number === 0 ? testKey : `${testKey}.${number}`
  }
}

function isContradiction(one: Counting, other: Counting): boolean {
  return one.reportedAt === other.reportedAt && one.results.some((result, at) => result !== other.results[at])
}
