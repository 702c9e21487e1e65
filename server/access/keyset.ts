import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { instant, totalCap } from '../../contract/schema.ts'
import { invalid } from '../platform/failure.ts'

/** A column that a list is ordered by, as SQL, with the type that its cursor value is cast to. */
export interface KeyColumn {
  column: RawBuilder<unknown>
  type: 'timestamptz' | 'uuid' | 'text'
}

/** An order over columns that are unique together, so that a page has one place to start, at constant cost. */
export interface Order {
  /** Names the order inside cursors: a cursor of another order is refused. */
  name: string
  columns: readonly KeyColumn[]
  descending: boolean
}

/** Where a page lies: after (or, going back, before) the row with these values. */
interface Place {
  back: boolean
  values: readonly string[]
}

/** One page to read: conditions and order for the query, then `toPage` for its rows. */
export interface Keyset {
  condition: RawBuilder<SqlBool>
  orderBy: RawBuilder<unknown>
  /** One more than the page, to see whether there is another. */
  limit: number
  toPage<Row>(
    rows: readonly Row[],
    valuesOf: (row: Row) => readonly string[],
  ): { items: Row[]; next: string | null; previous: string | null }
}

/** Reads a cursor against an order. Throws `validation` for one that was not given out for it. */
export function keyset(order: Order, size: number, cursor: string | undefined): Keyset {
  const place = cursor === undefined ? undefined : readCursor(order, cursor)
  const back = place?.back ?? false
  const descending = order.descending !== back
  return {
    condition: place === undefined ? sql<SqlBool>`true` : beyond(order, place, descending),
    orderBy: sql.join(order.columns.map(({ column }) => (descending ? sql`${column} desc` : sql`${column} asc`))),
    limit: size + 1,
    toPage(rows, valuesOf) {
      const hasMore = rows.length > size
      const items = rows.slice(0, size)
      if (back) items.reverse()
      const first = items[0]
      const last = items.at(-1)
      return {
        items,
        next:
          last !== undefined && (back || hasMore) ? writeCursor(order, { back: false, values: valuesOf(last) }) : null,
        previous:
          first !== undefined && place !== undefined && (!back || hasMore)
            ? writeCursor(order, { back: true, values: valuesOf(first) })
            : null,
      }
    },
  }
}

function beyond({ columns }: Order, { values }: Place, descending: boolean): RawBuilder<SqlBool> {
  const left = sql.join(columns.map(({ column }) => column))
  const right = sql.join(columns.map(({ type }, i) => sql`${values[i]}::${sql.raw(type)}`))
  return descending ? sql<SqlBool>`(${left}) < (${right})` : sql<SqlBool>`(${left}) > (${right})`
}

/** A count of at most `totalCap` rows: what it costs does not grow with the table. */
export function cappedTotal(count: number): { total: number; totalIsCapped: boolean } {
  return { total: Math.min(count, totalCap), totalIsCapped: count > totalCap }
}

/** Counts the rows of a query up to one more than `totalCap`. */
export function cappedCount(query: Expression<unknown>): RawBuilder<{ count: number }> {
  return sql<{ count: number }>`select count(*)::int as count from (${query}) as counted`
}

function writeCursor(order: Order, { back, values }: Place): string {
  return Buffer.from(JSON.stringify([nameOf(order), back ? 1 : 0, ...values])).toString('base64url')
}

function readCursor(order: Order, cursor: string): Place {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(parts) || parts.length !== order.columns.length + 2 || parts[0] !== nameOf(order)) {
    throw invalid('cursor', 'malformed')
  }
  const values = parts.slice(2).map((value, i) => {
    if (typeof value !== 'string' || !hasType(value, order.columns[i]?.type)) throw invalid('cursor', 'malformed')
    return value
  })
  return { back: parts[1] === 1, values }
}

function nameOf({ name, descending }: Order): string {
  return descending ? `-${name}` : name
}

function hasType(value: string, type: KeyColumn['type'] | undefined): boolean {
  switch (type) {
    case 'uuid':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
    case 'timestamptz':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && instant.safeParse(value).success
    case 'text':
      return !value.includes('\u0000')
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
