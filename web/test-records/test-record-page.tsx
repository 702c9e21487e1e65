import { IconBan, IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  mayCorrectTests,
  mayNotify,
  mayReadRecordHistory,
  maySendResults,
  mayUseTestSets,
  type Holder,
} from '../../contract/permissions/can.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import type { RecordTestSet } from '../../contract/test-sets/outcome.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { DetailPage } from '../lists/detail-page.tsx'
import { TrailLink } from '../lists/trail-link.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { HeldBackPage } from '../ui/held-back.tsx'
import { Link } from '../routing/link.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { alsoSay, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { PrintRecord } from './print-record.tsx'
import { testRecordQuery } from './queries.ts'
import * as styles from './record-details.module.css'
import { RecordDetails } from './record-details.tsx'

/** Loaded separately, because few records are ever changed. */
const RecordHistory = lazyPage(async () => {
  const [history] = await Promise.all([import('./changing/record-history.tsx'), alsoSay('changing')])
  return history.RecordHistory
})

/** Loaded separately, because few tests are read by two people. */
const BothReadings = lazyPage(async () => {
  const [both] = await Promise.all([import('./second-reading/both-readings.tsx'), alsoSay('secondReadings')])
  return both.BothReadings
})

/** Loaded separately, because it is at the end of the page and has its own request. */
const Deliveries = lazyPage(async () => {
  const [deliveries] = await Promise.all([import('./deliveries.tsx'), alsoSay('delivering')])
  return deliveries.Deliveries
})

/** Loaded separately, because it is at the end of the page and has its own request. */
const RecordNotifications = lazyPage(async () => {
  const [part] = await Promise.all([import('./record-notifications.tsx'), alsoSay('notifications')])
  return part.RecordNotifications
})

/** One record, which can be printed, sent, corrected and voided. */
export function TestRecordPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-records/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/test-records' })
  const record = useQuery(testRecordQuery(id))
  const holder = useHolder()
  const mayChange = mayCorrectTests(holder)
  /** The id of the record whose "send" button was pressed. */
  const [toSend, setToSend] = useState<string>()
  const readings = (data: TestRecord, level: 2 | 3) =>
    mayReadRecordHistory(holder) && <BothReadings record={data} level={level} />
  return (
    <DetailPage
      words="testRecords"
      id={id}
      name={record.data?.data.testId}
      kind={t('shell:page.testRecord')}
      detail={record}
      list={paths.testRecords(search)}
    >
      {({ data }, level) => (
        <>
          {isInOpenSet(data) && <HeldBackPage name={data.testId} />}
          <div className={styles.actions}>
            {mayChange && data.state !== 'voided' && (
              <FormLink
                target={paths.correctTest(id, search)}
                variant="default"
                icon={IconPencil}
                word={t('testRecords:record.correct')}
              />
            )}
            {!isInOpenSet(data) && <PrintRecord key={data.id} record={data} />}
            {isSendable(data, holder) && !isHeldBack(data) && (
              <Button
                variant="default"
                onClick={() => {
                  setToSend(data.id)
                  goTo(document.querySelector<HTMLElement>('[data-deliveries]'))
                }}
              >
                <IconSend size={18} aria-hidden />
                <span>{t('testRecords:record.send')}</span>
              </Button>
            )}
          </div>
          {!mayChange && data.state !== 'voided' && <WhoCorrects record={data} />}
          {data.testSet !== undefined && <SetOfRecord set={data.testSet} isHeldBack={isHeldBack(data)} />}
          {/* Drawn together, because details that move down are read wrongly. */}
          <Suspense fallback={<RowSkeletons rows={8} label={t('shell:loading')} />}>
            {isOpen(data) && readings(data, level)}
            <RecordDetails record={data} level={level} />
          </Suspense>
          {data.secondReading !== null && !isOpen(data) && (
            <Suspense fallback={<RowSkeletons rows={2} label={t('shell:loading')} />}>{readings(data, level)}</Suspense>
          )}
          {data.state !== 'recorded' && mayReadRecordHistory(holder) && (
            <Suspense fallback={<RowSkeletons rows={2} label={t('shell:loading')} />}>
              <RecordHistory id={data.id} level={level} />
            </Suspense>
          )}
          {data.subject.kind === 'human' && !isHeldBack(data) && mayReadRecordHistory(holder) && (
            <Suspense fallback={<RowSkeletons rows={1} label={t('shell:loading')} />}>
              <Deliveries key={data.id} record={data} level={level} onDrawn={toSend === data.id ? goTo : undefined} />
            </Suspense>
          )}
          {data.subject.kind === 'human' && mayNotify(holder) && (
            <Suspense fallback={null}>
              <RecordNotifications key={data.id} record={data} level={level} />
            </Suspense>
          )}
          {mayChange && data.state !== 'voided' && (
            <div className={styles.apart}>
              <p>{t('testRecords:record.voidHelp')}</p>
              <FormLink
                target={paths.voidTest(id, search)}
                variant="default"
                icon={IconBan}
                word={t('shell:page.voidTest')}
              />
            </div>
          )}
          <TrailLink resource_type="test-record" resource={data.id} />
        </>
      )}
    </DetailPage>
  )
}

/** Says of which set of tests the record is a step, and what that says. */
function SetOfRecord({
  set: { id, algorithmName, stepName, outcome },
  isHeldBack: isHeld,
}: {
  set: RecordTestSet
  isHeldBack: boolean
}) {
  const t = useT()
  const dates = useDates()
  const step = t('testRecords:record.step', { step: stepName, name: algorithmName })
  return (
    <div className={styles.toCorrect}>
      <p>{mayUseTestSets(useHolder()) ? <Link {...paths.testSet(id)}>{step}</Link> : <span>{step}</span>}</p>
      {outcome !== null && <p>{t('testRecords:record.outcome', { outcome: outcome.name })}</p>}
      {outcome?.followUpOn ? <p>{t('testRecords:record.followUpOn', { day: dates.day(outcome.followUpOn) })}</p> : null}
      {isHeld && <Alert tone="notice">{t('testRecords:record.heldBack')}</Alert>}
    </div>
  )
}

/** Tells users who cannot correct the record whom to ask. */
function WhoCorrects({ record }: { record: TestRecord }) {
  const t = useT()
  const isPatient = useHolder().userType === 'patient'
  const { organisation, group, phone } = record
  return (
    <p className={styles.toCorrect}>
      <span>
        {isPatient
          ? t('testRecords:record.toCorrectOwn', { place: `${group.name}, ${organisation.name}` })
          : t('testRecords:record.toCorrect', { organisation: organisation.name })}
      </span>
      {isPatient && phone !== null && (
        <>
          <br />
          <span>{`${t('fields:phone')}: `}</span>
          <PhoneLink number={phone} />
        </>
      )}
    </p>
  )
}

/** True if a second reading needs action, which the page says first. */
function isOpen({ secondReading, state }: TestRecord): boolean {
  return (secondReading === 'awaiting' || secondReading === 'differ') && state !== 'voided'
}

/** Only people have a date of birth, which opens a sent result. */
function isSendable({ state, subject }: TestRecord, holder: Holder): boolean {
  return subject.kind === 'human' && state !== 'voided' && maySendResults(holder)
}

/** True for a step of a set of tests without an outcome, whose result stays with the staff. */
function isHeldBack(record: TestRecord): boolean {
  return isInOpenSet(record) && record.state !== 'voided'
}

/** True also for a voided step, which is no more on paper than the others. */
function isInOpenSet({ testSet }: TestRecord): boolean {
  return testSet !== undefined && testSet.state !== 'ended'
}

/** Scrolls to the deliveries, where the ways to send are. */
function goTo(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.closest('section')?.scrollIntoView?.({ block: 'start' })
}
