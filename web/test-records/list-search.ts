import { results } from '../../contract/rules/results.ts'
import { testRecordSorts, type TestRecordFilter, type TestRecordSort } from '../../contract/test-records/filter.ts'
import {
  changeAddress,
  isNarrowed,
  matching,
  oneOf,
  readListAddress,
  textFrom,
  withoutListDefaults,
} from '../lists/list-address.ts'
import type { TestRecordsSearch as ListSearch } from '../paths.ts'
import { instantsOf, rangeNames } from '../ui/date-range.ts'

export type { ListSearch }

export const defaultSort: TestRecordSort = '-performed_at'

/** Reads the address of the list, as `readListAddress` does. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const range = oneOf(rangeNames, raw.range)
  return withoutDefaults({
    ...readListAddress(raw, testRecordSorts, defaultSort),
    range,
    from: range === 'custom' ? dayFrom(raw.from) : undefined,
    to: range === 'custom' ? dayFrom(raw.to) : undefined,
    result: oneOf(results, raw.result),
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
export function filterOf(search: ListSearch, now = new Date()): TestRecordFilter {
  return {
    ...instantsOf({ range: search.range ?? 'all', from: search.from, to: search.to }, now),
    result: search.result,
    organisation_id: search.organisation,
    group_id: search.group,
    search: search.search,
  }
}

/** Whether the end of a custom range lies before its start: such a list would be empty without saying why. */
export function isBackwards({ from, to }: Pick<ListSearch, 'from' | 'to'>): boolean {
  return from !== undefined && to !== undefined && to < from
}

function dayFrom(value: unknown): string | undefined {
  const text = matching(value, /^\d{4}-\d{2}-\d{2}$/)
  if (text === undefined) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

function withoutDefaults(search: ListSearch): ListSearch {
  return { ...withoutListDefaults(search, defaultSort), range: search.range === 'all' ? undefined : search.range }
}
