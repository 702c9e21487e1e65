import { IconBinaryTree, IconPlus } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { TestSetListItem } from '../../contract/test-sets/test-set.ts'
import type { TestSetState as State } from '../../contract/test-sets/outcome.ts'
import type { TestingAlgorithmListItem } from '../../contract/testing-algorithms/algorithm.ts'
import { mayKeepTestingAlgorithms } from '../../contract/permissions/can.ts'
import { subjectName } from '../../contract/subjects/subject.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { Introduction } from '../lists/introduction.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { TestSetState } from '../lists/test-set-state.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder } from '../session/queries.ts'
import { testSetsQuery } from '../test-sets/queries.ts'
import { Link } from '../routing/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { testingAlgorithmsQuery } from './queries.ts'
import * as styles from './testing-algorithms.module.css'

const states = ['open', 'ended', 'stopped'] as const

/** The tenant's algorithms, and above them the sets of tests at the user's places; without any, what is to be done first. */
export function TestingAlgorithmsPage() {
  const t = useT()
  const mayKeep = mayKeepTestingAlgorithms(useHolder())
  const algorithms = useQuery(testingAlgorithmsQuery(undefined))
  const sets = useQueries({ queries: states.map((state) => testSetsQuery(state, undefined)) })
  const withSets = states.filter((_, index) => sets[index]?.data?.page.total !== 0)
  const hasNothing = algorithms.data?.page.total === 0 && withSets.length === 0
  const create = mayKeep && (
    <FormLink target={paths.newTestingAlgorithm()} icon={IconPlus} word={t('shell:page.newTestingAlgorithm')} />
  )
  return (
    <>
      <Page
        title={t('shell:page.testingAlgorithms')}
        width="narrow"
        actions={!algorithms.isPending && !hasNothing && create}
      >
        {hasNothing ? (
          <Notice
            title={t('testingAlgorithms:list.none')}
            text={t('testingAlgorithms:intro')}
            picture={<IconBinaryTree size={40} stroke={1.5} aria-hidden />}
          >
            {create}
          </Notice>
        ) : (
          <>
            {withSets.map((state) => (
              <Sets key={state} state={state} />
            ))}
            {withSets.length === 0 && <p className={styles.text}>{t('testingAlgorithms:sets.none')}</p>}
            <PartList
              title={t('testingAlgorithms:list.title')}
              level={2}
              query={testingAlgorithmsQuery}
              none={t('testingAlgorithms:list.none')}
              row={(algorithm) => <AlgorithmRow algorithm={algorithm} />}
            />
            <Introduction>
              <p>{t('testingAlgorithms:intro')}</p>
            </Introduction>
          </>
        )}
      </Page>
      <Outlet />
    </>
  )
}

function Sets({ state }: { state: State }) {
  const t = useT()
  return (
    <PartList
      title={t(`testingAlgorithms:sets.${state}`)}
      level={2}
      query={(cursor) => testSetsQuery(state, cursor)}
      none={t('testingAlgorithms:sets.none')}
      row={(set) => <SetRow set={set} />}
    />
  )
}

function SetRow({
  set: { id, subject, algorithm, group, organisation, outcome, state, startedAt },
}: {
  set: TestSetListItem
}) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const followUp = outcome?.followUpOn
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <Link {...paths.testSet(id)}>{subjectName(subject) ?? t('lists:anonymized')}</Link>
          <TestSetState state={state} outcome={outcome} />
        </span>
      }
      second={[
        algorithm.name,
        placeName({ ...group, organisation }),
        t('testingAlgorithms:sets.started', { time: dates.instant(startedAt) }),
        followUp && t('testingAlgorithms:sets.testAgain', { day: dates.day(followUp) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

function AlgorithmRow({
  algorithm: { id, name, steps, firstAssay, retiredAt },
}: {
  algorithm: TestingAlgorithmListItem
}) {
  const t = useT()
  return (
    <PartRow
      main={<Link {...paths.testingAlgorithm(id)}>{name}</Link>}
      second={[
        retiredAt !== null && t('testingAlgorithms:list.retired'),
        t('testingAlgorithms:list.steps', { count: steps }),
        t('testingAlgorithms:list.begins', { kit: firstAssay.name }),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
