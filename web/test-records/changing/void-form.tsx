import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { recordVoiding } from '../../../contract/test-records/changing.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { FormPanel } from '../../editing/form-panel.tsx'
import { NewForm } from '../../editing/new-form.tsx'
import { useSubmit } from '../../editing/use-submit.ts'
import { inPlace, paths } from '../../paths.ts'
import { t as say, useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { showMessage } from '../../ui/snackbar-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { testRecordQuery } from '../queries.ts'
import { SubjectCell } from '../result-cells.tsx'
import { useVoidTest } from './queries.ts'
import { noReason, ReasonFields, reasonToSend } from './reason-fields.tsx'

/** Voids a record, in a panel over it, after saying what that does. */
export function VoidTest() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-records/$id/void' })
  const search = useSearch({ from: '/logged-in/test-records' })
  const record = useQuery(testRecordQuery(id)).data?.data
  return (
    <FormPanel title={t('shell:page.voidTest')} intro={t('changing:void.intro')} below={paths.testRecord(id, search)}>
      {record === undefined ? (
        <RowSkeletons rows={3} label={t('testRecords:detail.loading')} />
      ) : (
        <Fields record={record} />
      )}
    </FormPanel>
  )
}

function Fields({ record }: { record: TestRecord }) {
  const t = useT()
  const navigate = useNavigate()
  const search = useSearch({ from: '/logged-in/test-records' })
  const form = useForm({ schema: recordVoiding, initial: noReason })
  const submission = useSubmit(form, {
    failed: 'changing:void.failed',
    read: () => {
      const { reason, reasonText } = form.values
      const lacksText = reason === 'other' && reasonText.trim() === ''
      return {
        candidate: reasonToSend(form.values),
        ...(lacksText && { errors: { reasonText: say('rules:deletionReason') } }),
      }
    },
    send: useVoidTest(record),
    onDone: async () => {
      form.markSaved()
      showMessage(say('changing:void.voided'))
      await navigate(inPlace(paths.testRecord(record.id, search)))
    },
  })
  return (
    <NewForm
      isDangerous
      form={form}
      submission={submission}
      label={t('shell:page.voidTest')}
      submit={t('changing:void.submit')}
    >
      <div>
        <strong>{record.testId}</strong>
        <span>{` · ${t(`results:${record.result}`)}`}</span>
        <br />
        <SubjectCell subject={record.subject} />
      </div>
      <ReasonFields form={form} />
    </NewForm>
  )
}
