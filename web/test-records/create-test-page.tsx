import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { can } from '../../contract/permissions/can.ts'
import { offeredAssaysQuery } from '../assays/queries.ts'
import { groupChoices } from '../groups/queries.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { hasPlace } from './recording/places.ts'
import { Button } from '../ui/button.tsx'
import { PlaceStep, SubjectStep } from './recording/recording.tsx'
import { Start } from './recording/start.tsx'
import { useOfferedAlgorithms } from './recording/use-offered-algorithms.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'

/** Loaded separately, because only people who come from a subject need it. */
const StartOfSubject = lazyPage(async () => (await import('./recording/start-of-subject.tsx')).StartOfSubject)

/** Loaded when it is shown, because nearly every place has a group. */
const NewGroupLink = lazyPage(async () => (await import('../lists/new-group-link.tsx')).NewGroupLink)

/** Records a test, once there is a place that accepts tests and an assay to use. */
export function CreateTestPage() {
  const t = useT()
  // With one place recording begins with the subject, otherwise with the place. Both steps are loaded after the first
  // draw, while the places that decide this are still loading.
  useEffect(() => {
    const timer = setTimeout(() => {
      void PlaceStep.preload()
      void SubjectStep.preload()
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title={t('shell:page.createTest')} width="wide">
      <Prepared />
    </Page>
  )
}

/** Explains in the words of spec §8 that a test needs a place, and whom to ask for one. */
function Unable() {
  const t = useT()
  const isAdministrator = can(useHolder(), ['edit-orgs', 'edit-groups'])
  return (
    <Notice
      title={t('recording:unable.title')}
      text={
        <>
          <p>{t('recording:unable.text')}</p>
          <p>{t(isAdministrator ? 'recording:unable.administrator' : 'recording:unable.staff')}</p>
        </>
      }
    >
      <Coming>
        <NewGroupLink neededFor="test" />
      </Coming>
    </Notice>
  )
}

function Prepared() {
  const t = useT()
  const user = useUser()
  const { subject, set, group: made } = useSearch({ from: '/logged-in/create-test' })
  const organisations = useQuery(organisationChoices({ onlyActive: true }))
  const groups = useQuery(groupChoices({ onlyActive: true }))
  const assays = useQuery({ ...offeredAssaysQuery(), staleTime: Infinity })
  const needed = [organisations, groups, assays]
  useOfferedAlgorithms()
  const waiting = <RowSkeletons rows={4} label={t('recording:loading')} />

  if (organisations.data && groups.data && assays.data) {
    if (assays.data.data.length === 0) {
      return <Notice title={t('recording:noAssay.title')} text={t('recording:noAssay.text')} />
    }
    const places = {
      organisations: organisations.data.data,
      groups: groups.data.data,
      hasMore: { organisations: organisations.data.page.next !== null, groups: groups.data.page.next !== null },
    }
    // A group that was made for this test may not be in the list from before.
    if (made !== undefined && groups.isFetching && !places.groups.some(({ id }) => id === made)) return waiting
    if (!hasPlace(places)) return <Unable />
    const prepared = { user, places, assays: assays.data.data }
    if (subject === undefined) return <Start {...prepared} />
    return (
      <Coming fallback={waiting}>
        <StartOfSubject {...prepared} subjectId={subject} setId={set} />
      </Coming>
    )
  }
  if (needed.every(({ isError }) => !isError)) return waiting
  return (
    <Notice title={t('recording:failed.title')} text={t('lists:failed.text')}>
      <Button onClick={() => needed.forEach(({ isError, refetch }) => isError && void refetch())}>
        {t('shell:tryAgain')}
      </Button>
    </Notice>
  )
}
