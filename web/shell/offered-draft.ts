import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/own-account/user.ts'
import { whyCannotRecord, type Holder } from '../../contract/permissions/can.ts'
import { currentHolder, userQuery } from '../session/queries.ts'
import { draftQuery } from '../test-records/recording/draft-query.ts'
import { loadDraft } from '../test-records/recording/draft-storage.ts'

/** What was asked for as the page was opened is not asked for again when it is drawn, in milliseconds. */
const justAsked = 5000

/** The draft that somebody is reminded of, or null. */
export function offeredDraftQuery(userId: string) {
  return queryOptions({ ...draftQuery(userId), staleTime: () => (isInTab(userId) ? 0 : justAsked) })
}

/** Whether this tab has a draft, which may be newer than the server's. */
export function isInTab(userId: string): boolean {
  return loadDraft(userId) !== undefined
}

/** Asks what there is to be reminded of, ahead of the page. */
export async function startDraftReminder(queries: QueryClient): Promise<void> {
  const holder = currentHolder(queries)
  const user = queries.getQueryData(userQuery.queryKey)
  if (user === undefined || holder === undefined || !isReminded(user, holder)) return
  const query = offeredDraftQuery(user.id)
  // What was true when the page was left may not be any more. A page that is drawn already has asked itself, and waits for that.
  queries.removeQueries({ queryKey: query.queryKey, type: 'inactive' })
  await queries.prefetchQuery(query)
}

/** Whether somebody records tests, and so may have left one unfinished. */
export function isReminded(user: User, holder: Holder): boolean {
  return user.termsAccepted && whyCannotRecord(holder) === undefined
}
