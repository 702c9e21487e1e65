import { queryOptions } from '@tanstack/react-query'
import { getTestRun, listTestRuns } from '../../../contract/test-runs/in-progress.ts'
import { call } from '../../api/client.ts'
import { deviceTimes } from './clock.ts'

/** Loads the tests in progress, with the server's time and when it arrived. */
export function runsQuery() {
  return queryOptions({
    queryKey: [listTestRuns.name],
    queryFn: async ({ signal }) => ({
      ...(await call(listTestRuns, { signal, errors: 'caller' })),
      received: deviceTimes(),
    }),
    staleTime: 0,
  })
}

/** Loads one test in progress, to be read or cancelled. It is fetched once, because the server notes who opened it. */
export function runQuery(id: string) {
  return queryOptions({
    queryKey: [getTestRun.name, id],
    queryFn: async ({ signal }) => ({
      ...(await call(getTestRun, { params: { id }, signal, errors: 'caller' })),
      received: deviceTimes(),
    }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
