import { results } from './results.ts'

/**
 * How often two readings of the same tests had each pair of results: a row for each result of the one, with a column for each
 * result of the other, both in the order of `results`.
 */
export type ReadingCounts = readonly (readonly number[])[]

/** How far two readings agree. */
export interface Agreement {
  /** How many tests were read twice. */
  total: number
  /** In how many of them both readings were the same. */
  agreed: number
  /**
   * Cohen's kappa: how much of the agreement beyond what chance would bring was reached, from -1 to 1 (J. Cohen, 'A coefficient of
   * agreement for nominal scales', Educational and Psychological Measurement 20, 1960). Null where nothing was read, or where both
   * readings knew one result alone: chance explains all of that, and there is nothing beyond it to reach.
   */
  kappa: number | null
}

/** Counts the agreement of readings. Whole numbers are divided once, at the end, so that what agrees by exactly chance is 0. */
export function agreementOf(counts: ReadingCounts): Agreement {
  const at = (row: number, column: number) => counts[row]?.[column] ?? 0
  const each = results.map((_, index) => index)
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const total = sum(each.flatMap((row) => each.map((column) => at(row, column))))
  const agreed = sum(each.map((one) => at(one, one)))
  // What chance would bring, times the square of the total.
  const byChance = sum(
    each.map((one) => sum(each.map((other) => at(one, other))) * sum(each.map((other) => at(other, one)))),
  )
  const beyond = total * total - byChance
  return { total, agreed, kappa: beyond === 0 ? null : (total * agreed - byChance) / beyond }
}
