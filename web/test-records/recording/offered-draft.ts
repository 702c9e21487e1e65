import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { User } from '../../../contract/own-account/user.ts'
import { whyCannotRecord, type Holder } from '../../../contract/permissions/can.ts'
import { currentHolder, userQuery } from '../../session/queries.ts'
import { draftQuery } from './draft-query.ts'
import { loadDraft } from './draft-storage.ts'

/**
 * An answer that is younger than this, in milliseconds, was requested as the page was opened and is not requested again
 * when it is drawn.
 */
const justAsked = 5000

/** Loads the draft to remind the user of, or null. */
export function offeredDraftQuery(userId: string) {
  return queryOptions({ ...draftQuery(userId), staleTime: () => (isInTab(userId) ? 0 : justAsked) })
}

/** True if this tab has a draft, which may be newer than the server's. */
export function isInTab(userId: string): boolean {
  return loadDraft(userId) !== undefined
}

/** Starts the query for the reminder before the page is drawn. */
export async function startDraftReminder(queries: QueryClient): Promise<void> {
  const holder = currentHolder(queries)
  const user = queries.getQueryData(userQuery.queryKey)
  if (user === undefined || holder === undefined || !isReminded(user, holder)) return
  const query = offeredDraftQuery(user.id)
  // An answer from before the page was left may be outdated. A page that is already drawn has its own request under
  // way.
  queries.removeQueries({ queryKey: query.queryKey, type: 'inactive' })
  await queries.prefetchQuery(query)
}

/** True if the user records tests, and so may have an unfinished one. */
export function isReminded(user: User, holder: Holder): boolean {
  return user.termsAccepted && whyCannotRecord(holder) === undefined
}
