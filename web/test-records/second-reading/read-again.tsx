import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { can, mayCorrectTests } from '../../../contract/permissions/can.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import {
  newSecondReading,
  type BothReadings as Readings,
  type UnreadTest,
} from '../../../contract/test-records/second-reading.ts'
import { EditPanel } from '../../editing/edit-panel.tsx'
import { NewForm } from '../../editing/new-form.tsx'
import { useSubmit } from '../../editing/use-submit.ts'
import { usePlaceName } from '../../lists/place-name.ts'
import { inPlace, paths } from '../../paths.ts'
import { useHolder } from '../../session/queries.ts'
import { useCrumb } from '../../routing/page-crumb.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Facts, given } from '../../ui/facts.tsx'
import { focusInPlace } from '../../ui/focus-once.ts'
import { HeldBackPage } from '../../ui/held-back.tsx'
import { holdPresses } from '../../ui/held-presses.ts'
import { Link } from '../../routing/link.tsx'
import { useT } from '../../ui/phrases.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { DevicePhoto } from '../device-photo.tsx'
import { SubjectIdentity } from '../recording/subject-identity.tsx'
import { useLines } from '../recording/use-lines.tsx'
import { SideBySide } from './side-by-side.tsx'
import { unreadTestQuery, useReadAgain } from './queries.ts'
import * as styles from './read-again.module.css'
import * as sideStyles from './side-by-side.module.css'

/**
 * Reads a test a second time, in a panel over the tests in progress. The first reading is hidden until the second is
 * saved, and then shown beside it.
 */
export function ReadAgain() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/in-progress/$id/second-reading' })
  const test = useQuery(unreadTestQuery(id))
  const [read, setRead] = useState<{ id: string; readings: Readings }>()
  const readings = read?.id === id ? read.readings : undefined
  const subject = test.data?.data.subject
  useCrumb(subject && (subjectName(subject) ?? t('lists:anonymized')))
  return (
    <EditPanel title={t('shell:page.readAgain')} below={paths.inProgress()} query={test} rows={6}>
      {(stored) => (
        <>
          {stored.isHeldBack && <HeldBackPage name={stored.testId} />}
          {readings === undefined ? (
            <Fields test={stored} onRead={(both) => setRead({ id, readings: both })} />
          ) : (
            <Done id={id} readings={readings} />
          )}
        </>
      )}
    </EditPanel>
  )
}

function Fields({ test, onRead }: { test: UnreadTest; onRead: (readings: Readings) => void }) {
  const t = useT()
  const placeName = usePlaceName()
  const dates = useDates()
  const { id, testId, subject, assay, specimen, lot, lotExpiry, organisation, group, location, deviceImageId } = test
  const { performedAt, performedZone, readAt, recordedAt, reading, wasSeen } = test
  const form = useForm({ schema: newSecondReading, initial: nothingRead })
  const { lines, read } = useLines(assay, form)
  const submission = useSubmit(form, {
    failed: 'secondReadings:read.failed',
    offline: 'recording:review.offline',
    refused: { 404: 'secondReadings:read.movedAway' },
    read: () => {
      const { analyteResults, missing } = read()
      return { candidate: { analyteResults, note: form.values.note }, errors: missing }
    },
    send: useReadAgain(id),
    onDone: onRead,
  })
  return (
    <div className={styles.reading} ref={holdPresses}>
      <p className={styles.intro}>{t('secondReadings:read.intro')}</p>
      <SubjectIdentity subject={subject} />
      {deviceImageId === null ? (
        <Alert tone="notice">{t('secondReadings:read.noPhoto', { testId })}</Alert>
      ) : (
        <DevicePhoto id={deviceImageId} testId={testId} />
      )}
      <Facts
        facts={given([
          [t('fields:testId'), testId],
          [t('fields:assayId'), assay.name],
          [t('fields:specimen'), specimen],
          [t('fields:lot'), lot],
          [t('fields:lotExpiry'), lotExpiry && dates.day(lotExpiry)],
          [t('fields:groupId'), [placeName({ ...group, organisation }), location].filter(Boolean).join(' · ')],
          [t('secondReadings:read.performed'), dates.instantIn(performedAt, performedZone)],
          [
            t('secondReadings:both.first'),
            [
              dates.instantIn(readAt ?? recordedAt, performedZone),
              reading && `(${t(`testRecords:reading.${reading}`)})`,
            ]
              .filter(Boolean)
              .join(' '),
          ],
        ])}
      />
      <NewForm
        form={form}
        submission={submission}
        label={t('shell:page.readAgain')}
        submit={t('secondReadings:read.submit')}
        keepsTop
      >
        {wasSeen && <Alert tone="notice">{t('secondReadings:read.seen')}</Alert>}
        {lines}
        <TextAreaField {...form.field('note')} label={t('fields:note')} isOptional rows={2} />
      </NewForm>
    </div>
  )
}

function Done({ id, readings }: { id: string; readings: Readings }) {
  const t = useT()
  const holder = useHolder()
  const maySee = can(holder, 'view-tests')
  const isSame = readings.state === 'agreed'
  const maySettle = !isSame && mayCorrectTests(holder)
  return (
    <div className={sideStyles.panel}>
      <h3 className={styles.outcome} tabIndex={-1} ref={focusInPlace}>
        {t(isSame ? 'secondReadings:both.agreed' : 'secondReadings:both.differ')}
      </h3>
      {!isSame && !maySettle && <p className={styles.intro}>{t('secondReadings:both.toSettle')}</p>}
      <SideBySide readings={readings} />
      <div className={styles.ways}>
        {maySettle && (
          <Link {...paths.settleReadings(id)} className={buttonClass()}>
            {t('secondReadings:both.settle')}
          </Link>
        )}
        <Link {...inPlace(paths.inProgress())} className={buttonClass(maySettle ? 'default' : 'filled')}>
          {t('secondReadings:read.back')}
        </Link>
        {maySee && <Link {...paths.testRecord(id)}>{t('lists:openRecord')}</Link>}
      </div>
    </div>
  )
}

const nothingRead: { results: Record<string, Result>; note: string } = { results: {}, note: '' }
