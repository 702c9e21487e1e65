import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { User } from '../../../contract/own-account/user.ts'
import type { SubjectDetails } from '../../../contract/subjects/subject.ts'
import type { TestSet } from '../../../contract/test-sets/test-set.ts'
import { ownZone } from '../../browser.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { subjectIn, subjectQuery } from '../../subjects/queries.ts'
import { testSetQuery } from '../../test-sets/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { typedDate } from '../../ui/typed-date.ts'
import { DraftOffer } from './draft-offer.tsx'
import { clearDraft, saveDraft } from './draft-storage.ts'
import { loadLastAssay, loadLastLot, loadLastPlace } from './last-used.ts'
import { emptyDraft, fromKept, hasEntries, type Draft } from './draft.ts'
import { offeredAssays } from './offered-assays.ts'
import type { Places } from './places.ts'
import { draftQuery } from './draft-query.ts'
import { Start } from './start.tsx'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

interface Props {
  user: User
  places: Places
  assays: readonly AssayListItem[]
  subjectId: string
  /** The set of tests whose next test this is. */
  setId: string | undefined
}

/**
 * Begins a test of an already chosen subject in a group that knows it. If another test is being recorded, asks about
 * that first, because it may be of somebody else.
 */
export function StartOfSubject({ user, places, assays, subjectId, setId }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const subject = useQuery(subjectQuery(subjectId))
  const { data: kept, isFetching, isError } = useQuery(draftQuery(user.id))
  const open = kept && hasEntries(fromKept(kept, assays)) ? kept : undefined
  const known = subject.data?.data
  const set = useQuery({ ...testSetQuery(setId ?? ''), enabled: setId !== undefined })
  const [begun, setBegun] = useState<{ subject: SubjectDetails; set: TestSet | undefined }>()

  // A begun test stays, because the draft that is kept from then on is its own.
  if (begun !== undefined) return <Begun user={user} places={places} assays={assays} {...begun} />
  if (subject.isError || set.isError || isError) {
    return (
      <Notice title={t('recording:failed.title')} text={t('lists:failed.text')}>
        <Button
          onClick={() =>
            void navigate({ to: '/create-test', search: { subject: subjectId, set: setId }, reloadDocument: true })
          }
        >
          {t('shell:tryAgain')}
        </Button>
      </Notice>
    )
  }
  // The set that was known before may have gone on since.
  const isReady = known !== undefined && !set.isFetching && (setId === undefined || set.data !== undefined)
  if (isReady && !isFetching && open === undefined) {
    setBegun({ subject: known, set: set.data?.data })
    return null
  }
  if (open === undefined || isFetching) return <RowSkeletons rows={4} label={t('recording:loading')} />
  return (
    <DraftOffer
      userId={user.id}
      draft={open}
      onContinue={() => void navigate({ to: '/create-test', search: { step: 'review' }, replace: true })}
      // After discarding, no draft is open and the test above begins.
      onDiscarded={() => undefined}
    />
  )
}

/** Keeps the draft in this tab, where the page finds it. */
function Begun({
  user,
  places,
  assays,
  subject,
  set,
}: Omit<Props, 'subjectId' | 'setId'> & { subject: SubjectDetails; set: TestSet | undefined }) {
  const { typing } = useDates()
  useState(() => {
    clearDraft(user.id)
    const draft = draftOf(subject, set, places, assays, user.id, typing)
    if (draft !== undefined) saveDraft(user.id, draft)
  })
  return <Start user={user} places={places} assays={assays} />
}

function draftOf(
  found: SubjectDetails,
  set: TestSet | undefined,
  places: Places,
  assays: readonly AssayListItem[],
  userId: string,
  typing: string,
): Draft | undefined {
  const group = set === undefined ? placeOf(found, places, userId) : { ...set.group, organisation: set.organisation }
  if (group === undefined) return undefined
  const offered = offeredAssays(assays, group.organisation, loadLastAssay(userId, group.id))
  const assay = offered.find(({ id }) => id === set?.next?.assay.id) ?? offered[0]
  const last = assay && loadLastLot(userId, group.id, assay.id)
  return {
    ...emptyDraft({
      idempotencyKey: newIdempotencyKey(),
      performedZone: ownZone(),
      organisation: group.organisation,
      group: { id: group.id, name: group.name },
      assayId: assay?.id ?? null,
      testSetId: set?.id ?? null,
      ...(last && { lot: last.lot, lotExpiry: typedDate(last.lotExpiry, typing) }),
    }),
    subject: subjectIn(group.id, found),
  }
}

/**
 * Chooses among the groups that know the subject and accept tests: the one where the last test was recorded, else the
 * first.
 */
function placeOf({ groups }: SubjectDetails, places: Places, userId: string) {
  const open = groups.filter(({ id }) => places.hasMore.groups || places.groups.some((group) => group.id === id))
  const last = loadLastPlace(userId)?.group.id
  return open.find(({ id }) => id === last) ?? open[0]
}
