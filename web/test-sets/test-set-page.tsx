import { IconPlayerStop, IconPrinter, IconTestPipe } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import type { TestOfSet, TestSet } from '../../contract/test-sets/test-set.ts'
import { mayMakeTestSets, whyCannotRecord } from '../../contract/permissions/can.ts'
import { anonymizedId, subjectName } from '../../contract/subjects/subject.ts'
import { failureWords } from '../api/failure-words.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { PrintedHead } from '../lists/printed-head.tsx'
import { TestSetState } from '../lists/test-set-state.tsx'
import { Answer } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useCrumb } from '../routing/page-crumb.ts'
import { useHolder } from '../session/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Facts, given } from '../ui/facts.tsx'
import { HeldBackPage } from '../ui/held-back.tsx'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { printDrawn } from '../ui/print-drawn.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import { testSetQuery } from './queries.ts'
import { notePrint } from './set-queries.ts'
import * as styles from './test-set-page.module.css'

/** A set of tests: what they say together, each of them, and which is next. */
export function TestSetPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-sets/$id' })
  const query = useQuery(testSetQuery(id))
  const set = query.data?.data
  const name = set && (subjectName(set.subject) ?? t('lists:anonymized'))
  useCrumb(name)
  return (
    <>
      <Page
        title={name ?? t('shell:page.testSet')}
        width="narrow"
        detail={set && <TestSetState state={set.state} outcome={set.outcome} />}
        actions={set && <SetActions set={set} />}
      >
        <Answer
          query={query}
          waiting={<RowSkeletons rows={6} label={t('shell:loading')} />}
          failed={t('testingAlgorithms:failed')}
        >
          {({ data }) => <Content set={data} />}
        </Answer>
      </Page>
      <Outlet />
    </>
  )
}

function SetActions({ set: { id, state } }: { set: TestSet }) {
  const t = useT()
  const mayMake = mayMakeTestSets(useHolder())
  const printing = useMutation({
    mutationFn: () => notePrint(id),
    onSuccess: printDrawn,
    onError: (error) => {
      const words = failureWords(error, { failed: 'testingAlgorithms:set.printFailed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
  if (!mayMake || state === 'stopped') return null
  return (
    <div className={styles.actions}>
      {state === 'ended' ? (
        <Button variant="default" isPending={printing.isPending} onClick={() => printing.mutate()}>
          <IconPrinter size={18} aria-hidden />
          <span>{t('testingAlgorithms:set.print')}</span>
        </Button>
      ) : (
        <FormLink
          target={paths.stopTestSet(id)}
          variant="default"
          icon={IconPlayerStop}
          word={t('testingAlgorithms:set.stop')}
        />
      )}
    </div>
  )
}

function Content({ set }: { set: TestSet }) {
  const t = useT()
  const placeName = usePlaceName()
  const { state, tests } = set
  return (
    <div className={styles.content}>
      <PrintedHead
        about={[subjectName(set.subject), set.algorithm.name]}
        lines={[placeName({ ...set.group, organisation: set.organisation })]}
      />
      {state !== 'ended' && <HeldBackPage name={subjectName(set.subject)} />}
      <Next set={set} />
      {state !== 'ended' && (
        <Alert tone="notice">{t(`testingAlgorithms:set.${state === 'open' ? 'held' : 'heldForGood'}`)}</Alert>
      )}
      <About set={set} />
      <TitledCard title={t('testingAlgorithms:set.tests')}>
        {tests.length === 0 ? (
          <p className={styles.text}>{t('testingAlgorithms:set.noTests')}</p>
        ) : (
          <ul className={styles.tests}>
            {tests.map((test) => (
              <Test key={test.id} test={test} />
            ))}
          </ul>
        )}
      </TitledCard>
    </div>
  )
}

/** Proposes the next test, or says why there is none although the set is open. */
function Next({ set: { id, next, awaitsReading, subject } }: { set: TestSet }) {
  const t = useT()
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  if (awaitsReading !== null) {
    return (
      <div className={styles.next}>
        <p>{t('testingAlgorithms:set.awaits')}</p>
        <Link {...paths.testRecord(awaitsReading)}>{t('testingAlgorithms:set.awaitsLink')}</Link>
      </div>
    )
  }
  if (next === null) return null
  return (
    <div className={styles.next}>
      <h2>{t('testingAlgorithms:set.next')}</h2>
      <p className={styles.kit}>{t('testingAlgorithms:set.nextText', { step: next.name, kit: next.assay.name })}</p>
      {next.assay.isRetired ? (
        <Alert tone="notice">{t('testingAlgorithms:set.kitRetired', { kit: next.assay.name })}</Alert>
      ) : (
        mayRecord &&
        subject.id !== anonymizedId && (
          <Link {...paths.createTestOfSet(id, subject.id)} className={buttonClass('filled')}>
            <IconTestPipe size={18} aria-hidden />
            <span>{t('testingAlgorithms:set.record')}</span>
          </Link>
        )
      )}
    </div>
  )
}

function About({ set }: { set: TestSet }) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const { subject, algorithm, group, organisation, outcome, startedAt, startedBy, endedAt, stopReason } = set
  return (
    <Facts
      facts={given([
        [t('testingAlgorithms:set.outcome'), outcome?.name],
        [t('testingAlgorithms:set.followUpOn'), outcome?.followUpOn && dates.day(outcome.followUpOn)],
        [t('fields:dateOfBirth'), subject.dateOfBirth && dates.day(subject.dateOfBirth)],
        [
          t('testingAlgorithms:set.algorithm'),
          t('testingAlgorithms:set.algorithmVersion', { name: algorithm.name, version: algorithm.version }),
        ],
        [t('testingAlgorithms:set.place'), placeName({ ...group, organisation })],
        [
          t('testingAlgorithms:set.startedBy'),
          t('testingAlgorithms:set.startedByText', { time: dates.instant(startedAt), name: startedBy.name }),
        ],
        [t('testingAlgorithms:set.endedAt'), endedAt && dates.instant(endedAt)],
        [t('testingAlgorithms:set.stopReason'), stopReason && t(`testingAlgorithms:stop.reason.${stopReason}`)],
      ])}
    />
  )
}

function Test({ test }: { test: TestOfSet }) {
  const t = useT()
  const dates = useDates()
  const { id, testId, stepName, assayName, result, performedAt, performedZone, state, counts } = test
  return (
    <li className={styles.test} data-out={!counts || undefined}>
      <div>
        <p className={styles.step}>{t('testingAlgorithms:set.nextText', { step: stepName, kit: assayName })}</p>
        <p className={styles.text}>
          <Link {...paths.testRecord(id, { crumb: testId })}>{testId}</Link>
          <span>{` · ${dates.instantIn(performedAt, performedZone)}`}</span>
          {!counts && (
            <span>{` · ${t(state === 'voided' ? 'testingAlgorithms:set.voided' : 'testingAlgorithms:set.notCounted')}`}</span>
          )}
        </p>
      </div>
      <ResultBadge result={result} />
    </li>
  )
}
