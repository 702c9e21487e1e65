import { queryOptions } from '@tanstack/react-query'
import { getTestDraft } from '../../../contract/test-records/opening-draft.ts'
import { call } from '../../api/client.ts'
import { loadUnsentDraft } from './draft-storage.ts'

/**
 * What the user was recording in an earlier session, or null. What this tab has of it and the server has not is sent
 * first, by code that the dashboard seldom needs. It is asked for each time: another window may have changed it.
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
