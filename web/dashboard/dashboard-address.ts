import { id } from '../../contract/schema.ts'
import type { DashboardSearch } from '../paths.ts'
import { rangeNames, readDay } from '../ui/date-range.ts'

/** Reads the dashboard's address. Values that are not understood are left out, so that old links still open. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const range = rangeNames.find((name) => name === search.range)
  const idOf = (value: unknown) => id.safeParse(value).data
  return {
    range,
    ...(range === 'custom' && { from: readDay(search.from), to: readDay(search.to) }),
    organisation: idOf(search.organisation),
    group: idOf(search.group),
    assay: idOf(search.assay),
  }
}
