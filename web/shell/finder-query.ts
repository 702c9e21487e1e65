import { queryOptions } from '@tanstack/react-query'
import { searchEverything } from '../../contract/search/endpoints.ts'
import { call } from '../api/client.ts'

/**
 * What fits a text, of everything. Nothing of it is kept once it is not shown any more, and nothing is taken away from whoever looks at
 * another window meanwhile.
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
