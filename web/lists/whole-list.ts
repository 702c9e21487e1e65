import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ResourceType } from '../../contract/audit/resource-types.ts'
import { noteListPrint } from '../../contract/list-prints/endpoints.ts'
import { mostRowsPrinted } from '../../contract/listing.ts'
import { call } from '../api/client.ts'
import { thatLeave, type AnyRow, type PageOfRows, type RowsToPrint } from './page-of-rows.ts'

interface Terms<Row, A, K extends QueryKey> {
  list: ResourceType
  search: A
  query: (search: A) => UseQueryOptions<PageOfRows<Row>, Error, PageOfRows<Row>, K>
  /** The server query for the whole list. */
  filter: unknown
  /** Returns false once nobody waits for the rows any more. */
  isWanted: () => boolean
}

/**
 * Loads the rows of a list for printing, up to the limit of one print, and notes the print in the audit trail. Returns
 * undefined and notes nothing if the rows are no longer wanted.
 */
export async function loadWholeList<Row extends AnyRow, A, K extends QueryKey>(
  queries: QueryClient,
  { list, search, query, filter, isWanted }: Terms<Row, A, K>,
): Promise<RowsToPrint<Row> | undefined> {
  // A row that moved between pages during loading is kept once.
  const rows = new Map<string, Row>()
  let cursor: string | undefined
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the next page's cursor comes with this page
    const { data, page } = await queries.fetchQuery({
      ...query({ ...search, perPage: 100, cursor }),
      staleTime: 0,
      gcTime: 0,
    })
    for (const row of data) rows.set(row.id, row)
    cursor = page.next ?? undefined
    if (cursor !== undefined && rows.size < mostRowsPrinted) continue
    const { total, totalIsCapped } = cursor === undefined ? { total: rows.size, totalIsCapped: false } : page
    const printed = { rows: [...rows.values()].slice(0, mostRowsPrinted), total, totalIsCapped, isFromFirst: true }
    if (!isWanted()) return undefined
    const body = { list, filter: asTexts(filter), rows: thatLeave(printed).rows.length }
    await call(noteListPrint, { body, errors: 'caller' })
    return printed
  }
}

/** Converts a filter to strings, as an address holds it. */
function asTexts(filter: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
