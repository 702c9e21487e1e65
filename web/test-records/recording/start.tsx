import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { User } from '../../../contract/own-account/user.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Coming } from '../../loading/waiting.tsx'
import { useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { draftQuery } from './draft-query.ts'
import { fromKept, type Draft } from './draft.ts'
import { loadDraft } from './draft-storage.ts'
import type { Places } from './places.ts'
import { Recording } from './recording.tsx'

/** Loaded separately, because only an interrupted test needs it. */
const DraftOffer = lazyPage(async () => (await import('./draft-offer.tsx')).DraftOffer)

interface Props {
  user: User
  places: Places
  assays: readonly AssayListItem[]
}

/**
 * Begins or continues a test. It continues at once if this tab holds a draft or the address names a step, as after a
 * login in between; otherwise it asks whether to continue the draft on the server.
 */
export function Start({ user, places, assays }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const { step } = useSearch({ from: '/logged-in/create-test' })
  const [begun, setBegun] = useState<{ kept: Draft | undefined } | undefined>(() =>
    loadDraft(user.id) === undefined ? undefined : { kept: undefined },
  )
  const { data: kept, isFetching } = useQuery({ ...draftQuery(user.id), enabled: begun === undefined })

  if (begun !== undefined) return <Recording user={user} places={places} assays={assays} kept={begun.kept} />
  if (isFetching) return <RowSkeletons rows={4} label={t('recording:loading')} />
  if (kept === undefined || kept === null || step !== undefined) {
    setBegun({ kept: kept ? fromKept(kept, assays) : undefined })
    return null
  }
  return (
    <Coming fallback={<RowSkeletons rows={4} label={t('recording:loading')} />}>
      <DraftOffer
        userId={user.id}
        draft={kept}
        onContinue={() => {
          setBegun({ kept: fromKept(kept, assays) })
          void navigate({ to: '/create-test', search: { step: 'review' }, replace: true })
        }}
        onDiscarded={() => setBegun({ kept: undefined })}
      />
    </Coming>
  )
}
