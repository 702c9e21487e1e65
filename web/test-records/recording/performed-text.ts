import { instantOf } from '../../../contract/rules/dates.ts'
import type { Dates } from '../../preferences/use-dates.ts'
import { parseTypedDate } from '../../ui/typed-date.ts'
import { parseTypedTime } from '../../ui/typed-time.ts'
import type { Draft } from './draft.ts'

type Performed = Pick<Draft, 'performedDate' | 'performedTime' | 'performedZone' | 'performedOffset'>

/** Formats the time of the test as the saved record will show it, or returns it as typed if it is not a valid time. */
export function performedText(performed: Performed, dates: Dates): string {
  const at = performedAtOf(performed, dates.typing)
  if (at === undefined) return [performed.performedDate, performed.performedTime].filter(Boolean).join(' ')
  return dates.instantIn(at.toISOString(), performed.performedZone)
}

/** Parses the time of the test; undefined if the typed text is not a valid time. `typing` is the date pattern. */
export function performedAtOf(
  { performedDate, performedTime, performedZone, performedOffset }: Performed,
  typing: string,
): Date | undefined {
  const day = parseTypedDate(performedDate ?? '', typing)
  const time = parseTypedTime(performedTime ?? '')
  return day && time ? instantOf(day, time, performedZone, performedOffset) : undefined
}
