import * as z from 'zod/mini'
import { presentTime, presentZone } from './present.ts'
import { rule } from '../schema.ts'
import { oldestYears } from '../limits-and-times.ts'

/**
 * True for an IANA time zone, as `Area/City` or UTC. Offsets and short names are refused, although runtimes know them:
 * PostgreSQL reads `+01:00` with the opposite sign, takes IST for Israel's and does not know AET.
 */
export function isTimeZone(zone: string): boolean {
  if (!/^(UTC|GMT|[A-Za-z_]+\/.+)$/.test(zone) || zone.toLowerCase() === 'us/pacific-new') return false
  try {
    formatterFor(zone)
    return true
  } catch {
    return false
  }
}

/** Today's date as YYYY-MM-DD in a time zone. */
export function todayIn(zone: string, now = presentTime()): string {
  return localParts(now, zone).day
}

/** The calendar day and the time of day (HH:mm:ss) that a clock in the zone shows at an instant. */
export function localParts(at: Date, zone: string): { day: string; time: string } {
  const parts = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  // ISO 8601 writes a year of five digits, such as that of the day after 9999-12-31, with a sign and six digits.
  const year = parts.year && parts.year.length > 4 ? `+${parts.year.padStart(6, '0')}` : parts.year?.padStart(4, '0')
  return {
    day: `${year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  }
}

/**
 * The instant at which a clock in the zone shows this day (YYYY-MM-DD) and time (HH:mm), or undefined for a time that
 * the change to summer time skips. If the time occurs twice, the instant with this offset from UTC, in minutes, or else
 * the first.
 */
export function instantOf(day: string, time: string, zone: string, offset: number | null = null): Date | undefined {
  const [first, second] = instantsOf(day, time, zone)
  return second !== undefined && offsetMinutes(second, zone) === offset ? second : first
}

/**
 * Every instant at which a clock in the zone shows this day (YYYY-MM-DD) and time (HH:mm): none, one or, when clocks go
 * back, two.
 */
export function instantsOf(day: string, time: string, zone: string): Date[] {
  const asked = `${day} ${time} ${zone}`
  // Several parts of a form ask for the same instants, and formatting dates is slow.
  if (asked !== latest.asked) latest = { asked, at: findInstants(day, time, zone) }
  return latest.at.map((at) => new Date(at))
}

/** The whole minutes by which a clock in the zone is ahead of UTC at an instant, as ISO 8601 writes them. */
export function offsetMinutes(at: Date, zone: string): number {
  return Math.trunc(offsetAt(at, zone) / 60_000)
}

let latest: { asked: string; at: readonly number[] } = { asked: '', at: [] }

function findInstants(day: string, time: string, zone: string): number[] {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const dayLong = 24 * 60 * 60 * 1000
  const candidates = new Set([asUtc - dayLong, asUtc + dayLong].map((near) => asUtc - offsetAt(new Date(near), zone)))
  return [...candidates]
    .filter((at) => {
      const local = localParts(new Date(at), zone)
      return local.day === day && local.time === `${time}:00`
    })
    .toSorted((a, b) => a - b)
}

/** The milliseconds by which a clock in the zone is ahead of UTC at an instant. */
function offsetAt(at: Date, zone: string): number {
  const { day, time } = localParts(at, zone)
  return Date.parse(`${day}T${time}Z`) - Math.floor(at.getTime() / 1000) * 1000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  // Callers choose the zones, so the cache is bounded. There are fewer than 600 real zones.
  if (formatters.size < 1000) formatters.set(zone, made)
  return made
}

/**
 * A date of birth as YYYY-MM-DD: a real calendar day, not more than 120 years ago, and not later than today in the
 * page's zone, or anywhere on earth if that is unknown (spec §5).
 */
export const dateOfBirth = z.iso.date().check(
  rule('dateInFuture', (value: string) => value <= todayIn(presentZone())),
  rule('dateTooOld', isWithin120Years),
)

/** True if a day lies at most 120 years back. */
export function isWithin120Years(day: string): boolean {
  const today = todayIn('Etc/GMT+12')
  return day >= `${String(Number(today.slice(0, 4)) - oldestYears).padStart(4, '0')}${today.slice(4)}`
}
