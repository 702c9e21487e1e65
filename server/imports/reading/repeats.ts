import { lineKey } from '../../../contract/imports/keys.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
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
  /** The line of another row that tells of other results of the same test, if none of the two is known to be newer. */
  contradicts: number | null
}

/**
 * Finds rows that tell of the same results: overlapping downloads that were joined, or a result that was corrected later.
 * The row that was reported last counts; if that is not known, rows with other results contradict each other. Rows with different accession numbers are of different tests, even if all else is
 * equal.
 */
export class Repeats {
  /** By the key of a test with its lines. */
  readonly #counting = new Map<string, Counting>()
  /** The accession numbers of each line of a test, in the order of the file: the second belongs to a second test. */
  readonly #accessions = new Map<string, string[]>()

  take(line: number, row: Keyed): Compared {
    const { test, results, skipped, problems } = row
    const isWaiting = skipped !== null || problems.length > 0
    if (row.testKey === null || test === null || results.length === 0 || isWaiting) {
      return { testKey: row.testKey, repeats: null, replaces: null, contradicts: null }
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
      return { testKey, repeats: null, replaces: null, contradicts: before.line }
    }
    const isNewest = before === undefined || counting.reportedAt > before.reportedAt
    if (isNewest) this.#counting.set(key, counting)
    return {
      testKey,
      repeats: isNewest ? null : before.line,
      replaces: isNewest ? (before?.line ?? null) : null,
      contradicts: null,
    }
  }

  #numbered(testKey: string, lines: string, accession: string | null): string {
    if (accession === null) return testKey
    const key = `${testKey} ${lines}`
    const known = this.#accessions.get(key) ?? []
    if (!known.includes(accession)) this.#accessions.set(key, [...known, accession])
    const place = known.indexOf(accession)
    const number = place === -1 ? known.length : place
    return number === 0 ? testKey : `${testKey}.${number}`
  }
}

function isContradiction(one: Counting, other: Counting): boolean {
  return one.reportedAt === other.reportedAt && one.results.some((result, at) => result !== other.results[at])
}
