import { presentTime } from '../../contract/rules/present.ts'
import { recentDays } from '../../contract/limits-and-times.ts'

/** Date-range presets (spec §9), as they appear in the address of a page. */
export const rangeNames = ['today', 'yesterday', 'last-7-days', 'this-month', 'last-month', 'all', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]

/** A date range: a preset, or `custom` with its first and last day as YYYY-MM-DD. */
export interface RangeChoice {
  range: RangeName
  from?: string | undefined
  to?: string | undefined
}

/** The first and last day of a range, YYYY-MM-DD, both included; undefined for an open end. */
export function daysOf(choice: RangeChoice, now = presentTime()): { first?: string; last?: string } {
  const year = now.getFullYear()
  const month = now.getMonth()
  const date = now.getDate()
  switch (choice.range) {
    case 'today':
      return { first: dayText(year, month, date), last: dayText(year, month, date) }
    case 'yesterday':
      return { first: dayText(year, month, date - 1), last: dayText(year, month, date - 1) }
    case 'last-7-days':
      return { first: dayText(year, month, date - 6), last: dayText(year, month, date) }
    case 'this-month':
      return { first: dayText(year, month, 1), last: dayText(year, month, date) }
    case 'last-month':
      return { first: dayText(year, month - 1, 1), last: dayText(year, month, 0) }
    case 'all':
      return {}
    case 'custom':
      return { first: choice.from, last: choice.to }
  }
}

/** A custom range of the last `count` days, today included. */
export function lastDays(count: number, now = presentTime()): RangeChoice {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return { range: 'custom', from: dayText(year, month, date - count + 1), to: dayText(year, month, date) }
}

/** Converts a preset to a custom range, which means the same days tomorrow. */
export function fixedDays(choice: RangeChoice, now = presentTime()): RangeChoice {
  const { first, last } = daysOf(choice, now)
  return first === undefined && last === undefined ? { range: 'all' } : { range: 'custom', from: first, to: last }
}

/** The range of equal length that ends where this one starts; undefined if an end is open or the range is backwards. */
export function daysBefore({ from, to }: RangeChoice): RangeChoice | undefined {
  if (from === undefined || to === undefined || isBackwards({ from, to })) return undefined
  const start = Date.parse(from) - (Date.parse(to) - Date.parse(from)) - dayLength
  // Years below 1000 do not have four digits, and no tests date from then.
  if (start < Date.parse('1000-01-01')) return undefined
  const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { range: 'custom', from: dayAt(start), to: dayAt(Date.parse(from) - dayLength) }
}

/** The day, YYYY-MM-DD, that lies `count` days before another. */
export function daysEarlier(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayLength).toISOString().slice(0, 10)
}

/** The length of a day in milliseconds, in UTC, where all days are equally long. */
const dayLength = 24 * 60 * 60 * 1000

/** True if the last day lies before the first. Such a range would show nothing without an explanation. */
export function isBackwards({ from, to }: Pick<RangeChoice, 'from' | 'to'>): boolean {
  return from !== undefined && to !== undefined && to < from
}

/** Reads a day, YYYY-MM-DD, from an address; undefined if the calendar has no such day. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined
}

/**
 * The bounds of a range as ISO 8601: the start of its first and the end of its last day in the browser's time zone,
 * both included. A day on which the clocks change is 23 or 25 hours long.
 */
export function instantsOf(choice: RangeChoice, now = presentTime()): { from?: string; to?: string } {
  const { first, last } = daysOf(choice, now)
  return {
    ...(first && { from: startOfDay(first).toISOString() }),
    ...(last && { to: new Date(startOfDay(last, 1).getTime() - 1).toISOString() }),
  }
}

/**
 * The start of the period over which the figures of places count tests, as ISO 8601: `recentDays`, today included, by this
 * clock.
 */
export function testsSince(): string | undefined {
  return instantsOf(lastDays(recentDays)).from
}

/**
 * The local start of a day, or of the day `ahead` days later. In zones that skip midnight, it is the first moment
 * after.
 */
function startOfDay(day: string, ahead = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + ahead)
}

function dayText(year: number, month: number, date: number): string {
  const at = new Date(year, month, date, 12)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
