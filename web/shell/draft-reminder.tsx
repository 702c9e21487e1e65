import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { draftQuery } from '../test-records/recording/queries.ts'
import { alsoSay } from '../ui/phrases.ts'
import { lazyPage } from './page-part.ts'

/** Needed after an interrupted test alone, so neither its code nor its words are part of every dashboard. */
const DraftOffer = lazyPage(async () => {
  const [offer] = await Promise.all([import('../test-records/recording/draft-offer.tsx'), alsoSay('recording')])
  return offer.DraftOffer
})

/** Reminds somebody on the dashboard of the test that they were recording. */
export function DraftReminder() {
  const user = useUser()
  const navigate = useNavigate()
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  const { data: draft, refetch } = useQuery({ ...draftQuery(user.id), enabled: mayRecord && user.termsAccepted })
  if (!draft) return null
  return (
    <Suspense fallback={null}>
      <DraftOffer
        userId={user.id}
        draft={draft}
        onContinue={() => void navigate(paths.createTest('review'))}
        onDiscarded={() => void refetch()}
      />
    </Suspense>
  )
}
