import { perPageOptions } from '../../contract/schema.ts'

/** What the address of every list holds: where it is narrowed to, its order and its place. Left out: the default, of `perPage` what the person chose last. */
export interface ListAddress<Sort extends string> {
  organisation?: string
  group?: string
  search?: string
  sort?: Sort
  perPage?: number
  cursor?: string
}

/** Rows of a page (spec §9). */
export const defaultPerPage = 5

/**
 * Reads what the address of every list holds. What stands at its default is left out, and what is not understood falls
 * back to it: an old link still opens.
 */
export function readListAddress<Sort extends string>(
  raw: Record<string, unknown>,
  sorts: readonly Sort[],
  defaultSort: Sort,
): ListAddress<Sort> {
  const address: ListAddress<Sort> = {
    organisation: matching(raw.organisation, uuid),
    group: matching(raw.group, uuid),
    search: textFrom(raw.search),
    sort: oneOf(sorts, raw.sort),
    perPage: oneOf(perPageOptions, Number(raw.perPage)),
    cursor: matching(raw.cursor, /^[A-Za-z0-9_-]{1,500}$/),
  }
  return withoutListDefaults(address, defaultSort)
}

/** A key is left out of the address by being undefined, not by being missing: the router fills what is missing as typed. */
export function withoutListDefaults<A extends ListAddress<string>>(address: A, defaultSort: A['sort']): A {
  return {
    ...address,
    sort: address.sort === defaultSort ? undefined : address.sort,
  }
}

/**
 * The address after a change of filter, order or page size: it starts at the first page again, because a place in one
 * list means nothing in another.
 */
export function changeAddress<A extends ListAddress<string>>(
  current: A,
  change: Partial<A>,
  defaultSort: A['sort'],
): A {
  return withoutListDefaults({ ...current, cursor: undefined, ...change }, defaultSort)
}

/** Whether anything narrows the list; order, page size and place do not. */
export function isNarrowed({
  sort: _sort,
  perPage: _perPage,
  cursor: _cursor,
  ...filters
}: ListAddress<string>): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** A page size travels as text; `readListAddress` lets only the offered ones through. */
export function perPageText(perPage = defaultPerPage) {
  return String(perPage) as `${(typeof perPageOptions)[number]}`
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function oneOf<T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value)
}

/** The router reads `?search=123` as a number; a text is what was typed. */
export function textFrom(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim().slice(0, 254) || undefined
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  const text = textFrom(value)
  return text !== undefined && pattern.test(text) ? text : undefined
}
