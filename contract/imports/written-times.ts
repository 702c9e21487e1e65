import { instantsOf, isTimeZone, localParts, offsetMinutes } from '../rules/dates.ts'
import { zoneWords } from './words.ts'

/** The order of day, month and year in the dates of a file. A date that begins with four digits is always YYYY-MM-DD. */
export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * A day as YYYY-MM-DD from M/D/YYYY, M/D/YY or YYYY-MM-DD; undefined if there is no such day. Two digits are the last year
 * with these digits up to `latestYear`.
 */
export function readDay(text: string, order: DateOrder, latestYear: number): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text)
  if (!parts) return undefined
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  const [month, day] = order === 'mdy' ? [first, second] : [second, first]
  return calendarDay(wholeYear(parts[3] ?? '', latestYear), month, day)
}

function wholeYear(digits: string, latestYear: number): number {
  if (digits.length === 4) return Number(digits)
  const century = latestYear - (latestYear % 100)
  const year = century + Number(digits)
  return year > latestYear ? year - 100 : year
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(2000, month - 1, day))
  at.setUTCFullYear(year, month - 1, day)
  const isReal = year >= 1 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return isReal ? `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}` : undefined
}

/** A time as a clock in `zone` showed it. `at` is the instant in milliseconds since 1970. */
export interface WrittenTime {
  at: number
  day: string
  /** HH:mm. */
  time: string
  zone: string
  /** The minutes by which that clock was ahead of UTC. */
  offset: number
}

/** A day without a time is taken as noon, as SimpleReport did. */
const noon = '12:00'

/**
 * Reads times of one file: a day, then optionally `7:24pm`, `19:24` or `19:24:00`, then optionally a zone or an offset from
 * UTC, else `zone`. If clocks show a time twice, the first is meant. Returns the problem of a text that is no such time.
 */
export function timeReader(order: DateOrder, zone: string, latestYear: number) {
  return (text: string): WrittenTime | 'time' | 'skippedHour' => {
    const parts = writtenTime.exec(text)
    const day = readDay(parts?.[1] ?? '', order, latestYear)
    if (!parts || day === undefined) return 'time'
    const time = parts[2] === undefined ? noon : timeOfDay(Number(parts[2]), Number(parts[3]), parts[4])
    const named = parts[5] === undefined ? zone : zoneOf(parts[5])
    if (time === undefined || named === undefined) return 'time'
    if (parts[6] !== undefined) return shownIn(zone, Date.parse(`${day}T${time}:00${parts[6]}`))
    const found = instantIn(day, time, named)
    return found === undefined ? 'skippedHour' : { ...found, day, time, zone: named }
  }
}

/** A day; hours, minutes and half of the day; the name of a zone, or an offset. */
const writtenTime =
  /^(\S+?)(?:[T ]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?)?(?: *([A-Za-z_]+(?:\/[A-Za-z_/+-]+)?)|(?<=:\d\d)([+-](?:0\d|1[0-4]):[0-5]\d))?$/i

/** What a clock in the zone showed at an instant in milliseconds. */
function shownIn(zone: string, at: number): WrittenTime {
  const { day, time } = localParts(new Date(at), zone)
  return { at, day, time: time.slice(0, 5), zone, offset: offsetMinutes(new Date(at), zone) }
}

function timeOfDay(hours: number, minutes: number, half: string | undefined): string | undefined {
  if (minutes > 59 || hours > 23) return undefined
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined
  const ofDay = half === undefined ? hours : (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  return `${String(ofDay).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

function zoneOf(word: string): string | undefined {
  return zoneWords.get(word.toUpperCase()) ?? (isTimeZone(word) ? word : undefined)
}

const dayLong = 24 * 60 * 60 * 1000

/** The offset of a zone for days without a change of clocks, in minutes; null for days near one. */
const steadyOffsets = new Map<string, number | null>()
/** Files have a few thousand days. A hostile one must not fill the memory. */
const mostDays = 50_000

/** Formatting dates is slow, so the offset of a zone is found once for each day. */
function instantIn(day: string, time: string, zone: string): { at: number; offset: number } | undefined {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const key = `${zone} ${day}`
  let steady = steadyOffsets.get(key)
  if (steady === undefined) {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    const around = [midnight - dayLong, midnight, midnight + dayLong, midnight + 2 * dayLong]
    const offsets = around.map((at) => offsetMinutes(new Date(at), zone))
    steady = offsets.every((offset) => offset === offsets[0]) ? (offsets[0] ?? null) : null
    if (steadyOffsets.size >= mostDays) steadyOffsets.clear()
    steadyOffsets.set(key, steady)
  }
  if (steady !== null) return { at: asUtc - steady * 60_000, offset: steady }
  const [first] = instantsOf(day, time, zone)
  return first && { at: first.getTime(), offset: offsetMinutes(first, zone) }
}
