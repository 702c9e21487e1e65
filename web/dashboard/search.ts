import { rangeNames, readDay, type RangeChoice } from '../ui/date-range.ts'

/** What the dashboard's address holds: the range; `last-7-days` when left out. */
export function readDashboardSearch(search: Record<string, unknown>): Partial<RangeChoice> {
  const range = rangeNames.find((name) => name === search.range)
  if (range === undefined) return {}
  return range === 'custom' ? { range, from: readDay(search.from), to: readDay(search.to) } : { range }
}
