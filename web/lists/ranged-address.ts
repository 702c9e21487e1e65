import type { List } from '../../contract/listing.ts'
import { instantsOf, rangeNames, readDay, type RangeName } from '../ui/date-range.ts'
import { addressOf, oneOf, type Address, type AddressChanges, type ListAddress } from './list-address.ts'

/** The days of a list's address. */
export interface AddressRange {
  range?: RangeName
  /** YYYY-MM-DD, with `to`, for the range `custom`. */
  from?: string
  to?: string
}

/** The address of a list that is narrowed from one instant to another: it holds a range, or days, where the contract has instants. */
export type RangedAddress<L extends List> = ListAddress<L> & AddressRange

/** How the addresses of such a list are read and changed, and what they ask the server for: see `Address`. */
interface RangedAddresses<L extends List> extends AddressChanges<RangedAddress<L>, L['default']> {
  read: (raw: Record<string, unknown>) => RangedAddress<L>
  whole: (address: RangedAddress<L>) => ReturnType<Address<L>['whole']>
  page: (address: RangedAddress<L>) => ReturnType<Address<L>['page']>
}

/** Derives from the contract of such a list what its page does with addresses. */
export function rangedAddressOf<L extends List>(list: L): RangedAddresses<L> {
  type Ranged = RangedAddress<L>
  const contract = addressOf(list)

  /** Without what stands at its default; days belong to a custom range alone. */
  function tidy(search: Ranged): Ranged {
    const { range, from, to } = search
    const days = range === 'custom' ? { from, to } : { from: undefined, to: undefined }
    return { ...contract.withoutDefaults(search), ...days, range: range === 'all' ? undefined : range }
  }

  /** With the bounds of the chosen days in the user's own time zone, which is what the server is asked for. */
  function withInstants({ range = 'all', from, to, ...search }: Ranged): ListAddress<L> {
    const instants = instantsOf({ range, from, to })
    return { ...search, from: instants.from, to: instants.to } as ListAddress<L> // a list of this kind has both filters
  }

  return {
    places: contract.places,
    sorts: contract.sorts,
    isSearched: contract.isSearched,
    sortOf: contract.sortOf,
    read: (raw) =>
      tidy({
        ...contract.read(raw),
        range: oneOf(rangeNames, raw.range),
        from: readDay(raw.from),
        to: readDay(raw.to),
      }),
    change: (current, change) => tidy(contract.change(current, change)),
    clear: contract.clear,
    isNarrowed: (search) => contract.isNarrowed(tidy(search)),
    page: (search) => contract.page(withInstants(search)),
    whole: (search) => contract.whole(withInstants(search)),
  }
}
