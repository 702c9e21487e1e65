import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { settlement, type BothReadings } from '../../../contract/test-records/second-reading.ts'
import { ApiError } from '../../api/api-error.ts'
import { EditPanel, Loaded } from '../../editing/edit-panel.tsx'
import { NewForm } from '../../editing/new-form.tsx'
import { usePanelRow } from '../../editing/panel-row.ts'
import { useGoOn } from '../../editing/use-go-on.ts'
import { useSubmit } from '../../editing/use-submit.ts'
import { inPlace, paths } from '../../paths.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { holdPresses } from '../../ui/held-presses.ts'
import { Link } from '../../routing/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t as say, useT } from '../../ui/phrases.ts'
import { ResultIcon } from '../../ui/result-badge.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { DevicePhoto } from '../device-photo.tsx'
import { testRecordQuery } from '../queries.ts'
import { readingsQuery, useSettleReadings } from './queries.ts'
import * as styles from './side-by-side.module.css'
import { SideBySide } from './side-by-side.tsx'

/** Chooses which of two differing readings is right, in a panel over the record. */
export function SettleReadings() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-records/$id/settle' })
  const search = useSearch({ from: '/logged-in/test-records' })
  const below = paths.testRecord(id, search)
  const readings = useQuery({ ...readingsQuery(id), staleTime: 0 })
  const record = useQuery(testRecordQuery(id))
  const list = paths.testRecords(search)
  return (
    <EditPanel
      title={t('shell:page.settleReadings')}
      intro={t('secondReadings:settle.intro')}
      below={below}
      query={record}
      rows={4}
      list={list}
    >
      {({ state, testId, deviceImageId }) => (
        <Loaded query={readings} rows={4} list={list}>
          {(both) =>
            both.state === 'differ' && state !== 'voided' ? (
              <div className={styles.panel} ref={holdPresses}>
                {deviceImageId !== null && <DevicePhoto id={deviceImageId} testId={testId} />}
                <SideBySide readings={both} />
                <Fields id={id} readings={both} />
              </div>
            ) : (
              <Notice title={t('secondReadings:settle.over')} text={t('errors:readings-settled')}>
                <Link {...inPlace(below)}>{t('lists:openRecord')}</Link>
              </Notice>
            )
          }
        </Loaded>
      )}
    </EditPanel>
  )
}

function Fields({ id, readings }: { id: string; readings: BothReadings }) {
  const t = useT()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/test-records' })
  const row = usePanelRow()
  const form = useForm({ schema: settlement, initial: nothingSaid })
  const { values, errors, set, field } = form
  const submission = useSubmit(form, {
    failed: 'secondReadings:settle.failed',
    read: () => ({
      candidate: values,
      errors: {
        ...(values.keep === undefined && { keep: say('secondReadings:settle.choose') }),
        ...(values.reason.trim() === '' && { reason: say('rules:required', { field: say('fields:reason') }) }),
      },
    }),
    send: useSettleReadings(id, readings.version),
    onDone: () => goOn(inPlace(paths.testRecord(id, search)), say('secondReadings:settle.done')),
    showsRow: true,
    // Replaces the form with a message that somebody else settled it.
    onFailure: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'readings-settled') return false
      await row?.refetch()
      return true
    },
  })
  return (
    <NewForm
      form={form}
      submission={submission}
      label={t('shell:page.settleReadings')}
      submit={t('secondReadings:settle.submit')}
      keepsTop
    >
      <ChoiceCards
        name="keep"
        legend={t('secondReadings:settle.keep')}
        choices={(['first', 'second'] as const).map((value) => ({
          value,
          label: t(`secondReadings:settle.${value}`, { result: t(`results:${readings[value].result}`) }),
          icon: <ResultIcon result={readings[value].result} size={16} />,
          tone: readings[value].result,
        }))}
        value={values.keep}
        onChange={(keep) => set('keep', keep)}
        error={errors.keep}
        isDense
      />
      <TextAreaField {...field('reason')} label={t('secondReadings:settle.reason')} rows={2} />
    </NewForm>
  )
}

const nothingSaid: { keep: 'first' | 'second' | undefined; reason: string } = { keep: undefined, reason: '' }
