import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { recordVoiding } from '../../../contract/test-records/changing.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { EditPanel } from '../../editing/edit-panel.tsx'
import { NewForm } from '../../editing/new-form.tsx'
import { useGoOn } from '../../editing/use-go-on.ts'
import { useSubmit } from '../../editing/use-submit.ts'
import { inPlace, paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Facts, given } from '../../ui/facts.tsx'
import { t as say, useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { useForm } from '../../ui/use-form.ts'
import { testRecordQuery } from '../queries.ts'
import { useVoidTest } from './queries.ts'
import { noReason, ReasonFields, reasonToSend } from './reason-fields.tsx'
import { UnlessVoided } from './unless-voided.tsx'

/** Voids a record, in a panel over it, after explaining the consequences. */
export function VoidTest() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-records/$id/void' })
  const search = useSearch({ from: '/logged-in/test-records' })
  const record = useQuery(testRecordQuery(id))
  return (
    <EditPanel
      title={t('shell:page.voidTest')}
      intro={t('changing:void.intro')}
      below={paths.testRecord(id, search)}
      query={record}
      rows={3}
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
    onDone: () => goOn(inPlace(paths.testRecord(record.id, search)), say('changing:void.voided')),
    showsRow: true,
  })
  return (
    <NewForm
      keep={t('changing:void.keep')}
      form={form}
      submission={submission}
      label={t('shell:page.voidTest')}
      submit={t('changing:void.submit')}
    >
      <Facts
        facts={given([
          [t('fields:testId'), record.testId],
          [t('fields:result'), <ResultBadge key="result" result={record.result} />],
          [t('fields:subject'), subjectName(record.subject) ?? t('lists:anonymized')],
          [t('fields:dateOfBirth'), record.subject.dateOfBirth && dates.day(record.subject.dateOfBirth)],
          [t('fields:performedAt'), dates.instantIn(record.performedAt, record.performedZone)],
        ])}
      />
      <Alert tone="danger">{t('changing:void.noWayBack')}</Alert>
      <ReasonFields form={form} />
    </NewForm>
  )
}
