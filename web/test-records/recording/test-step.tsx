import { useState, type KeyboardEvent } from 'react'
import type { Assay } from '../../../contract/assays/endpoints.ts'
import { instantOf, localParts } from '../../../contract/rules/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { useT } from '../../ui/phrases.ts'
import { parseTypedDate, typedDate } from '../../ui/typed-date.ts'
import { useDates } from '../../shell/use-dates.ts'
import { checkDraft } from './draft-check.ts'
import type { Draft } from './draft.ts'
import { errorWords, type FieldWords } from './error-words.ts'
import { PhotoField } from './photo-field.tsx'
import { AnalyteResults, focusAfterKey, resultOfKey } from './analyte-results.tsx'
import { MoreDetails } from './more-details.tsx'
import { StepFrame } from './step-frame.tsx'
import { stepOf } from './use-saving.ts'
import { useStepForm } from './use-step-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './test-step.module.css'

interface Props {
  draft: Draft
  assay: Assay
  change: (update: Partial<Draft>) => Draft
  /** What the server found wrong when the test was saved. */
  refused: FieldWords
  onDone: () => void
  onBack: () => void
}

/** What the test shows and when; then what is known of the device and the place. */
export function TestStep({ draft, assay, change, refused, onDone, onBack }: Props) {
  const t = useT()
  const { typing, hint, zone } = useDates()
  const { form, errors, show, clear } = useStepForm(refused)
  const [now] = useState(() => localParts(new Date(), draft.performedZone))
  const date = draft.performedDate ?? typedDate(now.day, typing)
  const time = draft.performedTime ?? now.time.slice(0, 5)

  function set<K extends keyof Draft>(name: K, value: Draft[K]) {
    change({ [name]: value })
    clear(name)
  }

  function submit() {
    const checked = checkDraft(change({ performedDate: date, performedTime: time }), assay, { format: typing })
    const own = checked.ok ? [] : Object.entries(checked.errors).filter(([field]) => stepOf(field) === 'test')
    if (own.length === 0) onDone()
    else show(errorWords(Object.fromEntries(own), t, hint))
  }

  function setResult(analyteId: string, result: Draft['results'][string]) {
    change({ results: { ...draft.results, [analyteId]: result } })
    clear(`result.${analyteId}`)
  }

  function onKeyDown(event: KeyboardEvent) {
    const chosen = resultOfKey(event, assay, draft.results)
    if (chosen === undefined) return
    event.preventDefault()
    setResult(chosen.analyteId, chosen.result)
    focusAfterKey(form.current, assay, { ...draft.results, [chosen.analyteId]: chosen.result })
  }

  const performedDay = parseTypedDate(date, typing)
  const daysAgo = performedDay === undefined ? undefined : daysSince(performedDay, time, draft.performedZone)
  const expiry = parseTypedDate(draft.lotExpiry, typing)
  return (
    <StepFrame
      title={t('recording:test.title')}
      help={t('recording:test.readTime', { from: assay.readFromMinutes, until: assay.readUntilMinutes })}
      form={form}
      errors={errors}
      submit={t('recording:continue')}
      onSubmit={submit}
      onBack={onBack}
      onKeyDown={onKeyDown}
    >
      <AnalyteResults assay={assay} results={draft.results} errors={errors} onChange={setResult} />

      <fieldset className={styles.section}>
        <legend>{t('recording:test.when')}</legend>
        <div className={styles.pair}>
          <DateField
            name="performedDate"
            label={t('recording:test.date')}
            hint={hint}
            value={date}
            onChange={(typed) => {
              change({ performedDate: typed, performedTime: time })
              clear('performedDate', 'performedTime')
            }}
            error={errors.performedDate}
          />
          <TextField
            name="performedTime"
            type="time"
            label={t('recording:test.time')}
            value={time}
            onChange={(event) => {
              change({ performedDate: date, performedTime: event.currentTarget.value })
              clear('performedTime')
            }}
            error={errors.performedTime}
          />
        </div>
        <p className={styles.small}>{t('recording:test.zone', { zone: zone(draft.performedZone) })}</p>
        {daysAgo !== undefined && daysAgo >= 1 && (
          <Alert tone="notice">{t('recording:test.longAgo', { count: daysAgo })}</Alert>
        )}
      </fieldset>

      <fieldset className={styles.section}>
        <legend>{t('recording:test.device')}</legend>
        <PhotoField
          label={t('recordingDetails:photo.label')}
          isOptional={!assay.imageRequired}
          image={draft.image}
          onChange={(image) => set('image', image)}
          error={errors.deviceImageId}
          onTouched={() => clear('deviceImageId')}
        />
      </fieldset>

      {/* Before the fold, so that it is not missed when the lot was taken over from the last test. */}
      {expiry && performedDay && expiry < performedDay && <Alert tone="notice">{t('recording:test.lotExpired')}</Alert>}
      <MoreDetails draft={draft} assay={assay} errors={errors} set={set} />
    </StepFrame>
  )
}

/** Whole days since then; undefined for a time that does not exist. */
function daysSince(day: string, time: string, zone: string): number | undefined {
  const at = /^\d\d:\d\d$/.test(time) ? instantOf(day, time, zone) : undefined
  return at && Math.floor((Date.now() - at.getTime()) / (24 * 60 * 60 * 1000))
}
