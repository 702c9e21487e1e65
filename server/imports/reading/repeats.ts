import { lineKey, numberedTestKey } from '../../../contract/imports/keys.ts'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { compareFacts, factsOf, whatIsTold } from '../../../contract/imports/person-facts.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import { mostRowsOfTest } from '../../../contract/limits-and-times.ts'
import type { Result } from '../../../contract/rules/results.ts'

/** The row that counts for a line of a test so far. */
interface Counting {
  line: number
  reportedAt: string
  results: readonly Result[]
  /** True if it was marked as an error where it comes from. */
  isRemoved: boolean
}

type Keyed = Pick<ImportedRow, 'person' | 'test' | 'results' | 'skipped' | 'problems'> & { testKey: string | null }

/** The people of one name that are told apart at one test. A file with more was made to take time. */
const mostNamesakes = 20

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
 * equal, and so are the tests of two people of one name and date of birth: a twin's is no repeat. What was marked as an error takes
 * back what tells of the same, unless that is known to be newer, also while it waits and where it is left out.
 */
export class Repeats {
  /** By the key of a test with its lines. */
  readonly #counting = new Map<string, Counting>()
  /** The accession numbers of each line of a test with their places in the file: the second belongs to a second test. */
  readonly #accessions = new Map<string, Map<string, number>>()
  /** The number of rows by the key of their content. */
  readonly #rows = new Map<string, number>()
  /** What is told of the people of each test, in the order of the file. */
  readonly #people = new Map<string, string[]>()

  take(line: number, row: Keyed): Compared {
    const { person, test, results, skipped, problems } = row
    const isRemoved = test?.correction === 'removed'
    const isWaiting = !isRemoved && (skipped !== null || problems.length > 0)
    if (row.testKey === null || person === null || test === null || results.length === 0 || isWaiting) {
      return { testKey: row.testKey, repeats: null, replaces: null, problem: null }
    }
    const rows = (this.#rows.get(row.testKey) ?? 0) + 1
    this.#rows.set(row.testKey, rows)
    if (rows > mostRowsOfTest) {
      // Without a key, because whatever is done to the rows of a test must not grow with the file.
      const problem = { column: null, code: 'tooManyAlike', value: mostRowsOfTest } as const
      return { testKey: null, repeats: null, replaces: null, problem }
    }
    const testKey = this.#numbered(row.testKey, this.#personAt(row.testKey, person), results, test.accession)
    const key = `${testKey} ${results.map(lineKey).join(' ')}`
    const counting: Counting = {
      line,
      reportedAt: test.reportedAt ?? '',
      results: results.map(({ result }) => result),
      isRemoved,
    }
    const before = this.#counting.get(key)
    if (before !== undefined && isContradiction(before, counting)) {
      const problem = { column: null, code: 'contradicts', value: before.line } as const
      return { testKey, repeats: null, replaces: null, problem }
    }
    const isNewest = before === undefined || countsInstead(counting, before)
    if (isNewest) this.#counting.set(key, counting)
    return {
      testKey,
      repeats: isNewest ? null : before.line,
      replaces: isNewest ? (before?.line ?? null) : null,
      problem: null,
    }
  }

  #numbered(testKey: string, ofPerson: number, results: Keyed['results'], accession: string | null): string {
    if (accession === null) return numberedTestKey(testKey, 0, ofPerson)
    const key = `${numberedTestKey(testKey, 0, ofPerson)} ${results.map(lineKey).join(' ')}`
    const known = this.#accessions.get(key) ?? new Map<string, number>()
    this.#accessions.set(key, known)
    const number = known.get(accession) ?? known.size
    known.set(accession, number)
    return numberedTestKey(testKey, number, ofPerson)
  }

  /** The number of a person among people of one name and date of birth who differ in what is told of them at one test. */
  #personAt(testKey: string, person: ImportedPerson): number {
    const told = JSON.stringify(whatIsTold(person))
    const known = this.#people.get(testKey)
    if (known === undefined) this.#people.set(testKey, [told])
    if (known === undefined || known[0] === told) return 0
    // Most tests have one row, or rows that tell the same, so that what is told is compared only now.
    const facts = factsOf(person)
    const at = known.findIndex((one) => isOfOne(one, facts))
    if (at !== -1) return at
    if (known.length < mostNamesakes) known.push(told)
    return known.length - 1
  }
}

function isOfOne(told: string, facts: ReturnType<typeof factsOf>): boolean {
  // It was written from a person.
  return compareFacts(factsOf(JSON.parse(told) as ReturnType<typeof whatIsTold>), facts).contradicts.length === 0
}

/** The row that was reported last counts, and where that is not known, the one that was marked as an error. */
function countsInstead(one: Counting, before: Counting): boolean {
  const isUnknown = one.reportedAt === '' || before.reportedAt === '' || one.reportedAt === before.reportedAt
  return isUnknown && one.isRemoved !== before.isRemoved ? one.isRemoved : one.reportedAt > before.reportedAt
}

function isContradiction(one: Counting, other: Counting): boolean {
  return one.reportedAt === other.reportedAt && one.results.some((result, at) => result !== other.results[at])
}
