import * as z from 'zod/mini'
import { rule } from '../schema.ts'
import { todayIn } from './local-time.ts'

const oldestYears = 120

/**
 * A date of birth as YYYY-MM-DD: a real calendar day, not later than today anywhere on earth's latest clock, not more
 * than 120 years ago (spec §5).
 */
export const dateOfBirth = z.iso.date().check(
  rule('dateInFuture', (value: string) => value <= todayIn('Etc/GMT-14')),
  rule('dateTooOld', isWithin120Years),
)

/** Whether a day lies at most 120 years back. */
export function isWithin120Years(day: string): boolean {
  const today = todayIn('Etc/GMT+12')
  return day >= `${String(Number(today.slice(0, 4)) - oldestYears).padStart(4, '0')}${today.slice(4)}`
}
