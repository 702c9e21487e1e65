import * as z from 'zod/mini'
import { codeText, id, searchText } from './schema.ts'

/**
 * What a list can be asked for. The query of its endpoint comes from here, the server's orders are typed by its sorts, and
 * the web app reads the address of its page by it.
 */
export interface List {
  filters: Filters
  sorts: readonly string[]
  /** The sort of a list that is asked for without one. */
  default: string
  /** The query of an endpoint that answers one page. */
  page: z.ZodMiniType
  /** The query of an endpoint that answers all of the list as a file. */
  whole: z.ZodMiniType
}

/** What narrows a list, each by its name in the query. Every filter may be left out. */
type Filters = Readonly<Record<string, z.ZodMiniType>>

/** A list whose filters and sorts are known to the types. */
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

/** Declares a list. A sort with a sign, as `-sent_at`, is the other direction of the one without. */
export function listQuery<const F extends Filters, const S extends string>(terms: {
  filters: F
  sorts: readonly S[]
  default: NoInfer<S>
}): ListOf<F, S> {
  const { filters, sorts, default: usual } = terms
  const sort = z._default(z.enum(sorts), usual) as Sorted<S>['sort'] // the default is one of the sorts, but the compiler cannot tell
  const asked = { ...filters, sort }
  return { ...terms, whole: z.strictObject({ ...asked, ...filed }), page: z.strictObject({ ...asked, ...paging }) }
}

/** What a list is exported as: RFC 4180 CSV in UTF-8 with a byte-order mark, or a workbook whose texts stay what they are. */
const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The media type of each. */
export const fileTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const filed = { format: z._default(z.enum(fileFormats), 'csv') }

/** The filter by organisation and group, as every list has it whose rows belong to them. */
export const placeFilter = { organisation_id: z.optional(id), group_id: z.optional(id) }

/** The characters that a search may have. */
export const searchLength = 254

/** What somebody types to find a row, as every list has it; each says what of a row is searched. */
export const searchFilter = { search: z.optional(searchText(searchLength)) }

export const perPageOptions = [5, 10, 25, 50, 100] as const
/** Rows of a page unless said otherwise (spec §9). */
export const defaultPerPage = 5

/** An opaque place in a list, as the server gave it. */
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

/** The reply of a list: a page of items with opaque cursors and a total that is counted to a cap. */
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

/** The largest total that a list counts to; `totalIsCapped` says that there are more. */
export const totalCap = 10_000
/** The same for a list of places or people that is searched: whoever finds more types more. */
export const searchCap = 150

/** Who waits for a turn to export asks again after so many seconds; after ten without asking, others go first. */
export const askAgainAfterSeconds = 2

/** The rows that one print of a list holds at most; where it has more, the paper says so. */
export const mostRowsPrinted = 1000
