import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getDashboard } from '../../../contract/dashboard/endpoints.ts'
import { listTestRecords } from '../../../contract/test-records/endpoints.ts'
import { findRecentTest, recordTest } from '../../../contract/test-records/recording.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import {
  discardTestDraft,
  getTestDraft,
  keepTestDraft,
  type TestDraft,
} from '../../../contract/test-records/test-draft.ts'
import { call } from '../../api/client.ts'
import { testRecordQuery } from '../queries.ts'
import { toKeep, type Draft } from './draft.ts'
import { markSent } from './draft-storage.ts'

/** Saves a test. A repeat with the same key is answered with the record that the first attempt stored. */
export function useRecordTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: { body: NewTestRecord; idempotencyKey: string }) => {
      const reply = await call(recordTest, { body, headers: { 'Idempotency-Key': idempotencyKey }, errors: 'caller' })
      return reply.data
    },
    onSuccess: (record) => {
      queries.setQueryData(testRecordQuery(record.id).queryKey, { data: record })
      void queries.invalidateQueries({ queryKey: [listTestRecords.name] })
      void queries.invalidateQueries({ queryKey: [getDashboard.name] })
      // The server deletes the draft when it records the test.
      queries.setQueryData([getTestDraft.name], null)
    },
  })
}

/** Sends the changes to a draft that only this tab has. */
export async function sendDraft(userId: string, unsent: Draft): Promise<void> {
  await keep(toKeep(unsent))
  markSent(userId, unsent)
}

/** Stores and discards the draft on the server. The caller handles errors; the typed data is also in this tab. */
export function useDraftCalls() {
  const queries = useQueryClient()
  return {
    keep: async (draft: TestDraft) => {
      await keep(draft)
      // An answer from before the test was begun is outdated.
      queries.removeQueries({ queryKey: [getTestDraft.name], type: 'inactive' })
    },
    discard: async (idempotencyKey: string) => {
      await call(discardTestDraft, { query: { idempotency_key: idempotencyKey }, errors: 'caller' })
      queries.setQueryData([getTestDraft.name], null)
    },
  }
}

async function keep(draft: TestDraft): Promise<void> {
  await call(keepTestDraft, { body: draft, errors: 'caller', keepalive: true })
}

/** Finds a test of the same subject and assay within minutes of this one, or null. Nothing depends on the answer. */
export function recentTestQuery(query: { subject_id: string; assay_id: string; performed_at: string }) {
  return queryOptions({
    queryKey: [findRecentTest.name, query],
    queryFn: async ({ signal }) => (await call(findRecentTest, { query, signal, errors: 'caller' })).data,
    staleTime: 0,
    gcTime: 0,
  })
}
