import { instantsOf, isTimeZone, localParts, offsetMinutes } from '../rules/dates.ts'
import { dayOf, ofSerial, writtenDate, type DateSettings, type ReadDay, type WrittenDate } from './written-dates.ts'
import { zoneWords } from './words.ts'

/** A text with a date, taken apart. Nothing of it need exist. */
export interface WrittenParts {
  date: WrittenDate
  /** HH:mm, or `impossible` for a time that no clock shows; null if there is none. */
  time: string | null
  /** The word of a zone, or an offset from UTC such as +01:00. */
  zone: string | null
  offset: string | null
}

/** Files have few different days and times, and each many times. A hostile file must not fill the memory. */
const mostKept = 20_000
/** No date is longer, and what is long would take long to be taken apart. */
const mostCharacters = 100
const taken = new Map<string, WrittenParts | null>()

/**
 * Takes a text apart into a date, and optionally a time (`7:24pm`, `19.24`, `19:24:00.000`, `1924` behind a T or a space) and the
 * name of a zone or an offset; also `202107250930-0500`, as HL7 has it. Undefined for a text without a date.
 */
export function writtenParts(text: string): WrittenParts | undefined {
  if (text.length > mostCharacters) return undefined
  const known = taken.get(text)
  if (known !== undefined) return known ?? undefined
  if (taken.size >= mostKept) taken.clear()
  const found = partsOf(text.trim().replaceAll(/\s+/g, ' '))
  taken.set(text, found ?? null)
  return found
}

function partsOf(text: string): WrittenParts | undefined {
  const whole = writtenDate(text)
  if (whole !== undefined) return { date: whole, ...noClock }
  if (/^\d{4,5}\.\d{1,15}$/.test(text)) return ofSerialTime(Number(text))
  const [, compact, hours, minutes = '00', offset = null] = compactTime.exec(text) ?? []
  const joined = compact === undefined ? undefined : writtenDate(compact)
  if (joined !== undefined)
    return { date: joined, time: clockTime(hours, minutes), zone: null, offset: hoursOf(offset) }
  for (const { index, 0: between } of text.matchAll(/, |[ ,T]/g)) {
    const date = writtenDate(text.slice(0, index))
    const clock = date && writtenClock(text.slice(index + between.length))
    if (date && clock) return { date, ...clock }
  }
  return undefined
}

const noClock = { time: null, zone: null, offset: null }

/** A spreadsheet counts the time as a part of the day. */
function ofSerialTime(serial: number): WrittenParts | undefined {
  const minutes = Math.round(serial * 24 * 60)
  const date = writtenDate(String(Math.floor(minutes / (24 * 60))))
  return date && { ...noClock, date, time: ofSerial(serial, '1900')?.time ?? null }
}

/** A day, hours, minutes and seconds without separators, as in HL7, and an offset. */
const compactTime = /^(\d{8})T?(\d{2})(\d{2})?(?:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/

/** A time of day, taken apart. */
type WrittenClock = Omit<WrittenParts, 'date'>

/**
 * Understands a time of day with its zone: `9:40 PM`, `9.40`, `0940`, `9 am`, `09:40:00.000+01:00`, or the part of a day that a
 * spreadsheet counts, such as 0.40278. Undefined for anything else, and for what may be either of the two, such as 0.40.
 */
export function writtenClock(text: string): WrittenClock | undefined {
  if (/^0?\.\d{3,15}$/.test(text)) return { ...noClock, time: ofSerial(Number(text), '1900')?.time ?? null }
  if (/^0?\.\d/.test(text)) return undefined
  const [matched, hours, minutes, digits, whole, half, zone = null, offset = null] = clock.exec(text) ?? []
  if (zone !== null && zoneOf(zone) === undefined) return undefined
  if (matched === undefined) return onlyZone.test(text) && zoneOf(text) ? { ...noClock, zone: text } : undefined
  const joined = digits?.padStart(digits.length + (digits.length % 2), '0')
  const time =
    joined === undefined
      ? clockTime(hours ?? whole, minutes ?? '00', half)
      : clockTime(joined.slice(0, 2), joined.slice(2, 4), half)
  return { time, zone, offset: hoursOf(offset) }
}

/** Hours and minutes; or both without a separator, with seconds; or an hour alone; half of the day; a zone; an offset. */
const clock =
  /^(?:(\d{1,2})[:.h](\d{2})(?:[:.]\d{2}(?:[.,]\d{1,9})?)?|(\d{3,4}|\d{6})|(\d{1,2})(?= ?[ap]\.? ?m))(?: ?(?:h|hrs?|uhr)(?![a-z]))?(?: ?([ap])(?:\.? ?m\.?|(?![a-z])))?(?: ?(Z|[a-z]{2,5}|[a-z_]+\/[a-z_/+-]+)| ?([+-]\d{2}(?::?\d{2})?))?$/i

const onlyZone = /^[A-Z]{1,5}$/i

function clockTime(hours: string | undefined, minutes: string, half?: string): string {
  const [hour, minute] = [Number(hours), Number(minutes)]
  const isShown = minute <= 59 && (half === undefined ? hour <= 23 : hour >= 1 && hour <= 12)
  if (!isShown) return 'impossible'
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(ofDay).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** An offset as ISO 8601 has it, +01:00; null if there is none. */
function hoursOf(offset: string | null): string | null {
  if (offset === null || offset === 'Z') return offset === null ? null : '+00:00'
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return `${offset[0] ?? ''}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/**
 * Reads a day. Some systems write a midnight behind it; with any other time nobody knows whether it was another day where the
 * person is, because clocks of other zones have written it.
 */
export function readDay(text: string, settings: DateSettings): ReadDay | { problem: 'dateUnread' | 'dateWithTime' } {
  const parts = writtenParts(text)
  if (parts === undefined) return { problem: 'dateUnread' }
  if (parts.time !== null && parts.time !== '00:00') return { problem: 'dateWithTime' }
  return dayOf(parts.date, settings)
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

export type TimeProblem = Extract<ReadDay, { problem: string }>['problem'] | 'otherDate' | 'skippedHour' | 'time'

/**
 * Reads times of one file: a date, and a time that stands behind it or in a cell of its own, in the zone or with the offset that
 * is written, else in `zone`. If clocks show a time twice, the first is meant. Returns the problem of a text that is no such time.
 */
export function timeReader(settings: DateSettings, zone: string) {
  return (text: string, apart: string | null = null): WrittenTime | TimeProblem => {
    const written = writtenParts(text)
    if (written === undefined) return 'time'
    const read = dayOf(written.date, settings)
    if ('problem' in read) return read.problem
    const parts = apart === null ? written : joinedWith(apart, written, read.day, settings)
    if (typeof parts === 'string') return parts
    const time = parts.time ?? noon
    if (time === 'impossible') return 'time'
    const named = (parts.zone === null ? undefined : zoneOf(parts.zone)) ?? zone
    const { day } = read
    if (parts.offset !== null) return at(`${day}T${time}:00${parts.offset}`, zone)
    const found = instantIn(day, time, named)
    return found === undefined ? 'skippedHour' : { ...found, day, time, zone: named }
  }
}

/** Programs that know no time without a date write one of these days, or an earlier one. */
const daysOfNoDate = ['1904-01-01', '1970-01-01']

/** Joins a date with the time of another cell, which may repeat the date, but must not have another. */
function joinedWith(
  apart: string,
  date: WrittenParts,
  day: string,
  settings: DateSettings,
): WrittenClock | TimeProblem {
  const alone = writtenClock(apart.trim().replaceAll(/\s+/g, ' '))
  const dated = alone === undefined ? writtenParts(apart) : undefined
  const whole = alone ?? dated
  if (whole === undefined || whole.time === null) return 'time'
  if (dated !== undefined) {
    const own = dayOf(dated.date, settings)
    if ('problem' in own) return own.problem
    const isNoDate = own.day < (daysOfNoDate[0] ?? '') || daysOfNoDate.includes(own.day)
    if (own.day !== day && !isNoDate) return 'otherDate'
  }
  const isOther = date.time !== null && date.time !== '00:00' && date.time !== whole.time
  if (isOther) return 'otherDate'
  const { time, zone, offset } = whole
  const isSaid = zone !== null || offset !== null || date.time !== time
  return isSaid ? { time, zone, offset } : date
}

/** What a clock in the zone showed at an instant, or `time` if its offset is none of this earth. */
function at(instant: string, zone: string): WrittenTime | 'time' {
  const found = Date.parse(instant)
  if (Number.isNaN(found) || Number(instant.slice(-5, -3)) > 14) return 'time'
  const { day, time } = localParts(new Date(found), zone)
  return { at: found, day, time: time.slice(0, 5), zone, offset: offsetMinutes(new Date(found), zone) }
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
    const offsets = around.map((near) => offsetMinutes(new Date(near), zone))
    steady = offsets.every((offset) => offset === offsets[0]) ? (offsets[0] ?? null) : null
    if (steadyOffsets.size >= mostDays) steadyOffsets.clear()
    steadyOffsets.set(key, steady)
  }
  if (steady !== null) return { at: asUtc - steady * 60_000, offset: steady }
  const [first] = instantsOf(day, time, zone)
  return first && { at: first.getTime(), offset: offsetMinutes(first, zone) }
}
