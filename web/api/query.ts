import { QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call, type CallArguments } from './client.ts'

/**
 * The query of a GET endpoint: keyed by the endpoint's name and what is sent, so that after a change `useShownAnew`
 * reaches every page and filter of it.
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
    // The input has the declaration's type already; only the signal is added.
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as unknown as CallArguments<E>)),
  })
}

/** A function that has all that these endpoints answered asked for anew, wherever it is shown, such as after a change. */
export function useShownAnew(shownBy: readonly Pick<Endpoint, 'name'>[]): () => void {
  const queries = useQueryClient()
  return () => {
    for (const { name } of shownBy) void queries.invalidateQueries({ queryKey: [name] })
  }
}

/**
 * Requests are made also when the browser believes itself offline: it may be wrong, and who presses Save must be told at
 * once instead of finding it sent some time later. Tries again only when no reply came at all: who has waited for one is told, and any reply is an answer, and spec §8 says what to do with it.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => error instanceof ApiError && error.code === 'offline' && failures < 2,
        // A blip is over by then; and whoever loads a page while the server is away is told within a second.
        retryDelay: (failures) => 200 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
