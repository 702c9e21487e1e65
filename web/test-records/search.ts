import { results } from '../../contract/rules/results.ts'
import type { TestRecordsSearch } from '../paths.ts'
import { rangeNames } from '../ui/date-range.ts'

/** What the list's address holds, with everything that is not understood left out. */
export function readTestRecordsSearch(search: Record<string, unknown>): TestRecordsSearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const perPage = Number(search.perPage)
  return {
    range: rangeNames.find((name) => name === search.range),
    from: text(search.from),
    to: text(search.to),
    result: results.find((result) => result === search.result),
    organisation: text(search.organisation),
    group: text(search.group),
    search: text(search.search),
    sort: text(search.sort),
    perPage: [5, 10, 25, 50, 100].includes(perPage) ? perPage : undefined,
    cursor: text(search.cursor),
    crumb: text(search.crumb),
  }
}
