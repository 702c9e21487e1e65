import { QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call, type CallArguments } from './client.ts'

/**
 * The query of a GET endpoint, keyed by the endpoint's name and its input, so that `useShownAnew` reaches every page
 * and filter of it after a change.
 */
export function queryOf<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
  const {
    signal: _,
    headers: __,
    errors: ___,
    ...sent
  } = { signal: undefined, headers: undefined, errors: undefined, ...input }
  return queryOptions({
    queryKey: [endpoint.name, sent],
    // The input already has the declared type; only the signal is added.
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as unknown as CallArguments<E>)),
  })
}

/**
 * A placeholder that shows the same row while it is asked for in another way, such as with the bounds of a new day.
 * Without it a form that is open at midnight would be taken away, with everything typed into it.
 */
export function sameRow(id: string) {
  return <T extends { data: { id: string } }>(before: T | undefined): T | undefined =>
    before?.data.id === id ? before : undefined
}

/**
 * Returns a function that refetches everything these endpoints answered, wherever it is shown, such as after a change.
 */
export function useShownAnew(shownBy: readonly Pick<Endpoint, 'name'>[]): () => void {
  const queries = useQueryClient()
  return () => {
    for (const { name } of shownBy) {
      const shown = { queryKey: [name] }
      // A first answer that is still under way may be older than the change, and is not cancelled for another one.
      const underWay = queries
        .getQueryCache()
        .findAll({ ...shown, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
        .flatMap(({ promise }) => promise ?? [])
      void queries.invalidateQueries(shown)
      for (const first of underWay) void first.catch(() => undefined).then(() => queries.invalidateQueries(shown))
    }
  }
}

/**
 * Creates the query client. Requests are made even if the browser believes itself offline: it may be wrong, and people
 * who press Save must learn of a failure at once. A query is repeated only if no reply came at all, because any reply
 * is an answer, which spec §8 handles.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => error instanceof ApiError && error.code === 'offline' && failures < 2,
        // A short interruption is over by then, and people who load a page during an outage are told within a second.
        retryDelay: (failures) => 200 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
