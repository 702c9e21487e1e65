import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { getAssayForRecording } from '../../../contract/assays/assay.ts'
import { can } from '../../../contract/permissions/can.ts'
import { results } from '../../../contract/rules/results.ts'
import { contentTexts, keyed, sampleTexts } from '../../../contract/test-records/content-parts.ts'
import { recordCorrection } from '../../../contract/test-records/changing.ts'
import { getTestRecord } from '../../../contract/test-records/endpoints.ts'
import { isLotExpired } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { call } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { EditField, EditForm } from '../../editing/edit-form.tsx'
import { EditPanel } from '../../editing/edit-panel.tsx'
import { useEdit } from '../../editing/use-edit.ts'
import { useGoOn } from '../../editing/use-go-on.ts'
import { inPlace, paths } from '../../paths.ts'
import { useHolder } from '../../session/queries.ts'
import { ClockNotice } from '../clock-notice.tsx'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { DateField } from '../../ui/date-field.tsx'
import type { Elements } from '../../ui/elements.ts'
import { holdPresses } from '../../ui/held-presses.ts'
import { mayEndScan, onceAlone } from '../../ui/lone-keys.ts'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge, ResultIcon } from '../../ui/result-badge.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showMessage } from '../../ui/snackbar-store.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { parseTypedDate } from '../../ui/typed-date.ts'
import { testRecordQuery } from '../queries.ts'
import { CoordinatesField } from '../recording/coordinates-field.tsx'
import { LotField } from '../recording/lot-field.tsx'
import { PhotoField } from '../recording/photo-field.tsx'
import { usePhotoUpload } from '../recording/use-photo-upload.ts'
import { WhichHour } from '../which-hour.tsx'
import { useCorrectTest } from './queries.ts'
import { chosenOf, contentOf, toSend, zoneToType } from './typed-correction.ts'
import { UnlessVoided } from './unless-voided.tsx'
import { useKitOfRecord } from './use-kit-of-record.ts'
import { noReason, ReasonFields } from './reason-fields.tsx'
import { SubjectChoice } from './subject-choice.tsx'
import * as styles from './correct-form.module.css'

export function CorrectTest() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-records/$id/correct' })
  const search = useSearch({ from: '/logged-in/test-records' })
  // A correction must start from the latest version, so the record is loaded again.
  const record = useQuery({ ...testRecordQuery(id), staleTime: 0 })
  return (
    <EditPanel
      title={t('shell:page.correctTest')}
      intro={t('changing:correct.intro')}
      below={paths.testRecord(id, search)}
      isWide
      query={record}
      rows={8}
      list={paths.testRecords(search)}
    >
      {(stored) => (
        <UnlessVoided record={stored}>
          <Fields record={stored} />
        </UnlessVoided>
      )}
    </EditPanel>
  )
}

function Fields({ record }: { record: TestRecord }) {
  const t = useT()
  const dates = useDates()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/test-records' })
  const queries = useQueryClient()
  const maySearch = can(useHolder(), 'view-subjects')
  const { id } = record
  const performedZone = zoneToType(record)
  const otherZone = dates.nameOfOther(performedZone, record.performedAt)
  const [wanted, setWanted] = useState(false)
  // The current definition of the assay: if the device has changed since, the server reports what the old version did
  // not offer.
  const assay = useQuery(queryOf(getAssayForRecording, { params: { assay_id: record.assay.id }, errors: 'caller' }))
    .data?.data
  const edit = useEdit({
    item: record,
    schema: recordCorrection,
    valuesOf: (item: TestRecord) => ({
      subject: chosenOf(item, dates),
      ...contentOf(item, dates),
      ...noReason,
    }),
    fields: {
      subject: { label: t('fields:subject'), inWords: ({ subject }) => subject.name },
      results: {
        label: t('fields:result'),
        inWords: ({ results: held }) =>
          record.analyteResults
            .map(({ analyteId, analyteName }) => `${analyteName} ${t(`results:${held[analyteId] ?? 'invalid'}`)}`)
            .join(', '),
      },
      performedDate: {
        label: t('fields:performedAt'),
        inWords: ({ performedDate, performedTime }) => `${performedDate} ${performedTime}`,
      },
      performedTime: { partOf: 'performedDate' },
      performedOffset: { partOf: 'performedDate' },
      ...keyed(sampleTexts, (name) => ({ label: t(`testRecords:record.${name}`) })),
      coordinates: {
        label: t('fields:coordinates'),
        inWords: ({ coordinates }) => (coordinates === null ? '' : `${coordinates.latitude}, ${coordinates.longitude}`),
      },
      image: {
        label: t('fields:deviceImageId'),
        inWords: ({ image }) => (image === null ? '' : t('changing:history.photo')),
      },
      note: { label: t('fields:note') },
      reason: { label: t('fields:reason') },
      reasonText: { partOf: 'reason' },
      changeNote: { partOf: 'reason' },
    },
    failed: 'changing:correct.failed',
    read: ({ subject, reason, reasonText, changeNote, ...content }) => {
      const reading = toSend({ subject, why: { reason, reasonText, changeNote }, content }, record, dates)
      // A photo on its way changes something, even if nothing else does.
      return photo.isSending
        ? { candidate: reading.candidate, errors: { ...reading.errors, ...photo.missing } }
        : reading
    },
    newest: async () => {
      const reply = await call(getTestRecord, { params: { id }, errors: 'caller' })
      // The panel shows the stored values beside the fields.
      queries.setQueryData(testRecordQuery(id).queryKey, reply)
      return reply.data
    },
    send: useCorrectTest(id),
    updated: 'changing:correct.updated',
    onDone: () => goOn(inPlace(paths.testRecord(id, search))),
  })
  const { form } = edit
  const { values, errors, set, field } = form
  const photo = usePhotoUpload((image) => {
    set('image', image)
    form.forget(['deviceImageId'])
  })
  const kit = useKitOfRecord({
    kit: assay && { name: assay.name, gtin: assay.gtin },
    held: values,
    typing: dates.typing,
    fill: (found) => form.setValues((before) => ({ ...before, ...found })),
  })
  const specimens = new Set([...(assay?.specimens.map(({ name }) => name) ?? []), record.specimen ?? ''])
  const offered = assay?.offeredResults ?? results
  const isFoldedAtStake = folded.some((name) => folds[name] in errors || edit.clashAt(name) !== undefined)
  const isOpen = wanted || isFoldedAtStake || kit.outcome !== undefined
  const beside = (name: keyof typeof folds | 'subject' | 'performedDate') => ({ edit, name, now: edit.stored(name) })
  /** What is scanned into a field begins or ends in Enter, which must not store a result. */
  function onKeyDown(event: KeyboardEvent) {
    const isInField = event.target instanceof HTMLInputElement && event.target.type !== 'radio'
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing || !isInField) return
    event.preventDefault()
    const refuse = () => showMessage(t('changing:correct.enterAgain'), 'notice')
    if (mayEndScan(event)) refuse()
    else if (!event.repeat) {
      onceAlone({
        act() {
          form.form.current?.querySelector<HTMLElement>('button[type="submit"]')?.click()
          return undefined
        },
        refuse,
      })
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys of the fields inside
    <div ref={holdPresses} onKeyDown={onKeyDown}>
      <EditForm edit={edit} label={t('shell:page.correctTest')} submit={t('changing:correct.submit')}>
        <div className={styles.heads} aria-hidden>
          <span>{t('changing:correct.now')}</span>
          <span>{t('changing:correct.then')}</span>
        </div>
        <EditField edit={edit} name="results">
          <div className={styles.stack}>
            {record.analyteResults.map(({ analyteId, analyteName, result: now }, at) => (
              <div key={analyteId} className={styles.beside}>
                <Now>
                  <ResultBadge result={now} />
                </Now>
                <ChoiceCards
                  name={`result.${analyteId}`}
                  legend={record.analyteResults.length === 1 ? t('fields:result') : analyteName}
                  isDense
                  choices={results
                    .filter((result) => offered.includes(result) || values.results[analyteId] === result)
                    .map((result) => ({
                      value: result,
                      label: t(`results:${result}`),
                      icon: <ResultIcon result={result} size={16} />,
                      tone: result,
                    }))}
                  value={values.results[analyteId]}
                  onChange={(result) => set('results', { ...values.results, [analyteId]: result })}
                  error={at === 0 ? errors.analyteResults : undefined}
                />
              </div>
            ))}
          </div>
        </EditField>
        <Beside {...beside('subject')}>
          <SubjectChoice
            groupId={record.group.id}
            current={chosenOf(record, dates)}
            value={values.subject}
            canSearch={maySearch}
            onChange={(subject) => set('subject', subject)}
            error={errors.subjectId}
          />
        </Beside>
        <ClockNotice />
        <Beside {...beside('performedDate')}>
          <div className={styles.pair}>
            <DateField
              {...field('performedDate')}
              label={t('fields:performedDate')}
              hint={dates.hint}
              onChange={(typed) => {
                set('performedDate', typed)
                set('performedOffset', null)
              }}
            />
            <TimeField
              {...field('performedTime')}
              label={t('fields:performedTime')}
              clock={dates.clock}
              onChange={(typed) => {
                set('performedTime', typed)
                set('performedOffset', null)
              }}
            />
          </div>
          <WhichHour
            day={parseTypedDate(values.performedDate, dates.typing)}
            time={values.performedTime}
            zone={performedZone}
            value={values.performedOffset}
            onChange={(offset) => set('performedOffset', offset)}
            error={errors.performedOffset}
          />
          {otherZone !== undefined && <p className={styles.small}>{`${t('fields:performedZone')}: ${otherZone}`}</p>}
        </Beside>
        <details className={styles.more} open={isOpen} onToggle={(event) => setWanted(event.currentTarget.open)}>
          <summary>{t('changing:correct.more')}</summary>
          <div className={styles.stack}>
            {specimens.size > 1 && (
              <Beside {...beside('specimen')}>
                <SelectField
                  {...field('specimen')}
                  label={t('fields:specimen')}
                  isOptional
                  options={[...specimens]
                    .toSorted()
                    .map((name) => ({ value: name, label: name || t('lists:notGiven') }))}
                  onChange={(specimen) => set('specimen', specimen)}
                />
              </Beside>
            )}
            <Beside {...beside('lot')}>
              <LotField
                label={t('testRecords:record.lot')}
                lot={values.lot}
                onChange={(lot) => {
                  form.forget(['lot'])
                  kit.typeLot(lot)
                }}
                readCode={kit.read}
                error={errors.lot}
              />
            </Beside>
            <Beside {...beside('lotExpiry')}>
              <DateField
                {...field('lotExpiry')}
                label={t('testRecords:record.lotExpiry')}
                hint={dates.hint}
                isOptional
                onChange={(typed) => {
                  set('lotExpiry', typed)
                  kit.typedExpiry(typed)
                }}
              />
            </Beside>
            {kit.outcome !== undefined && <Alert tone={kit.outcome.tone}>{kit.outcome.words}</Alert>}
            {kit.lotBefore !== undefined && (
              <Alert tone="notice">{t('recordingDetails:lot.expiryGone', { lot: kit.lotBefore })}</Alert>
            )}
            {isLotExpired(
              parseTypedDate(values.lotExpiry, dates.typing),
              parseTypedDate(values.performedDate, dates.typing),
            ) && (
              <Beside {...beside('expiredLotReason')}>
                <TextAreaField
                  {...field('expiredLotReason')}
                  label={t('recordingDetails:lot.expiredReason')}
                  help={t('recordingDetails:lot.expired', { lot: values.lot, expiry: values.lotExpiry })}
                  rows={2}
                />
              </Beside>
            )}
            <Beside {...beside('location')}>
              <TextField
                {...field('location')}
                label={t('testRecords:record.location')}
                isOptional
                autoComplete="off"
              />
            </Beside>
            <Beside {...beside('coordinates')}>
              <CoordinatesField
                coordinates={values.coordinates}
                onChange={(coordinates) => set('coordinates', coordinates)}
                error={errors.coordinates}
              />
            </Beside>
            <Beside {...beside('image')}>
              <PhotoField
                label={t('fields:deviceImageId')}
                isOptional={assay?.imageRequired !== true}
                image={values.image}
                photo={photo}
                onRemove={() => set('image', null)}
                error={errors.deviceImageId}
                onTouched={() => form.forget(['deviceImageId'])}
              />
            </Beside>
            <Beside {...beside('note')}>
              <TextAreaField {...field('note')} label={t('fields:note')} isOptional rows={2} />
            </Beside>
            <p className={styles.small}>{t('changing:correct.kept')}</p>
          </div>
        </details>
        <fieldset className={styles.why}>
          <legend>{t('changing:why')}</legend>
          <ReasonFields form={form} />
        </fieldset>
      </EditForm>
    </div>
  )
}

/** The collapsed fields, each with the field name of its errors. */
const folds = {
  ...keyed(contentTexts, (name) => name),
  coordinates: 'coordinates',
  image: 'deviceImageId',
} as const
const folded = Object.keys(folds) as (keyof typeof folds)[]

interface BesideProps<Name extends string> extends Omit<ComponentProps<typeof EditField<Name>>, 'children'> {
  now: ReactNode
  children: Elements
}

/** A field beside the record's current value; on a phone, below it. */
function Beside<Name extends string>({ now, children, ...field }: BesideProps<Name>) {
  return (
    <div className={styles.beside}>
      <Now>{now}</Now>
      <EditField {...field}>{children}</EditField>
    </div>
  )
}

function Now({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <div className={styles.now}>
      <span className={styles.nowWord}>{`${t('changing:correct.now')}: `}</span>
      <span>{children}</span>
    </div>
  )
}
