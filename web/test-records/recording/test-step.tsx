import { IconBarcode } from '@tabler/icons-react'
import { useState, type ComponentType, type ComponentProps } from 'react'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import { tooLongIn } from '../../../contract/phrases/message-of.ts'
import { localParts, offsetMinutes } from '../../../contract/rules/dates.ts'
import { isLotExpired, newTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import { inTime } from '../../api/patience.ts'
import { Alert } from '../../ui/alert.tsx'
import { DateField } from '../../ui/date-field.tsx'
import type { Elements } from '../../ui/elements.ts'
import { alsoSay, useT } from '../../ui/phrases.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Button } from '../../ui/button.tsx'
import { parseTypedDate, typedDate } from '../../ui/typed-date.ts'
import { typedTime } from '../../ui/typed-time.ts'
import { ClockNotice } from '../clock-notice.tsx'
import { useDates } from '../../preferences/use-dates.ts'
import { checkDraft } from './draft-check.ts'
import { isImageOfAnother, type Draft } from './draft.ts'
import { errorWords, type FieldWords } from './error-words.ts'
import { PhotoField } from './photo-field.tsx'
import { usePhotoUpload } from './use-photo-upload.ts'
import { AnalyteResult } from './analyte-results.tsx'
import { AssayInstructions } from './assay-instructions.tsx'
import { MoreDetails } from './more-details.tsx'
import { performedAtOf } from './performed-text.ts'
import type { SeveralAnalytes } from './several-analytes.tsx'
import { WhichHour } from '../which-hour.tsx'
import { useKitCode } from './use-kit-code.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useScanner } from '../scanning/use-scanner.ts'
import { StepFrame } from './step-frame.tsx'
import { stepOf } from './use-saving.ts'
import { useStartTimer } from './use-start-timer.ts'
import { useTypedLot } from './use-typed-lot.ts'
import { useStepForm } from './use-step-form.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import * as styles from './test-step.module.css'

/** Loaded separately for people who scan: with its camera and its reader it is larger than the rest of recording. */
const ScanPanel = lazyPage(async () => {
  const [part] = await Promise.all([import('./scan-panel.tsx'), alsoSay('kitScan')])
  return part.ScanPanel
})

interface Props {
  draft: Draft
  assay: AssayListItem
  /** The assays to choose from; a single one needs no choice. */
  offered: readonly AssayListItem[]
  /** The assays that are offered at any place, to name one whose code is scanned here. */
  known: readonly AssayListItem[]
  onAssay: (assayId: string) => void
  /** Says of which set of tests this is a step, or offers to begin one; false without either. */
  algorithm: Elements | false
  /** Asks for the results of several lines; it is loaded only for such devices. */
  Several: ComponentType<ComponentProps<typeof SeveralAnalytes>>
  change: (update: Partial<Draft>) => Draft
  /** Called once a photo is uploaded, which may be after this step, or when it is removed. */
  onImage: (image: Draft['image']) => void
  /** The server's errors when the test was saved. */
  refused: FieldWords
  onDone: () => void
  onBack: () => void
  /** Called once the timer runs instead of a result. */
  onStarted: (run: TestRun) => void
  /** Called with the server's error when starting the timer. */
  onRefused: (error: unknown) => void
}

/** Asks for the result and the time, then for details of the device and the place. */
export function TestStep(props: Props) {
  const {
    draft,
    assay,
    offered,
    known,
    onAssay,
    algorithm,
    Several,
    change,
    onImage,
    refused,
    onDone,
    onBack,
    onStarted,
    onRefused,
  } = props
  const t = useT()
  const { typing, hint, clock, zone } = useDates()
  const { form, errors, show, clear } = useStepForm(refused)
  const timer = useStartTimer(assay, onStarted, {
    onFound: (found) => show(errorWords(found, t, hint)),
    onRefused,
  })
  const [isScanning, setScanning] = useState(false)
  const [now] = useState(() => {
    const at = presentTime()
    return { ...localParts(at, draft.performedZone), offset: offsetMinutes(at, draft.performedZone) }
  })
  const date = draft.performedDate ?? typedDate(now.day, typing)
  const time = draft.performedTime ?? typedTime(now.time.slice(0, 5), clock)
  const isAsOffered = draft.performedDate === null && draft.performedTime === null
  const performed = {
    performedDate: date,
    performedTime: time,
    performedOffset: isAsOffered ? now.offset : draft.performedOffset,
  }

  const tooLong = errorWords(tooLongIn(newTestRecord, draft), t, hint)

  const photo = usePhotoUpload((image) => {
    onImage(image)
    clear('deviceImageId')
  })

  function set<K extends keyof Draft>(name: K, value: Draft[K]) {
    change({ [name]: value })
    clear(name)
  }

  function submit() {
    const checked = checkDraft(change(performed), assay, { format: typing })
    const own = checked.ok ? [] : Object.entries(checked.errors).filter(([field]) => stepOf(field) === 'test')
    const missing = { ...errorWords(Object.fromEntries(own), t, hint), ...photo.missing }
    if (Object.keys(missing).length === 0) onDone()
    else show(missing)
  }

  function setResult(analyteId: string, result: Draft['results'][string]) {
    change({ results: { ...draft.results, [analyteId]: result } })
    clear(`result.${analyteId}`)
  }

  function setAll(results: Draft['results']) {
    change({ results })
    clear(...assay.analytes.map(({ id }) => `result.${id}`))
  }

  const typedLot = useTypedLot(draft)
  function typeLot(lot: string) {
    change(typedLot.withLot(lot))
    clear('lot')
  }
  const kit = useKitCode({
    draft,
    ownLot: typedLot.ownLot,
    assay,
    offered,
    known,
    typing,
    change: (filled, code) => {
      typedLot.filled(code, change(filled))
      clear('lot', 'lotExpiry', 'expiredLotReason', 'assayId')
    },
  })
  useScanner({
    gtins: known.map(({ gtin }) => gtin),
    lotField: 'lot',
    onScan: (text, origin) =>
      void kit.read(text, origin).then((reading) => reading?.kind === 'lot' && typeLot(reading.lot)),
    // Digit keys choose results, and letter keys a kit or a specimen.
    chosen: chosenByKeys(draft),
    putBack: change,
  })

  /** Opens the scanner once its code is loaded; without a network the step stays as it is. */
  function openScanner() {
    void inTime(ScanPanel.preload()).then(
      () => setScanning(true),
      () => kit.show({ tone: 'danger', words: t('lists:failed.text') }),
    )
  }

  const { results } = draft
  const pending = useResultKeys({ assay, results, form, isOff: assay.requiresTimer, onChange: setAll })

  const performedDay = parseTypedDate(date, typing)
  const performedAt = performedAtOf({ ...draft, ...performed }, typing)
  const daysAgo = performedAt && daysSince(performedAt)
  const expiry = parseTypedDate(draft.lotExpiry, typing)
  return (
    <>
      <StepFrame
        hasResult
        title={t(assay.requiresTimer ? 'recordingDetails:timer.title' : 'recording:test.title')}
        help={t('recording:test.readTime', { from: assay.readFromMinutes, until: assay.readUntilMinutes })}
        form={form}
        errors={errors}
        error={timer.error}
        isPending={assay.requiresTimer && timer.isPending}
        submit={t(assay.requiresTimer ? 'recordingDetails:timer.start' : 'recording:continue')}
        onSubmit={assay.requiresTimer ? () => timer.start(draft) : submit}
        onBack={onBack}
      >
        {/* On top, because further down the bar of a phone would cover it. */}
        {!assay.requiresTimer && <ClockNotice />}
        {(offered.length > 1 || errors.assayId !== undefined) && (
          <SelectField
            name="assayId"
            label={t('fields:assayId')}
            value={assay.id}
            options={offered.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(assayId) => {
              onAssay(assayId)
              clear(...Object.keys(errors))
            }}
            error={errors.assayId}
          />
        )}
        {algorithm}
        {assay.hasInstructions && <AssayInstructions key={assay.id} assayId={assay.id} />}
        {assay.requiresTimer ? (
          <p className={styles.small}>{t('recordingDetails:timer.help')}</p>
        ) : assay.analytes.length === 1 ? (
          <AnalyteResult assay={assay} results={results} pending={pending} errors={errors} onChange={setResult} />
        ) : (
          <Several
            assay={assay}
            results={results}
            pending={pending}
            errors={errors}
            onChange={setResult}
            onAll={setAll}
          />
        )}

        {!assay.requiresTimer && (
          <>
            <div className={styles.later}>
              <span className={styles.small}>{t('recordingDetails:timer.orLater')}</span>
              <Button variant="default" isPending={timer.isPending} onClick={() => timer.start(draft)}>
                {t('recordingDetails:timer.start')}
              </Button>
            </div>
            <fieldset className={styles.section}>
              <legend>{t('recording:test.when')}</legend>
              <div className={styles.pair}>
                <DateField
                  name="performedDate"
                  label={t('fields:performedDate')}
                  hint={hint}
                  value={date}
                  onChange={(typed) => {
                    change({ performedDate: typed, performedTime: time, performedOffset: null })
                    clear('performedDate', 'performedTime', 'performedOffset')
                  }}
                  error={errors.performedDate}
                />
                <TimeField
                  name="performedTime"
                  label={t('fields:performedTime')}
                  clock={clock}
                  value={time}
                  onChange={(typed) => {
                    change({ performedDate: date, performedTime: typed, performedOffset: null })
                    clear('performedTime', 'performedOffset')
                  }}
                  error={errors.performedTime}
                />
              </div>
              {!isAsOffered && (
                <WhichHour
                  day={performedDay}
                  time={time}
                  zone={draft.performedZone}
                  value={draft.performedOffset}
                  onChange={(offset) => set('performedOffset', offset)}
                  error={errors.performedOffset}
                />
              )}
              <p className={styles.small}>{t('recording:test.zone', { zone: zone(draft.performedZone) })}</p>
              {daysAgo !== undefined && daysAgo >= 1 && (
                <Alert tone="notice">{t('recording:test.longAgo', { count: daysAgo })}</Alert>
              )}
            </fieldset>
          </>
        )}

        <fieldset className={styles.section}>
          <legend>{t('recording:test.device')}</legend>
          {!assay.requiresTimer && (
            <PhotoField
              label={t('fields:deviceImageId')}
              isOptional={!assay.imageRequired}
              image={draft.image}
              photo={photo}
              onRemove={() => {
                onImage(null)
                clear('deviceImageId')
              }}
              error={errors.deviceImageId}
              onTouched={() => clear('deviceImageId')}
            />
          )}
          {isImageOfAnother(draft, assay.id) && (
            <Alert tone="notice">{t('recordingDetails:photo.otherKit', { kit: assay.name })}</Alert>
          )}
          <div>
            <Button variant="default" onClick={openScanner}>
              <IconBarcode size={20} aria-hidden />
              <span>{` ${t('recordingDetails:lot.scan')}`}</span>
            </Button>
          </div>
          {kit.outcome !== undefined && (
            <div key={kit.outcome.words} ref={intoSight} className={styles.outcome}>
              <Alert tone={kit.outcome.tone}>{kit.outcome.words}</Alert>
            </div>
          )}
          {typedLot.lotBefore !== undefined && (
            <Alert tone="notice">{t('recordingDetails:lot.expiryGone', { lot: typedLot.lotBefore })}</Alert>
          )}
          {/* Above the collapsed details, so that it is not missed when the lot was taken over from the last test. */}
          {isLotExpired(expiry, performedDay) && (
            <TextAreaField
              name="expiredLotReason"
              label={t('recordingDetails:lot.expiredReason')}
              help={t('recordingDetails:lot.expired', { lot: draft.lot, expiry: draft.lotExpiry })}
              rows={2}
              value={draft.expiredLotReason}
              onChange={(event) => set('expiredLotReason', event.currentTarget.value)}
              error={errors.expiredLotReason ?? tooLong['expiredLotReason']}
            />
          )}
        </fieldset>

        <MoreDetails
          draft={draft}
          assay={assay}
          errors={{ ...tooLong, ...errors }}
          set={set}
          onLot={typeLot}
          onExpiry={(typed) => {
            set('lotExpiry', typed)
            typedLot.typedExpiry(typed)
          }}
          readCode={kit.read}
        />
      </StepFrame>
      {/* Outside the step, whose keys choose results. */}
      {isScanning && <ScanPanel readCode={kit.read} onClose={() => setScanning(false)} />}
    </>
  )
}

/** Scrolls the outcome of a scan into view, because the scanner may be used with the focus anywhere. */
function intoSight(outcome: HTMLElement | null): void {
  outcome?.scrollIntoView?.({ block: 'nearest' })
}

function daysSince(at: Date): number {
  return Math.floor((presentTime().getTime() - at.getTime()) / (24 * 60 * 60 * 1000))
}

/** The fields that single keys may change, including those that such a choice clears. */
function chosenByKeys(draft: Draft): Partial<Draft> {
  const { assayId, results, specimen, lot, lotExpiry, expiredLotReason, performedDate, performedTime } = draft
  const { performedOffset } = draft
  return {
    assayId,
    results,
    specimen,
    lot,
    lotExpiry,
    expiredLotReason,
    performedDate,
    performedTime,
    performedOffset,
  }
}
