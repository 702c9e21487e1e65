import { positivity, sumOfCounts, type ResultCounts } from '../../../contract/rules/results.ts'
import type { RangeChoice } from '../../ui/date-range.ts'
import { daysOfMean } from '../../../contract/limits-and-times.ts'

/** The period of a bar. Weeks begin on Monday. */
type Unit = 'day' | 'week' | 'month' | 'year'

export interface CountsOfDay {
  /** YYYY-MM-DD. */
  day: string
  counts: ResultCounts
}

/** One bar: the tests from its first to its last day, YYYY-MM-DD, both included. */
export interface Bar {
  from: string
  to: string
  counts: ResultCounts
  /**
   * Positives among conclusive tests: for a bar of one day, over the seven days that end with it; otherwise over the
   * bar itself. Undefined if no test was conclusive.
   */
  positivity: { positive: number; conclusive: number; share: number } | undefined
}

export interface Trend {
  unit: Unit
  bars: readonly Bar[]
}

const dayLength = 24 * 60 * 60 * 1000
/** The most bars that fit on a screen: longer ranges are drawn by week, then by month, then by year. */
const mostDays = 92
const mostWeeks = 2 * 366
const mostMonths = 10 * 366

/**
 * Returns the bars of a range. Each covers exactly its days, so weeks and months at either end are cut to the range. A
 * short range is drawn as a whole; a long one, or one without a beginning, runs from its first test to its last or to
 * today, whichever is later. Undefined if there were no tests.
 */
export function trendOf(days: readonly CountsOfDay[], { from, to }: RangeChoice, today: string): Trend | undefined {
  const inRange = days.filter(({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to))
  const [firstTest, lastTest] = [inRange[0]?.day, inRange.at(-1)?.day]
  if (firstTest === undefined || lastTest === undefined) return undefined
  const isShort = from !== undefined && to !== undefined && numberOf(to) - numberOf(from) < mostDays
  const end = lastTest > today ? lastTest : today
  const first = isShort ? from : firstTest
  const last = isShort || (to !== undefined && to < end) ? (to ?? end) : end
  const length = numberOf(last) - numberOf(first) + 1
  const unit = unitOf(length)

  const countsOf = new Map(days.map(({ day, counts }) => [numberOf(day), counts]))
  const bars: Bar[] = []
  for (let start = numberOf(first); start <= numberOf(last);) {
    const next = Math.min(nextStart(start, unit), numberOf(last) + 1)
    const counts = sumOf(countsOf, start, next - 1)
    const known = unit === 'day' ? sumOf(countsOf, start - daysOfMean + 1, start) : counts
    bars.push({ from: dayOf(start), to: dayOf(next - 1), counts, positivity: positivity(known) })
    start = next
  }
  return { unit, bars }
}

function unitOf(days: number): Unit {
  if (days <= mostDays) return 'day'
  if (days <= mostWeeks) return 'week'
  return days <= mostMonths ? 'month' : 'year'
}

/** The first day of the next week, month or year. Days are counted from 1970-01-01, a Thursday. */
function nextStart(day: number, unit: Unit): number {
  const at = new Date(day * dayLength)
  switch (unit) {
    case 'day':
      return day + 1
    case 'week':
      return day + 7 - ((day + 3) % 7)
    case 'month':
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / dayLength
    case 'year':
      return Date.UTC(at.getUTCFullYear() + 1, 0, 1) / dayLength
  }
}

function sumOf(countsOf: ReadonlyMap<number, ResultCounts>, first: number, last: number): ResultCounts {
  const found: ResultCounts[] = []
  for (let day = first; day <= last; day++) {
    const counts = countsOf.get(day)
    if (counts !== undefined) found.push(counts)
  }
  return sumOfCounts(found)
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayLength
}

function dayOf(number: number): string {
  return new Date(number * dayLength).toISOString().slice(0, 10)
}
