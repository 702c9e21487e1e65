import { presentTime } from '../../contract/rules/present.ts'

/** Date-range presets (spec §9), as they stand in the address of a page. */
export const rangeNames = ['today', 'yesterday', 'last-7-days', 'this-month', 'last-month', 'all', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]

/** A choice of days: a preset, or `custom` with its first and last day as YYYY-MM-DD. */
export interface RangeChoice {
  range: RangeName
  from?: string | undefined
  to?: string | undefined
}

/** First and last day of a choice, YYYY-MM-DD, both included; undefined where the choice leaves an end open. */
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

/** The last so many days, today included, as a choice of its own. */
export function lastDays(count: number, now = presentTime()): RangeChoice {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return { range: 'custom', from: dayText(year, month, date - count + 1), to: dayText(year, month, date) }
}

/** The days of a choice as a choice of its own: unlike a preset, it means the same days tomorrow. */
export function fixedDays(choice: RangeChoice, now = presentTime()): RangeChoice {
  const { first, last } = daysOf(choice, now)
  return first === undefined && last === undefined ? { range: 'all' } : { range: 'custom', from: first, to: last }
}

/** Answers as many days as these, ending where these start; undefined where an end is open or they are the wrong way round. */
export function daysBefore({ from, to }: RangeChoice): RangeChoice | undefined {
  if (from === undefined || to === undefined || isBackwards({ from, to })) return undefined
  const start = Date.parse(from) - (Date.parse(to) - Date.parse(from)) - dayLength
  // Years below 1000 are not written with four digits, and nobody tested then.
  if (start < Date.parse('1000-01-01')) return undefined
  const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { range: 'custom', from: dayAt(start), to: dayAt(Date.parse(from) - dayLength) }
}

/** A day, YYYY-MM-DD, so many days before another. */
export function daysEarlier(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayLength).toISOString().slice(0, 10)
}

/** The length of a day in UTC, where every day is as long, in milliseconds. */
const dayLength = 24 * 60 * 60 * 1000

/** Whether the last day lies before the first: what is in such a range would be nothing without saying why. */
export function isBackwards({ from, to }: Pick<RangeChoice, 'from' | 'to'>): boolean {
  return from !== undefined && to !== undefined && to < from
}

/** A day of an address, YYYY-MM-DD, if it is one of the calendar. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined
}

/**
 * The instants of a choice as ISO 8601: the start of its first and the end of its last day in the browser's time zone,
 * both included. A day on which the clocks change is 23 or 25 hours long, and still one whole day.
 */
export function instantsOf(choice: RangeChoice, now = presentTime()): { from?: string; to?: string } {
  const { first, last } = daysOf(choice, now)
  return {
    ...(first && { from: startOfDay(first).toISOString() }),
    ...(last && { to: new Date(startOfDay(last, 1).getTime() - 1).toISOString() }),
  }
}

/** Since when the figures of places count tests: the start of the first of the last 30 days on this clock, as ISO 8601. */
export function testsSince(): string | undefined {
  return instantsOf(lastDays(30)).from
}

/** The local start of a day, or of the one `ahead` days later. Some zones skip midnight: then the first moment after. */
function startOfDay(day: string, ahead = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + ahead)
}

function dayText(year: number, month: number, date: number): string {
  const at = new Date(year, month, date, 12)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
