import { readIdentifier } from '../../contract/rules/written-characters.ts'

/**
 * Times of day as people type them. A time is HH:mm everywhere in the program; only fields and texts know the tenant's
 * clock, a pattern such as HH:mm or h:mm A.
 */

/** The pattern for typing a time: twelve hours if the tenant's clock shows AM or PM, else 24. */
export function entryClock(clock: string): 'h:mm A' | 'HH:mm' {
  return /h/.test(clock) && /a/i.test(clock) ? 'h:mm A' : 'HH:mm'
}

/**
 * Parses a typed time to HH:mm; undefined if it is invalid. Without AM or PM it is read by a 24-hour clock. All English
 * and Spanish notations are accepted: 9, 0930, 9.30, 21h30, 9:30 pm, 9:30 p. m.
 */
export function parseTypedTime(typed: string): string | undefined {
  const { hours, minutes = '00', half } = written.exec(readIdentifier(typed).trim().toLowerCase())?.groups ?? {}
  const hour = hours === undefined ? undefined : hourOf(Number(hours), half)
  if (hour === undefined || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

const written =
  /^(?<hours>\d{1,2})(?:(?:\s*[:.,h]\s*|\s+)?(?<minutes>\d\d))?\s*(?:h|hrs?\.?|horas?)?\s*(?:(?<half>[ap])\s?\.?\s?(?:m\s?\.?)?)?$/

/** Converts to the hour of 24; undefined if that half of the day has no such hour. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (hour > 23 || (half === 'a' && hour > 12) || (half === 'p' && hour === 0)) return undefined
  if (half === 'a') return hour % 12
  return half === 'p' && hour < 12 ? hour + 12 : hour
}

/** Formats a time, HH:mm, for typing with this clock. */
export function typedTime(time: string, clock: string): string {
  if (entryClock(clock) === 'HH:mm') return time
  const [hours = '', minutes = ''] = time.split(':')
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}
