import { queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '../../contract/endpoint.ts'
import type { TestSetState } from '../../contract/test-sets/outcome.ts'
import { getTestSet, listTestSets, startTestSet, type TestSet } from '../../contract/test-sets/test-set.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'

export function testSetsQuery(state: TestSetState, cursor: string | undefined) {
  return queryOf(listTestSets, { query: { state, per_page: '10', ...(cursor && { cursor }) } })
}

/** Loads a set with what comes next. Somebody else may have gone on with it, so it is asked for each time. */
export function testSetQuery(id: string) {
  return queryOptions({ ...queryOf(getTestSet, { params: { id } }), staleTime: 0, refetchOnWindowFocus: false })
}

/** Begins a set, once per key. */
export async function startSet(body: BodyInput<typeof startTestSet>, idempotencyKey: string): Promise<TestSet> {
  const headers = { 'Idempotency-Key': idempotencyKey }
  return (await call(startTestSet, { body, headers, errors: 'caller' })).data
}
