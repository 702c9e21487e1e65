import {
  resultFilters,
  stateFilters,
  testRecordSorts,
  type TestRecordSort,
} from '../../contract/test-records/filter.ts'
import {
  changeAddress,
  isNarrowed,
  oneOf,
  readListAddress,
  textFrom,
  withoutListDefaults,
} from '../lists/list-address.ts'
import type { TestRecordsSearch as ListSearch } from '../paths.ts'
import { instantsOf, rangeNames, readDay } from '../ui/date-range.ts'

export type { ListSearch }

export const defaultSort: TestRecordSort = '-performed_at'

/** Reads the address of the list, as `readListAddress` does. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const range = oneOf(rangeNames, raw.range)
  return withoutDefaults({
    ...readListAddress(raw, testRecordSorts, defaultSort),
    range,
    from: range === 'custom' ? readDay(raw.from) : undefined,
    to: range === 'custom' ? readDay(raw.to) : undefined,
    result: oneOf(resultFilters, raw.result),
    state: oneOf(stateFilters, raw.state),
    crumb: textFrom(raw.crumb),
  })
}

/** The address after a change, as `changeAddress` has it; days belong to a custom range alone. */
export function changeSearch(current: ListSearch, change: Partial<ListSearch>): ListSearch {
  const next = changeAddress(current, change, defaultSort)
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

/** The filter that list, count and export share, with the bounds of the chosen days in the user's own time zone. */
export function filterOf(search: ListSearch, now = new Date()) {
  return {
    ...instantsOf({ range: search.range ?? 'all', from: search.from, to: search.to }, now),
    result: search.result,
    state: search.state,
    organisation_id: search.organisation,
    group_id: search.group,
    search: search.search,
  }
}

function withoutDefaults(search: ListSearch): ListSearch {
  return {
    ...withoutListDefaults(search, defaultSort),
    range: search.range === 'all' ? undefined : search.range,
    state: search.state === 'current' ? undefined : search.state,
  }
}
