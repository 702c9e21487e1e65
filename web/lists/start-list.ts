import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { userQuery } from '../session/queries.ts'
import { rowsPerPage } from './use-rows-per-page.ts'

/** Starts loading the list page of an address for this user, before the code that draws it has arrived. */
export async function startList<A extends { perPage?: number }, T, K extends QueryKey>(
  queries: QueryClient,
  query: (address: A) => UseQueryOptions<T, Error, T, K>,
  address: A,
): Promise<void> {
  const user = queries.getQueryData(userQuery.queryKey)
  if (user === undefined) return
  const options = query({ ...address, perPage: rowsPerPage(user.id, address.perPage) })
  if (options.enabled !== false) await queries.prefetchQuery({ queryKey: options.queryKey, queryFn: options.queryFn })
}
