import { queryOptions } from '@tanstack/react-query'
import { getTestDraft } from '../../../contract/test-records/test-draft.ts'
import { call } from '../../api/client.ts'
import { loadUnsentDraft } from './draft-storage.ts'

/**
 * Loads the draft of an earlier session, or null. Changes that only this tab has are sent first, by code that the
 * dashboard rarely needs. The answer is never cached, because another window may have changed the draft.
 */
export function draftQuery(userId: string) {
  return queryOptions({
    queryKey: [getTestDraft.name],
    queryFn: async ({ signal }) => {
      const unsent = loadUnsentDraft(userId)
      if (unsent !== undefined) {
        const { sendDraft } = await import('./queries.ts')
        await sendDraft(userId, unsent)
      }
      return (await call(getTestDraft, { signal, errors: 'caller' })).data
    },
    staleTime: 0,
    retry: false,
  })
}
