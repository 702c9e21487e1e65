import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '../../../contract/permissions/can.ts'
import { runReading } from '../../../contract/test-runs/endpoints.ts'
import type { KeptReadingDraft } from '../../../contract/test-runs/in-progress.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { EditPanel } from '../../editing/edit-panel.tsx'
import { NewForm } from '../../editing/new-form.tsx'
import { useGoOn } from '../../editing/use-go-on.ts'
import { useSubmit } from '../../editing/use-submit.ts'
import { usePlaceName } from '../../lists/place-name.ts'
import { inPlace, paths } from '../../paths.ts'
import { useCrumb } from '../../routing/page-crumb.ts'
import { useHolder } from '../../session/queries.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts, given } from '../../ui/facts.tsx'
import { Link } from '../../routing/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HeldBackPage } from '../../ui/held-back.tsx'
import { holdPresses } from '../../ui/held-presses.ts'
import { t as say, useT } from '../../ui/phrases.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { KeepingNote } from '../recording/keeping-note.tsx'
import { PhotoField } from '../recording/photo-field.tsx'
import { usePhotoUpload } from '../recording/use-photo-upload.ts'
import { SubjectIdentity } from '../recording/subject-identity.tsx'
import { useLines } from '../recording/use-lines.tsx'
import { standingOf, type ServerTime } from './clock.ts'
import { useEndedMeanwhile, useFinishRun } from './ending.ts'
import { runQuery } from './queries.ts'
import { usePresent } from './use-present.ts'
import { nothingEntered, useBegunReading, useKeptReading } from './use-reading-draft.ts'
import * as styles from './read-run.module.css'

/**
 * Records the result of a test in progress, in a panel over the page, prefilled with everything that was known at its
 * start.
 */
export function ReadRun() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/in-progress/$id/read' })
  const run = useQuery(runQuery(id))
  const subject = run.data?.data.subject
  useCrumb(subject && (subjectName(subject) ?? t('lists:anonymized')))
  return (
    <EditPanel title={t('shell:page.readRun')} below={paths.inProgress()} query={run} rows={6}>
      {(stored, reply) =>
        stored.state === 'running' ? <Fields run={stored} time={reply} kept={reply.draft} /> : <Ended run={stored} />
      }
    </EditPanel>
  )
}

/** Explains how a test ended that somebody else read or cancelled in the meantime. */
export function Ended({ run }: { run: TestRun }) {
  const t = useT()
  const dates = useDates()
  const maySee = can(useHolder(), 'view-tests')
  const time = run.endedAt === null ? '' : dates.instantIn(run.endedAt, run.zone)
  const who = run.endedBy?.name ?? t('testRuns:ended.server')
  return (
    <Notice title={t(`testRuns:ended.${run.state}`)} text={t('testRuns:ended.text', { name: who, time })}>
      {run.testRecordId !== null && maySee && (
        <Link {...paths.testRecord(run.testRecordId)}>{t('testRuns:ended.open')}</Link>
      )}
    </Notice>
  )
}

function Fields({ run, time, kept }: { run: TestRun; time: ServerTime; kept: KeptReadingDraft | null }) {
  const t = useT()
  const placeName = usePlaceName()
  const dates = useDates()
  const goOn = useGoOn()
  // The server decides by its own clock; this is a forecast of what it will ask.
  const { phase } = standingOf(
    run,
    usePresent(time, () => undefined),
  )
  const { assay, subject, organisation, group, location, specimen, lot, lotExpiry, startedAt, zone } = run
  const begun = useBegunReading(run.id, kept)
  const form = useForm({ schema: runReading, initial: begun?.entered ?? nothingEntered })
  const { values, errors, set, field } = form
  const photo = usePhotoUpload((image) => {
    set('image', image)
    form.forget(['deviceImageId'])
  })
  const [startedOver, setStartedOver] = useState(false)
  const { keeping, stop } = useKeptReading(run.id, values)
  const { lines, read } = useLines(assay, form)
  const [wasAsked, setAsked] = useState(false)
  const needsReason = phase !== 'ready' || wasAsked
  if (errors.readingReason !== undefined && !wasAsked) setAsked(true)
  const submission = useSubmit(form, {
    failed: 'recording:review.failed',
    offline: 'recording:review.offline',
    refused: { 404: 'testRuns:movedAway' },
    read: () => {
      const { analyteResults, missing } = read()
      return {
        candidate: {
          analyteResults,
          deviceImageId: values.image?.id ?? null,
          note: values.note,
          readingReason: needsReason ? values.readingReason : null,
        },
        errors: {
          ...missing,
          ...(assay.imageRequired &&
            values.image === null && {
              deviceImageId: say('rules:required', { field: say('fields:deviceImageId') }),
            }),
          ...(phase !== 'ready' && values.readingReason.trim() === '' && { readingReason: say('rules:readingReason') }),
          ...photo.missing,
        },
      }
    },
    send: useFinishRun(run),
    onDone: async (record) => {
      stop()
      await goOn(inPlace(paths.inProgress()), say('recording:saved.created', { testId: record.testId }))
    },
    onFailure: useEndedMeanwhile(run.id),
  })

  return (
    <div className={styles.reading} ref={holdPresses}>
      {run.isStepOfSet && <HeldBackPage name={subjectName(subject)} />}
      <SubjectIdentity subject={subject} />
      <Facts
        facts={given([
          [t('fields:assayId'), assay.name],
          [t('fields:specimen'), specimen],
          [t('fields:lot'), lot],
          [t('fields:lotExpiry'), lotExpiry && dates.day(lotExpiry)],
          [t('fields:groupId'), [placeName({ ...group, organisation }), location].filter(Boolean).join(' · ')],
          [t('testRuns:applied'), dates.instantIn(startedAt, zone)],
        ])}
      />
      <NewForm
        // Data on the server is there when the test is opened again, so leaving need not ask.
        form={{ isChanged: form.isChanged && keeping?.is === 'tab' }}
        submission={submission}
        label={t('shell:page.readRun')}
        submit={t('recording:review.save')}
      >
        {begun !== null && !startedOver && (
          <Alert tone="notice">
            <p className={styles.begun}>{t('testRuns:begun.text', { time: dates.timeOf(begun.at) })}</p>
            <Button
              variant="default"
              onClick={() => {
                form.setValues(() => nothingEntered)
                setStartedOver(true)
              }}
            >
              {t('testRuns:begun.startOver')}
            </Button>
          </Alert>
        )}
        {phase !== 'ready' && <Alert tone="notice">{t(`testRuns:warning.${phase}`)}</Alert>}
        {lines}
        {needsReason && (
          <TextAreaField
            {...field('readingReason')}
            label={t(phase === 'developing' ? 'testRuns:reason.early' : 'testRuns:reason.late')}
            rows={2}
          />
        )}
        <PhotoField
          label={t('fields:deviceImageId')}
          isOptional={!assay.imageRequired}
          image={values.image}
          photo={photo}
          onRemove={() => set('image', null)}
          error={errors.deviceImageId}
          onTouched={() => form.forget(['deviceImageId'])}
        />
        <TextAreaField {...field('note')} label={t('fields:note')} isOptional rows={2} />
        <KeepingNote keeping={keeping} />
      </NewForm>
    </div>
  )
}
