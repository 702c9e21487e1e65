import { results } from '../../contract/rules/results.ts'
import { perPageOptions } from '../../contract/schema.ts'
import { testRecordSorts, type TestRecordFilter, type TestRecordSort } from '../../contract/test-records/filter.ts'
import type { TestRecordsSearch as ListSearch } from '../paths.ts'
import { instantsOf, rangeNames } from '../ui/date-range.ts'

export type { ListSearch }

export const defaultSort: TestRecordSort = '-performed_at'
export const defaultPerPage = 5

/** Reads the address of the list; what stands at its default is left out. Whatever is not understood falls back to its default: an old link still opens. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const range = oneOf(rangeNames, raw.range)
  const perPage = oneOf(perPageOptions, Number(raw.perPage))
  const sort = oneOf(testRecordSorts, raw.sort)
  return withoutDefaults({
    range,
    from: range === 'custom' ? dayFrom(raw.from) : undefined,
    to: range === 'custom' ? dayFrom(raw.to) : undefined,
    result: oneOf(results, raw.result),
    organisation: matching(raw.organisation, uuid),
    group: matching(raw.group, uuid),
    search: textFrom(raw.search),
    sort,
    perPage,
    cursor: matching(raw.cursor, /^[A-Za-z0-9_-]{1,500}$/),
    crumb: textFrom(raw.crumb),
  })
}

/**
 * The address after a change of filter, order or page size: it starts at the first page again, because a place in one
 * list means nothing in another.
 */
export function changeSearch(current: ListSearch, change: Partial<ListSearch>): ListSearch {
  const next = { ...current, cursor: undefined, ...change }
  if (next.range !== 'custom') Object.assign(next, { from: undefined, to: undefined })
  return withoutDefaults(next)
}

/** The list without any filter; order and page size are no filters and stay. */
export function clearFilters({ sort, perPage }: ListSearch): ListSearch {
  return withoutDefaults({ sort, perPage })
}

export function hasFilters(search: ListSearch): boolean {
  const { sort: _sort, perPage: _perPage, cursor: _cursor, crumb: _crumb, ...filters } = withoutDefaults(search)
  return Object.values(filters).some((value) => value !== undefined)
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

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function oneOf<T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value)
}

/** The router reads `?search=123` as a number; a text is what was typed. */
function textFrom(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim().slice(0, 254) || undefined
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  const text = textFrom(value)
  return text !== undefined && pattern.test(text) ? text : undefined
}

function dayFrom(value: unknown): string | undefined {
  const text = matching(value, /^\d{4}-\d{2}-\d{2}$/)
  if (text === undefined) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

/** A key is left out of the address by being undefined, not by being missing: the router fills what is missing as typed. */
function withoutDefaults(search: ListSearch): ListSearch {
  return {
    ...search,
    range: search.range === 'all' ? undefined : search.range,
    sort: search.sort === defaultSort ? undefined : search.sort,
    perPage: search.perPage === defaultPerPage ? undefined : search.perPage,
  }
}
