import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '../../contract/endpoint.ts'
import type { TestSetState } from '../../contract/test-sets/outcome.ts'
import { getTestSet, listTestSets, startTestSet, type TestSet } from '../../contract/test-sets/test-set.ts'
import { call } from '../api/client.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { queryOf, useShownAnew } from '../api/query.ts'
import { useUser } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'

export function testSetsQuery(state: TestSetState, cursor: string | undefined) {
  return queryOf(listTestSets, { query: { state, per_page: '10', ...(cursor && { cursor }) } })
}

/** Loads the sets of a subject, the latest first, as many as one page of a list can hold. */
export function setsOfSubjectQuery(id: string) {
  return queryOptions({ ...queryOf(listTestSets, { query: { subject_id: id, per_page: '100' } }), staleTime: 0 })
}

/** Loads a set with what comes next. Somebody else may have gone on with it, so it is asked for each time. */
export function testSetQuery(id: string) {
  return queryOptions({ ...queryOf(getTestSet, { params: { id } }), staleTime: 0, refetchOnWindowFocus: false })
}

/** Begins a set, once however often it is tried, and hands it over. If one is open already, says so and hands over that one. */
export function useStartSet(onStarted: (set: TestSet) => void) {
  const t = useT()
  const user = useUser()
  const queries = useQueryClient()
  const showAnew = useShownAnew([listTestSets])
  const [key] = useState(newIdempotencyKey)
  return useMutation({
    mutationFn: async (body: BodyInput<typeof startTestSet>) => {
      const headers = { 'Idempotency-Key': key }
      return (await call(startTestSet, { body, headers, errors: 'caller' })).data
    },
    onSuccess: (set) => {
      queries.setQueryData(testSetQuery(set.id).queryKey, { data: set })
      showAnew()
      const { algorithm, startedBy, tests } = set
      if (startedBy.id !== user.id || tests.length > 0) {
        showMessage(t('testingAlgorithms:offer.underWay', { name: algorithm.name, by: startedBy.name }), 'notice')
      }
      onStarted(set)
    },
  })
}
