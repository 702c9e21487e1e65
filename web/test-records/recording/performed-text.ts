import { instantOf } from '../../../contract/rules/dates.ts'
import type { Dates } from '../../shell/use-dates.ts'
import { parseTypedDate } from '../../ui/typed-date.ts'
import type { Draft } from './draft.ts'

/** When the test was performed, as the saved record will show it; as typed while it is no time that a clock shows. */
export function performedText(
  {
    performedDate,
    performedTime,
    performedZone,
    performedOffset,
  }: Pick<Draft, 'performedDate' | 'performedTime' | 'performedZone' | 'performedOffset'>,
  dates: Dates,
): string {
  const day = parseTypedDate(performedDate ?? '', dates.typing)
  const at = day && performedTime ? instantOf(day, performedTime, performedZone, performedOffset) : undefined
  if (at === undefined) return [performedDate, performedTime].filter(Boolean).join(' ')
  return dates.instantIn(at.toISOString(), performedZone)
}
