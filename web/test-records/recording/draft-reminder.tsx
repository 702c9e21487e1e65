import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { useHolder, useUser } from '../../session/queries.ts'
import type { Elements } from '../../ui/elements.ts'
import { alsoSay } from '../../ui/phrases.ts'
import { isInTab, isReminded, offeredDraftQuery } from './offered-draft.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { PagePending } from '../../loading/page-pending.tsx'

/** Loaded with its phrases only after an interrupted test, so that neither is part of every dashboard. */
const DraftOffer = lazyPage(async () => {
  const [offer] = await Promise.all([import('./draft-offer.tsx'), alsoSay('recording')])
  return offer.DraftOffer
})

/** The longest time for which the page waits for the answer, in milliseconds. */
const patience = 4000

/**
 * Reminds people on the dashboard of a test that they were recording. The page below waits until that is known, but not
 * for long: if it were pushed down later, a finger on its way would press something else.
 */
export function DraftReminder({ children }: { children: Elements }) {
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

/** True once this many milliseconds have passed since the component was first drawn. */
function useHasWaited(milliseconds: number): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return hasWaited
}
