import { isTimeZone, localParts } from '../../contract/rules/dates.ts'
import { presentTime } from '../../contract/rules/present.ts'

/**
 * Formats days and instants by the patterns of a tenant (dayjs tokens), in a language given as a BCP 47 tag. A day is
 * YYYY-MM-DD and never shifts with a zone.
 */

const tokens = /\[([^\]]*)\]|Y{4}|Y{2}|M{1,4}|D{1,2}|d{3,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|A|a/g

/** A day in words, such as 05/03/1980. */
export function dayText(day: string, pattern: string, language: string): string {
  return fill(pattern, day, '00:00:00', language)
}

/** A day with its month as a word, which nobody can take for another day, such as 5 March 1980. */
export function dayInWords(day: string, language: string): string {
  const written = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' })
  return written.format(new Date(`${day}T00:00:00Z`))
}

/**
 * An instant as a clock in the zone shows it, such as 05/03/2026 14:07. If this browser does not know the zone, the
 * text is in UTC and says so.
 */
export function instantText(at: Date, zone: string, pattern: string, language: string): string {
  const isKnown = isTimeZone(zone)
  const { day, time } = localParts(at, isKnown ? zone : 'UTC')
  const text = fill(pattern, day, time, language)
  return isKnown ? text : `${text} UTC`
}

/** The common name of a time zone in a language, such as Pacific Time; its IANA name if there is none. */
export function zoneText(zone: string, language: string): string {
  // Browsers call it GMT+00:00.
  if (zone === 'UTC') return zone
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(
      presentTime(),
    )
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    // The browser does not know the zone, or has no names for zones.
    return zone
  }
}

/**
 * The time since an instant in words that can end a sentence, if that is less than a day; else undefined. `momentAgo` is what is
 * said of less than a minute.
 */
export function agoText(at: Date, now: Date, language: string, momentAgo: string): string | undefined {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < -5 || minutes >= 24 * 60) return undefined
  if (minutes < 1) return momentAgo
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return minutes < 60 ? words.format(-minutes, 'minute') : words.format(-Math.floor(minutes / 60), 'hour')
}

function fill(pattern: string, day: string, time: string, language: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const [hours = '', minutes = '', seconds = ''] = time.split(':')
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  const hour12 = String(Number(hours) % 12 || 12)
  const values: Record<string, () => string> = {
    YYYY: () => year,
    YY: () => year.slice(-2),
    MMMM: () => named({ month: 'long' }),
    MMM: () => named({ month: 'short' }),
    MM: () => month,
    M: () => String(Number(month)),
    DD: () => date,
    D: () => String(Number(date)),
    dddd: () => named({ weekday: 'long' }),
    ddd: () => named({ weekday: 'short' }),
    HH: () => hours,
    H: () => String(Number(hours)),
    hh: () => hour12.padStart(2, '0'),
    h: () => hour12,
    mm: () => minutes,
    m: () => String(Number(minutes)),
    ss: () => seconds,
    s: () => String(Number(seconds)),
    A: () => (Number(hours) < 12 ? 'AM' : 'PM'),
    a: () => (Number(hours) < 12 ? 'am' : 'pm'),
  }
  return pattern.replaceAll(tokens, (token, literal: string | undefined) => literal ?? values[token]?.() ?? token)
}
