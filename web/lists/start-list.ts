import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { userQuery } from '../session/queries.ts'
import { rowsPerPage } from './use-rows-per-page.ts'

/** Asks for the page of a list that its address means, for this user, ahead of the code that draws it. */
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
