import { testRecordList } from '../../contract/test-records/filter.ts'
import { addressOf, isNarrowed, oneOf, textFrom } from '../lists/list-address.ts'
import type { TestRecordsSearch as ListSearch } from '../paths.ts'
import { instantsOf, rangeNames, readDay } from '../ui/date-range.ts'

export type { ListSearch }

export const testRecordAddress = addressOf(testRecordList)

/** Reads the address of the list: that of its contract, but with days and ranges where the contract has instants. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const range = oneOf(rangeNames, raw.range)
  return withoutDefaults({
    ...testRecordAddress.read(raw),
    range,
    from: range === 'custom' ? readDay(raw.from) : undefined,
    to: range === 'custom' ? readDay(raw.to) : undefined,
    crumb: textFrom(raw.crumb),
  })
}

/** The address after a change, as every list has it; days belong to a custom range alone. */
export function changeSearch(current: ListSearch, change: Partial<ListSearch>): ListSearch {
  const next = testRecordAddress.change(current, change)
  return withoutDefaults(next.range === 'custom' ? next : { ...next, from: undefined, to: undefined })
}

/** The list without any filter; order and page size are no filters and stay. */
export function clearFilters({ sort, perPage }: ListSearch): ListSearch {
  return withoutDefaults({ sort, perPage })
}

export function hasFilters(search: ListSearch): boolean {
  const { crumb: _crumb, ...filters } = withoutDefaults(search)
  return isNarrowed(filters)
}

/** The address with the bounds of the chosen days in the user's own time zone, which is what the server is asked for. */
export function withInstants(search: ListSearch, now = new Date()): ListSearch {
  const instants = instantsOf({ range: search.range ?? 'all', from: search.from, to: search.to }, now)
  return { ...search, from: instants.from, to: instants.to }
}

function withoutDefaults(search: ListSearch): ListSearch {
  return { ...testRecordAddress.withoutDefaults(search), range: search.range === 'all' ? undefined : search.range }
}
