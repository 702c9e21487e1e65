import type * as z from 'zod/mini'
import type { ResourceType } from '../../contract/audit/resource-types.ts'
import { cursor, defaultPerPage, perPageOptions, searchLength, type List } from '../../contract/listing.ts'
import { isReadable, readLine } from '../../contract/rules/written-characters.ts'

/**
 * The search parameters of a list's page: the contract's filters, the order and the position. Values at their default
 * are left out, and so is a `perPage` equal to the person's last choice. Ids lose their ending: `organisation_id` is
 * `organisation` in an address.
 */
export type ListAddress<L extends List> = {
  [F in keyof L['filters'] as InAddress<F>]?: NonNullable<z.output<L['filters'][F]>>
} & Omit<Paging, 'sort'> & { sort?: L['default'] }

type InAddress<Filter> = Filter extends `${infer Name}_id` ? Name : Filter

type AnyAddress = Record<string, unknown> & Paging

interface Paging {
  /** Replaces a UUID in the breadcrumbs (spec §2). */
  crumb?: string
  sort?: string
  perPage?: number
  cursor?: string
}

/** Operations on a list page's address `A`. */
export interface AddressChanges<A, Sort extends string> {
  /** What each row is, if the list can be printed. */
  rows: ResourceType | undefined
  places: readonly ('organisation' | 'group')[]
  isSearched: boolean
  /** Every sort order, in the order of the contract. */
  sorts: readonly Sort[]
  sortOf: (address: A) => Sort
  /**
   * Applies a change of filter, order or page size and returns to the first page, because a cursor in one list means
   * nothing in another.
   */
  change: (current: A, change: Partial<A>) => A
  /** Removes every filter but keeps the order and the page size. */
  clear: (current: A) => A
  /** The server query for the whole list, regardless of the page. */
  whole: (address: A) => unknown
  /** True if any filter is set; the order, page size, cursor and crumb do not count. */
  isNarrowed: (address: A) => boolean
}

/** Reads and changes the addresses of a list, and builds its server queries. */
export interface Address<L extends List> extends AddressChanges<ListAddress<L>, L['default']> {
  /** Parses an address. Values that are not understood fall back to their default, so that old links still open. */
  read: (raw: Record<string, unknown>) => ListAddress<L>
  /** Drops values that equal their default. */
  withoutDefaults: <A extends ListAddress<L>>(address: A) => A
  /** The server query for the whole list, regardless of the page. */
  whole: (address: ListAddress<L>) => z.input<L['whole']>
  page: (address: ListAddress<L>) => z.input<L['page']>
}

/** Derives the address operations of a list's page from the list's contract. */
export function addressOf<L extends List>(list: L): Address<L> {
  const filters = Object.entries(list.filters).map(([filter, schema]) => ({
    filter,
    schema,
    name: filter.replace(/_id$/, ''),
    usual: schema.safeParse(undefined).data,
  }))

  /** Sets keys to undefined instead of deleting them: the router would restore a missing key as it was typed. */
  function withoutDefaults<A extends AnyAddress>(address: A): A {
    const left: AnyAddress = { ...address }
    for (const { name, usual } of filters) if (left[name] === usual) left[name] = undefined
    return { ...left, sort: address.sort === list.default ? undefined : address.sort } as A
  }

  function read(raw: Record<string, unknown>) {
    const address: AnyAddress = {
      sort: oneOf(list.sorts, raw.sort),
      perPage: oneOf(perPageOptions, Number(raw.perPage)),
      cursor: cursor.safeParse(raw.cursor).data,
      crumb: textFrom(raw.crumb),
    }
    for (const { filter, schema, name } of filters) {
      const text = textFrom(raw[name])
      // The search text is not checked here: the server explains any problem with it.
      address[name] = filter === 'search' ? text : schema.safeParse(text).data
    }
    return withoutDefaults(address)
  }

  function whole(address: AnyAddress) {
    const asked = filters.map(({ filter, name }) => [filter, address[name]])
    return { ...Object.fromEntries(asked), sort: address.sort ?? list.default }
  }

  // The list's declaration types the filters; here they are plain names.
  return {
    rows: list.rows,
    places: (['organisation', 'group'] as const).filter((kind) => `${kind}_id` in list.filters),
    isSearched: 'search' in list.filters,
    sorts: list.sorts,
    read,
    withoutDefaults,
    clear: ({ sort, perPage }: AnyAddress) => ({ sort, perPage }),
    isNarrowed,
    change: (current: AnyAddress, change: AnyAddress) => withoutDefaults({ ...current, cursor: undefined, ...change }),
    sortOf: ({ sort }: AnyAddress) => sort ?? list.default,
    whole,
    page: (address: AnyAddress) => ({
      ...whole(address),
      per_page: String(address.perPage ?? defaultPerPage),
      cursor: address.cursor,
    }),
  } as unknown as Address<L>
}

function isNarrowed({ crumb: _, sort: _sort, perPage: _perPage, cursor: _cursor, ...filters }: AnyAddress): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

export function oneOf<T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value)
}

/** Turns a value back into the typed text: the router reads `?search=123` as a number. */
function textFrom(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = readLine(String(value)).slice(0, searchLength)
  return isReadable(text) ? text || undefined : undefined
}
