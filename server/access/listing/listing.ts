import { createHash } from 'node:crypto'
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { searchCap, totalCap, type List } from '../../../contract/listing.ts'
import { isReadable } from '../../../contract/rules/written-characters.ts'
import { instant } from '../../../contract/schema.ts'
import { invalid } from '../../platform/failure.ts'
import type { Tables } from '../tables.ts'

/** A column that a list is ordered by, and the type that its cursor value is cast to. */
export interface KeyColumn<Row> {
  column: RawBuilder<unknown>
  type: 'timestamptz' | 'uuid' | 'text' | 'int'
  /** Reads the value that a cursor keeps from a row. */
  valueOf: (row: Row) => string
}

/** An order over columns that are unique together, so that each page starts at one row and is read at constant cost. */
interface Order<Row> {
  /** The name of the order in cursors; a cursor of another order is refused. */
  name: string
  columns: readonly KeyColumn<Row>[]
  descending: boolean
}

/** The name of a sort without the sign that reverses it. */
type Unsigned<Sort extends string> = Sort extends `-${infer Name}` ? Name : Sort

/** Orders the rows of a list and cuts it into pages. */
interface SortedList<Sort extends string, Row> {
  /** The ORDER BY of a sort, for queries that read all rows. */
  orderBy: (sort: Sort) => RawBuilder<unknown>
  /** The page that a query asks for. Throws `validation` for a cursor of another order or filter. */
  page: (query: PagedQuery & { sort: Sort }) => ListPage<Row>
}

/**
 * Maps every sort of a list in the contract to its columns and to the values that its cursors hold. A sort without
 * columns does not compile. The columns of a sort must be unique together.
 */
export function sortedList<L extends List, Row>(
  sorts: Record<Unsigned<L['default']>, readonly [KeyColumn<Row>, ...KeyColumn<Row>[]]>,
): SortedList<L['default'], Row> {
  function orderOf(sort: L['default']): Order<Row> {
    const name = sort.replace(/^-/, '') as Unsigned<L['default']> // removes the sign as the type does
    return { name, columns: sorts[name], descending: sort.startsWith('-') }
  }
  return {
    orderBy: (sort) => orderByOf(orderOf(sort), sort.startsWith('-')),
    page: (query) => pageOf(orderOf(query.sort), query),
  }
}

/** The part of a list's query that is not its filter. */
interface PagedQuery {
  per_page: number
  cursor?: string | undefined
}

/** The start of a page: after, or going back before, the row with these values. */
interface Place {
  back: boolean
  /** The total when the list was first asked for, so that later pages need not count again. */
  count: number
  values: readonly string[]
}

/** A page in the form of replies. */
interface Page<Row> {
  items: Row[]
  page: { size: number; next: string | null; previous: string | null; total: number; totalIsCapped: boolean }
}

/** One page to read: the condition, order and limit for its query, and `read` for its rows and total. */
export interface ListPage<Row> {
  condition: RawBuilder<SqlBool>
  orderBy: RawBuilder<unknown>
  /**
   * One more than the page size, to see whether another page follows. A literal, because a parameter would be planned
   * anew on each run.
   */
  limit: Expression<number>
  /**
   * `matching` is the query of the rows of all pages, counted up to `totalCap` (with a search, `searchCap`); or their
   * known number; or a function that counts them without a cap. `isCut` tells that rows before the limit were left to
   * the next page, as where they are large.
   */
  read<R extends Row>(
    db: Kysely<Tables>,
    parts: {
      rows: Promise<R[]>
      matching: Expression<unknown> | number | (() => Promise<number>)
      cap?: number
      isCut?: (rows: readonly R[]) => boolean
    },
  ): Promise<Page<R>>
}

function pageOf<Row>(order: Order<Row>, query: PagedQuery): ListPage<Row> {
  const list = nameOf(order, query)
  const place = query.cursor === undefined ? undefined : readCursor(order, list, query.cursor)
  const descending = order.descending !== (place?.back ?? false)
  return {
    condition: place === undefined ? sql<SqlBool>`true` : beyond(order, place, descending),
    orderBy: orderByOf(order, descending),
    limit: sql.lit(query.per_page + 1),
    async read(db, { rows, matching, isCut, ...given }) {
      const cap = typeof matching === 'function' ? Infinity : (given.cap ?? totalCap)
      const count = () => {
        if (typeof matching === 'number') return matching
        return typeof matching === 'function' ? matching() : countUpToCap(db, matching, cap)
      }
      const counted = place?.count ?? count()
      const [found, total] = await Promise.all([rows, counted])
      const cursorAt = (row: (typeof found)[number] | undefined, back: boolean) =>
        row === undefined
          ? null
          : writeCursor(list, { back, count: total, values: order.columns.map(({ valueOf }) => valueOf(row)) })
      const back = place?.back ?? false
      const hasMore = found.length > query.per_page || (isCut?.(found) ?? false)
      const items = found.slice(0, query.per_page)
      if (back) items.reverse()
      return {
        items,
        page: {
          size: query.per_page,
          next: back || hasMore ? cursorAt(items.at(-1), false) : null,
          previous: place !== undefined && (!back || hasMore) ? cursorAt(items[0], true) : null,
          total: Math.min(total, cap),
          totalIsCapped: total > cap,
        },
      }
    },
  }
}

function orderByOf<Row>({ columns }: Order<Row>, descending: boolean): RawBuilder<unknown> {
  return sql.join(columns.map(({ column }) => (descending ? sql`${column} desc` : sql`${column} asc`)))
}

function beyond<Row>({ columns }: Order<Row>, { values }: Place, descending: boolean): RawBuilder<SqlBool> {
  const left = sql.join(columns.map(({ column }) => column))
  const right = sql.join(columns.map(({ type }, i) => sql`${values[i]}::${sql.raw(type)}`))
  return descending ? sql<SqlBool>`(${left}) < (${right})` : sql<SqlBool>`(${left}) > (${right})`
}

/** The number up to which lists of places and people are counted. */
export function capOf({ search }: { search?: string | undefined }): number {
  return search ? searchCap : totalCap
}

/** Counts rows up to one more than a cap, so that the cost does not grow with the table. */
export async function countUpToCap(db: Kysely<Tables>, matching: Expression<unknown>, cap = totalCap): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${matching}) as m limit ${sql.lit(cap + 1)}) as counted
  `.execute(db)
  return rows[0]?.count ?? 0
}

function writeCursor(list: string, { back, count, values }: Place): string {
  return Buffer.from(JSON.stringify([list, back ? 1 : 0, count, ...values])).toString('base64url')
}

function readCursor<Row>(order: Order<Row>, list: string, cursor: string): Place {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(parts) || parts.length !== order.columns.length + 3 || parts[0] !== list) throw notOurs()
  const [, back, count, ...values] = parts as unknown[]
  if (!Number.isInteger(count) || Number(count) < 0) throw notOurs()
  const texts = values.map((value, i) => {
    if (typeof value !== 'string' || !hasType(value, order.columns[i]?.type)) throw notOurs()
    return value
  })
  return { back: back === 1, count: Number(count), values: texts }
}

function notOurs() {
  return invalid('cursor', 'malformed')
}

/** Identifies the list that a cursor belongs to by its order and a short hash of its filter. */
function nameOf<Row>(
  { name, descending }: Order<Row>,
  { cursor: _cursor, per_page: _size, ...filter }: PagedQuery,
): string {
  const hash = createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 8)
  return `${descending ? '-' : ''}${name}.${hash}`
}

function hasType(value: string, type: KeyColumn<never>['type'] | undefined): boolean {
  switch (type) {
    case 'uuid':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
    case 'timestamptz':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z$/.test(value) && instant.safeParse(value).success
    case 'text':
      return isReadable(value)
    case 'int':
      return /^\d{1,9}$/.test(value)
    case undefined:
      return false
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
