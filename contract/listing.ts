import * as z from 'zod/mini'
import type { ResourceType } from './audit/resource-types.ts'
import { codeText, id, searchText } from './schema.ts'

/**
 * The query of a list. Its endpoint's schema comes from here, the server's orders are typed by its sorts, and the web
 * app reads the address of its page by it.
 */
export interface List {
  /** What each row is, in the words of the audit trail. A list that says so can be printed: see `prints` of an endpoint. */
  rows?: ResourceType
  filters: Filters
  sorts: readonly string[]
  default: string
  /** The query of an endpoint that returns one page. */
  page: z.ZodMiniType
  /** The query of an endpoint that exports the whole list as a file. */
  whole: z.ZodMiniType
}

/** The filters of a list by their names in the query. Every filter is optional. */
type Filters = Readonly<Record<string, z.ZodMiniType>>

interface ListOf<F extends Filters, S extends string> extends List {
  filters: F
  sorts: readonly S[]
  default: S
  page: z.ZodMiniObject<F & Sorted<S> & typeof paging, z.core.$strict>
  whole: z.ZodMiniObject<F & Sorted<S> & typeof filed, z.core.$strict>
}

interface Sorted<S extends string> {
  sort: z.ZodMiniDefault<z.ZodMiniEnum<{ [Sort in S]: Sort }>>
}

/** Declares a list. A sort with a minus sign, such as `-sent_at`, is the reverse of the one without. */
export function listQuery<const F extends Filters, const S extends string>(terms: {
  rows?: ResourceType
  filters: F
  sorts: readonly S[]
  default: NoInfer<S>
}): ListOf<F, S> {
  const { filters, sorts, default: usual } = terms
  const sort = z._default(z.enum(sorts), usual) as Sorted<S>['sort'] // the default is one of the sorts, but the compiler cannot tell
  const asked = { ...filters, sort }
  return { ...terms, whole: z.strictObject({ ...asked, ...filed }), page: z.strictObject({ ...asked, ...paging }) }
}

/**
 * The file formats of exports: RFC 4180 CSV in UTF-8 with a byte-order mark, or a workbook, whose texts no program
 * reinterprets.
 */
const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

export const fileTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const filed = { format: z._default(z.enum(fileFormats), 'csv') }

/** The filter by organisation and group of every list whose rows belong to them. */
export const placeFilter = { organisation_id: z.optional(id), group_id: z.optional(id) }

export const searchLength = 254

/** The text search of a list; each list defines which fields it matches. */
export const searchFilter = { search: z.optional(searchText(searchLength)) }

export const perPageOptions = [5, 10, 25, 50, 100] as const
/** The number of rows on a page by default (spec §9). */
export const defaultPerPage = 5

/** An opaque position in a list, as issued by the server. */
export const cursor = codeText(500).check(z.minLength(1), z.regex(/^[A-Za-z0-9_-]+$/))

const paging = {
  per_page: z._default(
    z.pipe(
      z.enum(['5', '10', '25', '50', '100']),
      z.transform((value) => Number(value)),
    ),
    defaultPerPage,
  ),
  cursor: z.optional(cursor),
}

/** The reply of a list: a page of items with opaque cursors and a total that is counted up to a cap. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({
    data: z.array(item),
    page: z.strictObject({
      size: z.int(),
      next: z.nullable(z.string()),
      previous: z.nullable(z.string()),
      total: z.int(),
      totalIsCapped: z.boolean(),
    }),
  })
}

/** The largest total that a list counts to; `totalIsCapped` tells that there are more. */
export const totalCap = 10_000
/** The largest total for a searched list of places or people, because users refine a search with more matches. */
export const searchCap = 150

/**
 * A client in the queue for an export must ask again after this many seconds; after ten without asking, it loses its
 * place.
 */
export const askAgainAfterSeconds = 2

/** The most rows that one print of a list holds; if the list has more, the paper says so. */
export const mostRowsPrinted = 1000
