import type { List } from '../../contract/listing.ts'
import { instantsOf, rangeNames, readDay, type RangeName } from '../ui/date-range.ts'
import { addressOf, oneOf, type Address, type AddressChanges, type ListAddress } from './list-address.ts'

export interface AddressRange {
  range?: RangeName
  /** YYYY-MM-DD, like `to`; only with the range `custom`. */
  from?: string
  to?: string
}

/** The address of a list whose contract filters by two instants. The address holds a named range or days instead. */
export type RangedAddress<L extends List> = ListAddress<L> & AddressRange

/** Reads and changes such addresses, and builds their server queries: see `Address`. */
interface RangedAddresses<L extends List> extends AddressChanges<RangedAddress<L>, L['default']> {
  read: (raw: Record<string, unknown>) => RangedAddress<L>
  whole: (address: RangedAddress<L>) => ReturnType<Address<L>['whole']>
  page: (address: RangedAddress<L>) => ReturnType<Address<L>['page']>
}

/** Derives the address operations of a list with a date range from its contract. */
export function rangedAddressOf<L extends List>(list: L): RangedAddresses<L> {
  type Ranged = RangedAddress<L>
  const contract = addressOf(list)

  /** Drops values at their default; days are kept only with a custom range. */
  function tidy(search: Ranged): Ranged {
    const { range, from, to } = search
    const days = range === 'custom' ? { from, to } : { from: undefined, to: undefined }
    return { ...contract.withoutDefaults(search), ...days, range: range === 'all' ? undefined : range }
  }

  /** Replaces the range with its bounds in the user's time zone, as the server expects them. */
  function withInstants({ range = 'all', from, to, ...search }: Ranged): ListAddress<L> {
    const instants = instantsOf({ range, from, to })
    return { ...search, from: instants.from, to: instants.to } as ListAddress<L> // every list of this kind has both filters
  }

  return {
    rows: contract.rows,
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
