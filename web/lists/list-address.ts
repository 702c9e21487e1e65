import type * as z from 'zod/mini'
import { cursor, defaultPerPage, perPageOptions, searchLength, type List } from '../../contract/listing.ts'
import { isReadable, readLine } from '../../contract/rules/written-characters.ts'

/**
 * What the address of a list's page holds: the filters of its contract, its order and its place. Left out: what stands at
 * its default, and of `perPage` what the person chose last. `organisation_id` is `organisation` in an address, so is
 * every id.
 */
export type ListAddress<L extends List> = {
  [F in keyof L['filters'] as InAddress<F>]?: NonNullable<z.output<L['filters'][F]>>
} & Omit<Paging, 'sort'> & { sort?: L['default'] }

type InAddress<Filter> = Filter extends `${infer Name}_id` ? Name : Filter

/** Any list's address, for what is the same in all of them. */
type AnyAddress = Record<string, unknown> & Paging

interface Paging {
  /** The words for a UUID in the address, in the breadcrumbs (spec §2). */
  crumb?: string
  sort?: string
  perPage?: number
  cursor?: string
}

/** What the page of a list does with its address `A`. */
export interface AddressChanges<A, Sort extends string> {
  /** The kinds of places that the list can be narrowed to. */
  places: readonly ('organisation' | 'group')[]
  /** Whether it can be searched for a text. */
  isSearched: boolean
  /** Every order, in the order of the contract. */
  sorts: readonly Sort[]
  /** The order that an address asks for. */
  sortOf: (address: A) => Sort
  /**
   * The address after a change of filter, order or page size: it starts at the first page again, because a place in one
   * list means nothing in another.
   */
  change: (current: A, change: Partial<A>) => A
  /** The address of the list without any filter; order and page size are no filters and stay. */
  clear: (current: A) => A
  /** What all of the list is asked for with, whatever its page. */
  whole: (address: A) => unknown
  /** Whether anything narrows the list; order, page size, place and crumb do not. */
  isNarrowed: (address: A) => boolean
}

/** How the addresses of a list are read and changed, and what they ask the server for. */
export interface Address<L extends List> extends AddressChanges<ListAddress<L>, L['default']> {
  /** Reads an address. What is not understood falls back to its default: an old link still opens. */
  read: (raw: Record<string, unknown>) => ListAddress<L>
  /** The address without what stands at its default. */
  withoutDefaults: <A extends ListAddress<L>>(address: A) => A
  /** What all of the list is asked for with, whatever its page. */
  whole: (address: ListAddress<L>) => z.input<L['whole']>
  /** What its page is asked for with. */
  page: (address: ListAddress<L>) => z.input<L['page']>
}

/** Derives from a list's contract what its page does with addresses. */
export function addressOf<L extends List>(list: L): Address<L> {
  const filters = Object.entries(list.filters).map(([filter, schema]) => ({
    filter,
    schema,
    name: filter.replace(/_id$/, ''),
    usual: schema.safeParse(undefined).data,
  }))

  /** A key is left out by being undefined, not by being missing: the router fills what is missing as typed. */
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
      // What was typed to search is left to the server, which says what is wrong with it.
      address[name] = filter === 'search' ? text : schema.safeParse(text).data
    }
    return withoutDefaults(address)
  }

  function whole(address: AnyAddress) {
    const asked = filters.map(({ filter, name }) => [filter, address[name]])
    return { ...Object.fromEntries(asked), sort: address.sort ?? list.default }
  }

  // The list's declaration says which filters there are; here they are just names.
  return {
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

/** The router reads `?search=123` as a number; a text is what was typed. */
function textFrom(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = readLine(String(value)).slice(0, searchLength)
  return isReadable(text) ? text || undefined : undefined
}
