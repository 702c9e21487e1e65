import { rangeNames, type RangeChoice } from '../ui/date-range.ts'

/** What the dashboard's address holds: the range; `last-7-days` when left out. */
export function readDashboardSearch(search: Record<string, unknown>): Partial<RangeChoice> {
  const range = rangeNames.find((name) => name === search.range)
  if (range === undefined) return {}
  return range === 'custom' ? { range, from: dayOf(search.from), to: dayOf(search.to) } : { range }
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
}
