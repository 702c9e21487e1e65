import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'

/** A page of a list as the server gives it. */
export interface ListPage {
  data: readonly unknown[]
  page: { next: string | null; previous: string | null; total: number; totalIsCapped: boolean }
}

/**
 * The page of a list that an address asks for. It asks for the next page ahead of its turn, and draws nothing when that
 * comes.
 */
export function useList<A extends { cursor?: string }, P extends ListPage, K extends QueryKey>(
  query: (address: A) => UseQueryOptions<P, Error, P, K>,
  address: A,
) {
  const list = useQuery(query(address))
  const next = list.data?.page.next ?? undefined
  useQuery({
    ...query({ ...address, cursor: next }),
    enabled: next !== undefined && !list.isPlaceholderData,
    notifyOnChangeProps: [],
  })
  return list
}
