import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { User } from '../../contract/own-account/user.ts'
import { whyCannotRecord, type Holder } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { currentHolder, useHolder, userQuery, useUser } from '../session/queries.ts'
import { draftQuery } from '../test-records/recording/draft-query.ts'
import { loadDraft } from '../test-records/recording/draft-storage.ts'
import { alsoSay } from '../ui/phrases.ts'
import { lazyPage } from './page-part.ts'
import { PagePending } from './page-pending.tsx'

/** Needed after an interrupted test alone, so neither its code nor its words are part of every dashboard. */
const DraftOffer = lazyPage(async () => {
  const [offer] = await Promise.all([import('../test-records/recording/draft-offer.tsx'), alsoSay('recording')])
  return offer.DraftOffer
})

/** What was asked for as the page was opened is not asked for again when it is drawn, in milliseconds. */
const justAsked = 5000

/** For so long the page waits for the answer, in milliseconds. */
const patience = 4000

function offeredDraftQuery(userId: string) {
  return queryOptions({ ...draftQuery(userId), staleTime: () => (isInTab(userId) ? 0 : justAsked) })
}

function isInTab(userId: string): boolean {
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

function isReminded(user: User, holder: Holder): boolean {
  return user.termsAccepted && whyCannotRecord(holder) === undefined
}

/**
 * Reminds somebody on the dashboard of the test that they were recording. The page below waits until that is known, but not
 * for long: pushed down later, it would put something else under a finger that is on its way.
 */
export function DraftReminder({ children }: { children: ReactNode }) {
  const user = useUser()
  const navigate = useNavigate()
  const enabled = isReminded(user, useHolder())
  const { data: draft, isFetching, refetch } = useQuery({ ...offeredDraftQuery(user.id), enabled })
  const hasWaited = useHasWaited(patience)
  if (isFetching && !hasWaited && !draft && (draft === undefined || isInTab(user.id))) return <PagePending />
  return (
    <Suspense fallback={<PagePending />}>
      {draft && (
        <DraftOffer
          userId={user.id}
          draft={draft}
          onContinue={() => void navigate(paths.createTest('review'))}
          onDiscarded={() => void refetch()}
        />
      )}
      {children}
    </Suspense>
  )
}

/** Whether so many milliseconds have passed since the component was first drawn. */
function useHasWaited(milliseconds: number): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return hasWaited
}
