import { IconBinaryTree } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isOfferedAt } from '../../contract/assays/assay.ts'
import { mayMakeTestSets, whyCannotRecord } from '../../contract/permissions/can.ts'
import type { SubjectDetails } from '../../contract/subjects/subject.ts'
import type { TestSetListItem } from '../../contract/test-sets/test-set.ts'
import type { TestingAlgorithmListItem } from '../../contract/testing-algorithms/algorithm.ts'
import { failureWords } from '../api/failure-words.ts'
import { offeredAssaysQuery } from '../assays/queries.ts'
import { groupChoices } from '../groups/queries.ts'
import { Part, PartRow } from '../lists/part-list.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { TestSetState } from '../lists/test-set-state.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder } from '../session/queries.ts'
import { setsOfSubjectQuery, useStartSet } from '../test-sets/queries.ts'
import { offeredAlgorithmsQuery } from '../testing-algorithms/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './subject-sets.module.css'

interface Props {
  subject: SubjectDetails
  level: 2 | 3
}

/**
 * The sets of tests of a subject, those under way first, and the algorithms that can be begun, which are not under way; nothing if there
 * are neither. A merge or a correction may have left two of one algorithm open, of which one is to be stopped.
 */
export function SubjectSets({ subject, level }: Props) {
  const t = useT()
  const found = useQuery(setsOfSubjectQuery(subject.id)).data?.data ?? []
  const sets = found.toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'))
  const open = sets.filter(({ state }) => state === 'open')
  const twice = open.find(({ algorithm }, at) => open.findIndex((set) => set.algorithm.id === algorithm.id) < at)
  const isOpen = ({ algorithm, group }: OfferOfPlace) =>
    open.some((set) => set.algorithm.id === algorithm.id && set.group.id === group.id)
  const offers = useOffers(subject).filter((offer) => !isOpen(offer))
  if (sets.length === 0 && offers.length === 0) return null
  return (
    <Part
      title={t('testingAlgorithms:person.title')}
      level={level}
      above={
        twice !== undefined && (
          <Alert tone="notice">{t('testingAlgorithms:person.twice', { name: twice.algorithm.name })}</Alert>
        )
      }
      rows={sets}
      row={(set) => <SetRow set={set} />}
      below={
        <div className={styles.offers}>
          {offers.map((offer) => (
            <Offer key={`${offer.algorithm.id} ${offer.group.id}`} {...offer} subject={subject} />
          ))}
        </div>
      }
    />
  )
}

function SetRow({ set }: { set: TestSetListItem }) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const { id, algorithm, group, organisation, outcome, state, startedAt } = set
  const followUp = outcome?.followUpOn
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <Link {...paths.testSet(id)}>{algorithm.name}</Link>
          <TestSetState state={state} outcome={outcome} />
        </span>
      }
      second={[
        placeName({ ...group, organisation }),
        t('testingAlgorithms:sets.started', { time: dates.instant(startedAt) }),
        followUp && t('testingAlgorithms:sets.testAgain', { day: dates.day(followUp) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

interface OfferOfPlace {
  algorithm: TestingAlgorithmListItem
  group: SubjectDetails['groups'][number]
  /** True if the subject is known in several places where the algorithm can be begun. */
  namesPlace: boolean
}

/** The algorithms that the user may begin for a subject, each at the places where the subject is known and its first kit is used. */
function useOffers({ groups: known }: SubjectDetails): OfferOfPlace[] {
  const holder = useHolder()
  const mayBegin = mayMakeTestSets(holder) && whyCannotRecord(holder) === undefined && known.length > 0
  const algorithms = useQuery({ ...offeredAlgorithmsQuery(), enabled: mayBegin }).data?.data ?? []
  const enabled = algorithms.length > 0
  const groups = useQuery({ ...groupChoices({ onlyActive: true }), enabled }).data
  const assays = useQuery({ ...offeredAssaysQuery(), enabled }).data?.data ?? []
  if (groups === undefined) return []
  const open = known.filter(({ id }) => groups.page.next !== null || groups.data.some((group) => group.id === id))
  return algorithms.flatMap((algorithm) => {
    const assay = assays.find(({ id }) => id === algorithm.firstAssay.id)
    const places = open.filter(({ organisation }) => assay !== undefined && isOfferedAt(assay, organisation.id))
    return places.map((group) => ({ algorithm, group, namesPlace: places.length > 1 }))
  })
}

/** Begins a set by one press, and leads to where its first test is recorded. */
function Offer({ algorithm, group, namesPlace, subject }: OfferOfPlace & Pick<Props, 'subject'>) {
  const t = useT()
  const placeName = usePlaceName()
  const navigate = useNavigate()
  const starting = useStartSet((set) => void navigate(paths.createTestOfSet(set.id, set.subject.id)))
  const failure = failureWords(starting.error, { failed: 'testingAlgorithms:offer.failed', hasFields: false })
  const { name } = algorithm
  return (
    <>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Button
        variant="default"
        isPending={starting.isPending}
        onClick={() =>
          starting.mutate({
            algorithmId: algorithm.id,
            organisationId: group.organisation.id,
            groupId: group.id,
            subjectId: subject.id,
          })
        }
      >
        <IconBinaryTree size={18} aria-hidden />
        <span>
          {namesPlace
            ? t('testingAlgorithms:person.beginAt', { name, place: placeName(group) })
            : t('testingAlgorithms:person.begin', { name })}
        </span>
      </Button>
    </>
  )
}
