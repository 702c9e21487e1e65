import { instantOf, localParts, todayIn } from '../../contract/rules/dates.ts'
import type { OrganisationPlan } from './plan.ts'
import type { Random } from './random.ts'

const minute = 60 * 1000
const dayLength = 24 * 60 * minute

/** The last 120 days in a zone, today included, as YYYY-MM-DD from today backwards. */
export function recentDays(zone: string, now: Date): string[] {
  const today = Date.parse(`${todayIn(zone, now)}T00:00:00Z`)
  return Array.from({ length: 120 }, (_, back) => new Date(today - back * dayLength).toISOString().slice(0, 10))
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  return new Date(`${day}T00:00:00Z`).getUTCDay() as 0 | 1 | 2 | 3 | 4 | 5 | 6 // what getUTCDay answers
}

/**
 * Picks a time of day in the organisation's working hours, on local clocks, that is not later than now. For today only
 * the hours so far count; before opening time, the night does.
 */
export function workingTime(
  day: string,
  zone: string,
  hours: OrganisationPlan['hours'],
  now: Date,
  random: Random,
): { time: string; at: Date } {
  const midnight = midnightOf(day, zone)
  const opening = midnight.getTime() + hours[0] * 60 * minute
  const closing = Math.min(midnight.getTime() + hours[1] * 60 * minute, now.getTime() - minute)
  const from = closing - opening > 30 * minute ? opening : midnight.getTime()
  const spread = Math.max(0, Math.max(closing, from) - from) * random.fraction()
  const at = new Date(Math.floor((from + spread) / minute) * minute)
  const { time } = localParts(at, zone)
  return { time: time.slice(0, 5), at: instantOf(day, time.slice(0, 5), zone) ?? at }
}

const midnights = new Map<string, Date>()

function midnightOf(day: string, zone: string): Date {
  const known = midnights.get(`${day} ${zone}`)
  if (known) return known
  const found = instantOf(day, '00:00', zone)
  if (found === undefined) throw new Error(`${day} has no midnight in ${zone}`)
  midnights.set(`${day} ${zone}`, found)
  return found
}
