import type { DateQuestions } from '../../../contract/imports/date-questions.ts'
import type { ImportSummary } from '../../../contract/imports/import.ts'
import { answeredProblems, type CellProblemCode } from '../../../contract/imports/problems.ts'
import { nameOfWord } from '../../../contract/imports/word-answers.ts'
import type { RowMessage } from './read-messages.ts'

/** A file that names more devices or places than this was made to fill the memory. */
const mostNamed = 2000

/** Whoever has more words than this has said wrongly which column they are in. */
const mostWords = 200

function isAnswered(code: CellProblemCode): boolean {
  return answeredProblems.some((one) => one === code)
}

/** Counts the rows of a file as they are read. */
export class ReadSummary {
  rows = 0
  readonly #dates: DateQuestions
  #wrong = 0
  #removed = 0
  #oneNames = 0
  #hasUndetermined = false
  readonly #skipped: Required<ImportSummary['skipped']> = { noResult: 0, removed: 0, repeated: 0, heading: 0 }
  readonly #people = new Set<string>()
  readonly #tests = new Set<string>()
  readonly #devices = new Map<string, ImportSummary['devices'][number]>()
  readonly #words = new Map<string, NonNullable<ImportSummary['words']>[number]>()
  readonly #facilities = new Map<string | null, number>()

  constructor(dates: DateQuestions) {
    this.#dates = dates
  }

  take(row: RowMessage): void {
    this.rows += 1
    if (row.skipped !== 'heading') this.#dates.take(row.cells)
    if (row.problems.length > 0) this.#wrong += 1
    else if (row.skipped !== null) {
      this.#skipped[row.skipped] += 1
      if (row.replaces !== null) this.#skipped.repeated += 1
    } else this.#takeRight(row)
    if (row.test?.correction === 'removed') this.#removed += 1
    this.#hasUndetermined ||= row.cells.some((cell) => cell !== null && /^(undetermined|inconclusive)$/i.test(cell))
    if (row.isOneName) this.#oneNames += 1
    for (const found of row.words) this.#takeWord(found)
    // What is asked about the file is asked together, also about rows that wait for one of the answers.
    const waits = row.problems.length > 0 && row.problems.every(({ code }) => isAnswered(code))
    if (waits) this.#takeDevices(row)
    const places = row.named === null ? (row.person?.facilities ?? []) : [row.named.facility]
    if (row.person !== null || waits) for (const name of places.length > 0 ? places : [null]) this.#count(name)
  }

  end(): ImportSummary {
    return {
      rows: this.rows,
      wrong: this.#wrong,
      skipped: this.#skipped,
      people: this.#people.size,
      tests: this.#tests.size,
      devices: [...this.#devices.values()],
      facilities: Array.from(this.#facilities, ([name, rows]) => ({ name, rows })),
      words: [...this.#words.values()],
      dates: this.#dates.open,
      oneNames: this.#oneNames,
      hasUndetermined: this.#hasUndetermined,
      removed: this.#removed,
    }
  }

  #takeRight(row: RowMessage): void {
    if (row.personKey !== null) this.#people.add(row.personKey)
    if (row.repeats !== null || row.replaces !== null) this.#skipped.repeated += 1
    if (row.repeats !== null || row.test === null) return
    if (row.testKey !== null) this.#tests.add(row.testKey)
    if (row.replaces === null) this.#takeDevices(row)
  }

  #takeDevices({ named, results }: RowMessage): void {
    if (named === null) return
    const { device } = named
    for (const { condition, code } of results) {
      const key = JSON.stringify([device, condition, code])
      const known = this.#devices.get(key)
      if (known !== undefined) known.results += 1
      else if (this.#devices.size < mostNamed) this.#devices.set(key, { device, condition, code, results: 1 })
    }
  }

  #takeWord({ field, word }: RowMessage['words'][number]): void {
    const name = nameOfWord({ field, word })
    const known = this.#words.get(name)
    if (known !== undefined) known.rows += 1
    else if (this.#words.size < mostWords) this.#words.set(name, { field, word, rows: 1 })
  }

  #count(name: string | null): void {
    const known = this.#facilities.get(name)
    if (known !== undefined || this.#facilities.size < mostNamed) this.#facilities.set(name, (known ?? 0) + 1)
  }
}
