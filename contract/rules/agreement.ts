import { results } from './results.ts'

/**
 * The number of double readings for each pair of results: a row for each result of one reading, with a column for each
 * result of the other, both in the order of `results`.
 */
export type ReadingCounts = readonly (readonly number[])[]

export interface Agreement {
  total: number
  /** The number of tests on which both readings agree. */
  agreed: number
  /**
   * Cohen's kappa: the share of the agreement beyond chance that was reached, from -1 to 1 (J. Cohen, 'A coefficient of
   * agreement for nominal scales', Educational and Psychological Measurement 20, 1960). Null if nothing was read, or if
   * both readings only had one result: chance then explains everything, and nothing beyond it could be reached.
   */
  kappa: number | null
}

/**
 * Calculates the agreement of readings. Whole numbers are divided only once, at the end, so that agreement exactly by
 * chance gives 0.
 */
export function agreementOf(counts: ReadingCounts): Agreement {
  const at = (row: number, column: number) => counts[row]?.[column] ?? 0
  const each = results.map((_, index) => index)
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const total = sum(each.flatMap((row) => each.map((column) => at(row, column))))
  const agreed = sum(each.map((one) => at(one, one)))
  // The agreement expected by chance, times the square of the total.
  const byChance = sum(
    each.map((one) => sum(each.map((other) => at(one, other))) * sum(each.map((other) => at(other, one)))),
  )
  const beyond = total * total - byChance
  return { total, agreed, kappa: beyond === 0 ? null : (total * agreed - byChance) / beyond }
}
