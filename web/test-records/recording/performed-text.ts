import { instantOf } from '../../../contract/rules/dates.ts'
import type { Dates } from '../../shell/use-dates.ts'
import { parseTypedDate } from '../../ui/typed-date.ts'
import { parseTypedTime } from '../../ui/typed-time.ts'
import type { Draft } from './draft.ts'

type Performed = Pick<Draft, 'performedDate' | 'performedTime' | 'performedZone' | 'performedOffset'>

/** When the test was performed, as the saved record will show it; as typed while it is no time that a clock shows. */
export function performedText(performed: Performed, dates: Dates): string {
  const at = performedAtOf(performed, dates.typing)
  if (at === undefined) return [performed.performedDate, performed.performedTime].filter(Boolean).join(' ')
  return dates.instantIn(at.toISOString(), performed.performedZone)
}

/** When the test was performed; undefined while what was typed is no time that a clock shows. `typing` is the pattern of the date. */
export function performedAtOf(
  { performedDate, performedTime, performedZone, performedOffset }: Performed,
  typing: string,
): Date | undefined {
  const day = parseTypedDate(performedDate ?? '', typing)
  const time = parseTypedTime(performedTime ?? '')
  return day && time ? instantOf(day, time, performedZone, performedOffset) : undefined
}
