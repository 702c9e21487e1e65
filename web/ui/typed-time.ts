import { readIdentifier } from '../../contract/rules/written-characters.ts'

/**
 * Times of day as people type them. A time is HH:mm everywhere in the program; only fields and texts know the tenant's clock, a
 * pattern such as HH:mm or h:mm A.
 */

/** The pattern to type a time in: of twelve hours where the tenant's clock says which half of the day it is, else of 24. */
export function entryClock(clock: string): 'h:mm A' | 'HH:mm' {
  return /h/.test(clock) && /a/i.test(clock) ? 'h:mm A' : 'HH:mm'
}

/**
 * The time that somebody typed, as HH:mm, or undefined where it is none. What does not say AM or PM is read by a clock of 24 hours.
 * Any way in which English and Spanish write it will do: 9, 0930, 9.30, 21h30, 9:30 pm, 9:30 p. m.
 */
export function parseTypedTime(typed: string): string | undefined {
  const { hours, minutes = '00', half } = written.exec(readIdentifier(typed).trim().toLowerCase())?.groups ?? {}
  const hour = hours === undefined ? undefined : hourOf(Number(hours), half)
  if (hour === undefined || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

const written =
  /^(?<hours>\d{1,2})(?:(?:\s*[:.,h]\s*|\s+)?(?<minutes>\d\d))?\s*(?:h|hrs?\.?|horas?)?\s*(?:(?<half>[ap])\s?\.?\s?(?:m\s?\.?)?)?$/

/** The hour of 24, or undefined where there is none such in that half of the day. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (hour > 23 || (half === 'a' && hour > 12) || (half === 'p' && hour === 0)) return undefined
  if (half === 'a') return hour % 12
  return half === 'p' && hour < 12 ? hour + 12 : hour
}

/** A time, HH:mm, as it is typed by this clock. */
export function typedTime(time: string, clock: string): string {
  if (entryClock(clock) === 'HH:mm') return time
  const [hours = '', minutes = ''] = time.split(':')
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}
