import { testRecordList } from '../../contract/test-records/filter.ts'
import { addressOf, oneOf, type Address } from '../lists/list-address.ts'
import type { TestRecordsSearch as ListSearch } from '../paths.ts'
import { instantsOf, rangeNames, readDay } from '../ui/date-range.ts'

export type { ListSearch }

const contract = addressOf(testRecordList)

/** The addresses of the list: those of its contract, but with ranges and days where the contract has instants. */
export const testRecordAddress = {
  places: contract.places,
  sorts: contract.sorts,
  sortOf: contract.sortOf,
  read: (raw: Record<string, unknown>): ListSearch =>
    tidy({
      ...contract.read(raw),
      range: oneOf(rangeNames, raw.range),
      from: readDay(raw.from),
      to: readDay(raw.to),
    }),
  change: (current: ListSearch, change: Partial<ListSearch>): ListSearch => tidy(contract.change(current, change)),
  clear: (current: ListSearch): ListSearch => contract.clear(current),
  isNarrowed: (search: ListSearch): boolean => contract.isNarrowed(tidy(search)),
  page: (search: ListSearch) => contract.page(withInstants(search)),
  whole: (search: ListSearch) => contract.whole(withInstants(search)),
} satisfies Omit<Address<typeof testRecordList>, 'withoutDefaults'>

/** Without what stands at its default; days belong to a custom range alone. */
function tidy(search: ListSearch): ListSearch {
  const { range, from, to } = search
  const days = range === 'custom' ? { from, to } : { from: undefined, to: undefined }
  return { ...contract.withoutDefaults(search), ...days, range: range === 'all' ? undefined : range }
}

/** With the bounds of the chosen days in the user's own time zone, which is what the server is asked for. */
function withInstants(search: ListSearch, now = new Date()): ListSearch {
  const instants = instantsOf({ range: search.range ?? 'all', from: search.from, to: search.to }, now)
  return { ...search, from: instants.from, to: instants.to }
}
