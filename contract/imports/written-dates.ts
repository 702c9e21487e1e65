import { monthOfWord, wordedDate, type WordedDate } from './month-words.ts'

/**
 * The order of day, month and year in the dates of a file. What begins with four digits is always year, month, day, and what ends with
 * them never is.
 */
export const dateOrders = ['mdy', 'dmy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]
/** What is said of the order of a file. With `ask`, dates that may be two days wait, and all others are read. */
export const dateOrderAnswers = ['ask', ...dateOrders] as const

/** The order of day and month in a pattern such as DD/MM/YYYY; undefined for one that begins with its year. */
export function orderOfPattern(pattern: string): Exclude<DateOrder, 'ymd'> | undefined {
  if (/^[^DM]*Y/.test(pattern)) return undefined
  return pattern.indexOf('M') < pattern.indexOf('D') ? 'mdy' : 'dmy'
}

/** Which year of birth two digits mean where both centuries are possible; `ask` lets the row wait. */
export const twoDigitYears = ['ask', 'earlier', 'later'] as const
/** The year from which spreadsheets count the days of dates that are plain numbers. */
export const serialDates = ['1900', '1904'] as const
/** What is said of such numbers. With `ask` they wait: the two days are four years apart, and both exist. */
export const serialDateAnswers = ['ask', ...serialDates] as const

/** How the dates of a file are read. */
export interface DateSettings {
  order: (typeof dateOrderAnswers)[number]
  twoDigitYears: (typeof twoDigitYears)[number]
  serialDates: (typeof serialDateAnswers)[number]
  /** The earliest and the latest year that two digits can stand for. */
  years: { earliest: number; latest: number }
}

/** A date as it is written, before anybody has said in which order. */
export type WrittenDate =
  | { kind: 'serial'; days: number }
  /** The parts in each order in which they can stand; they are the same where the order makes no difference. */
  | { kind: 'calendar'; byOrder: Readonly<Partial<Record<DateOrder, DateParts>>> }

/** A date in one order, with the digits of its year. */
interface DateParts {
  year: string
  month: number
  day: number
}

/** A day as YYYY-MM-DD, or why none is meant. `value` are the years of which either may be meant. */
export type ReadDay = { day: string } | { problem: 'date' | 'dateOrder' | 'dayUnclear' | 'yearUnclear'; value?: string }

/**
 * Understands the form of a date: `1970-02-01`, `1970/2/1`, `19700201`, `1/2/1970`, `1.2.70`, `01021970`, `1 Feb 1970`,
 * `Feb 1, 1970`, or the days that a spreadsheet counts, such as 25600. Undefined for anything else. Day and month need not exist.
 */
export function writtenDate(text: string): WrittenDate | undefined {
  const [, year = '', month, day] = /^(\d{4}) ?[/. -] ?(\d{1,2}) ?[/. -] ?(\d{1,2})$/.exec(text) ?? []
  if (year !== '') return inOneOrder(year, Number(month), Number(day))
  const [, first, second, last] = /^(\d{1,2}) ?[/. -] ?(\d{1,2}) ?[/. -] ?(\d{4}|\d{2})$/.exec(text) ?? []
  if (first !== undefined && last !== undefined) return inAnyOrder(first, Number(second), last)
  if (/^\d{8}$/.test(text)) return ofEightDigits(text)
  // Four digits below are a year rather than a day of the spreadsheet's first years.
  if (/^\d{4,5}$/.test(text)) return Number(text) > lastLikelyYear ? { kind: 'serial', days: Number(text) } : undefined
  const worded = wordedDate(text)
  return worded && withWord(worded)
}

const [firstLikelyYear, lastLikelyYear] = [1800, 2200]

/** The year stands first, or last where its digits before would be a month of no likely year. */
function ofEightDigits(text: string): WrittenDate {
  const last = text.slice(4)
  const isLast = Number(last) >= firstLikelyYear && Number(text.slice(0, 4)) < firstLikelyYear
  const number = (from: number) => Number(text.slice(from, from + 2))
  return isLast || number(4) > 12
    ? inAnyOrder(text.slice(0, 2), number(2), last)
    : inOneOrder(text.slice(0, 4), number(4), number(6))
}

/** A date whose parts stand in cells of their own. The month may be a word; undefined for anything else. */
export function dateOfParts(day: string, month: string, year: string): WrittenDate | undefined {
  const number = /^\d{1,2}$/.test(month) ? Number(month) : monthOfWord(month)
  const isWritten = /^\d{1,2}$/.test(day) && /^(?:\d{4}|\d{2})$/.test(year)
  return isWritten && number !== undefined ? inOneOrder(year, number, Number(day)) : undefined
}

function inOneOrder(year: string, month: number, day: number): WrittenDate {
  const parts = { year, month, day }
  return { kind: 'calendar', byOrder: { mdy: parts, dmy: parts, ymd: parts } }
}

/** A month as a word between two numbers of two digits has the day before it and the year behind, or the year first. */
function withWord({ year, month, day, yearFirst }: WordedDate): WrittenDate {
  const parts = { year, month, day: Number(day) }
  const ymd = yearFirst ? { year: day, month, day: Number(year) } : parts
  return { kind: 'calendar', byOrder: { mdy: parts, dmy: parts, ymd } }
}

/** Two digits at both ends may each be the year. */
function inAnyOrder(first: string, second: number, last: string): WrittenDate {
  const mdy = { year: last, month: Number(first), day: second }
  const dmy = { year: last, month: second, day: Number(first) }
  const mayBeYear = first.length === 2 && last.length === 2
  const ymd = mayBeYear && { ymd: { year: first, month: second, day: Number(last) } }
  return { kind: 'calendar', byOrder: { mdy, dmy, ...ymd } }
}

/**
 * Returns one text for all days that a date of three times two digits may be; undefined for any other date. `anyOrderOfDay` returns it for
 * a day.
 */
export function anyOrderOf(written: WrittenDate): string | undefined {
  const parts = written.kind === 'calendar' ? written.byOrder.mdy : undefined
  return parts?.year.length === 2 ? inNoOrder([Number(parts.year), parts.month, parts.day]) : undefined
}

/** Returns the text of `anyOrderOf` for a day, which is YYYY-MM-DD. */
export function anyOrderOfDay(day: string): string {
  return inNoOrder(day.slice(2).split('-').map(Number))
}

function inNoOrder(parts: readonly number[]): string {
  return parts
    .toSorted((one, other) => one - other)
    .map((part) => String(part).padStart(2, '0'))
    .join('?')
}

/** The orders in which a date exists in one of its years, and whether they give different days. */
export function ordersOf(written: WrittenDate, { years }: Pick<DateSettings, 'years'>) {
  if (written.kind === 'serial') return { fitting: [], areEqual: true }
  const fitting = dateOrders.filter((order) => daysOf(written, order, years).length > 0)
  const readings = new Set(fitting.map((order) => daysOf(written, order, years).join(' ')))
  return { fitting, areEqual: fitting.length > 1 && readings.size === 1 }
}

/**
 * The order in which a date exists, or either if it makes no difference; undefined for a date that may be two days. What exists only with
 * a year of two digits first is more likely a mistyped day, such as 31/04/25, so that it is undefined, too.
 */
function onlyOrderOf(written: WrittenDate, settings: DateSettings): DateOrder | undefined {
  const { fitting, areEqual } = ordersOf(written, settings)
  const [one = 'mdy', other] = fitting
  if (areEqual) return one
  return other === undefined && one !== 'ymd' ? one : undefined
}

/** Decides which day is meant by what was said about the file. */
export function dayOf(written: WrittenDate, settings: DateSettings): ReadDay {
  if (written.kind === 'serial') {
    if (settings.serialDates === 'ask') return { problem: 'dayUnclear' }
    const found = ofSerial(written.days, settings.serialDates)
    return found ? { day: found.day } : { problem: 'date' }
  }
  const { years } = settings
  const said = settings.order === 'ask' || written.byOrder[settings.order] === undefined ? undefined : settings.order
  const order = said ?? onlyOrderOf(written, settings)
  if (order === undefined) return { problem: 'dayUnclear' }
  const days = daysOf(written, order, years)
  const [earlier, later] = days
  if (earlier === undefined) {
    return { problem: ordersOf(written, settings).fitting.length > 0 ? 'dateOrder' : 'date' }
  }
  const unclear = unclearYears(written.byOrder[order]?.year ?? '', settings)
  if (unclear !== undefined && (later !== undefined || settings.twoDigitYears === 'earlier'))
    return { problem: 'yearUnclear', value: unclear.join(' / ') }
  return { day: settings.twoDigitYears === 'later' ? (later ?? earlier) : earlier }
}

/**
 * The two years of which either may be meant by two digits; undefined if it is clear which. Whoever says that years are the earlier ones
 * has not said it of a year in which nobody was born who lives, nor that the later one is meant.
 */
export function unclearYears(
  digits: string,
  { twoDigitYears: said, years }: Pick<DateSettings, 'twoDigitYears' | 'years'>,
): [earlier: number, later: number] | undefined {
  const [first, later] = yearsOf(digits, { years })
  if (first === undefined || digits.length > 2) return undefined
  if (later !== undefined) return said === 'ask' ? [first, later] : undefined
  const isOfThisCentury = first >= years.latest - (years.latest % 100)
  return said === 'earlier' && isOfThisCentury ? [first - 100, first] : undefined
}

/** The days that a date in an order may be, the earlier first. */
function daysOf(
  { byOrder }: Extract<WrittenDate, { kind: 'calendar' }>,
  order: DateOrder,
  years: DateSettings['years'],
): string[] {
  const parts = byOrder[order]
  if (parts === undefined) return []
  const { year, month, day } = parts
  return yearsOf(year, { years }).flatMap((one) => calendarDay(one, month, day) ?? [])
}

/** The years that four digits, or two, may stand for, the earlier first; none for anything else. */
export function yearsOf(digits: string, { years: { earliest, latest } }: Pick<DateSettings, 'years'>): number[] {
  if (/^\d{4}$/.test(digits)) return [Number(digits)]
  if (!/^\d{2}$/.test(digits)) return []
  const century = latest - (latest % 100)
  const all = [century - 200, century - 100, century].map((from) => from + Number(digits))
  return all.filter((year) => year >= earliest && year <= latest)
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(2000, month - 1, day))
  at.setUTCFullYear(year, month - 1, day)
  const isReal = year >= 1 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return isReal ? `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}` : undefined
}

/** Returns the day that a number stands for if it is counted from 1900, of the day for which it stands from 1904. */
export function dayFrom1900(day: string): string {
  return new Date(Date.parse(day) - daysTo1904 * dayLong * 60_000).toISOString().slice(0, 10)
}

/** The days between the two beginnings. */
const daysTo1904 = 1462

/** The minutes of a day. */
const dayLong = 24 * 60

/**
 * The day as YYYY-MM-DD and the time as HH:mm of a spreadsheet's number of days since 30 December 1899, or since 1 January 1904;
 * undefined for one beyond the year 9999. Excel counts a 29 February 1900 that never was.
 */
export function ofSerial(
  serial: number,
  from: (typeof serialDates)[number],
): { day: string; time: string } | undefined {
  const days = from === '1904' ? serial + daysTo1904 : serial < 60 ? serial + 1 : serial
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(days * dayLong) * 60_000)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return undefined
  const [day, time] = at.toISOString().split('T') as [string, string] // ISO 8601 has both parts
  return { day, time: time.slice(0, 5) }
}
