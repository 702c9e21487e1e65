import { queryOptions } from '@tanstack/react-query'
import { searchEverything } from '../../contract/search/endpoints.ts'
import { call } from '../api/client.ts'

/**
 * Searches everything for a text. Results are not cached once they are hidden, and are not refetched when the window
 * regains the focus.
 */
export function foundQuery(search: string) {
  return queryOptions({
    queryKey: [searchEverything.name, { search }],
    queryFn: async ({ signal }) => (await call(searchEverything, { body: { search }, signal, errors: 'caller' })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
