import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { cancelReasons, runCancelling } from '../../../contract/test-runs/endpoints.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { EditPanel } from '../../editing/edit-panel.tsx'
import { NewForm } from '../../editing/new-form.tsx'
import { useGoOn } from '../../editing/use-go-on.ts'
import { useSubmit } from '../../editing/use-submit.ts'
import { inPlace, paths } from '../../paths.ts'
import { useCrumb } from '../../routing/page-crumb.ts'
import { t as say, useT } from '../../ui/phrases.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { SubjectIdentity } from '../recording/subject-identity.tsx'
import { useCancelRun, useEndedMeanwhile } from './ending.ts'
import { runQuery } from './queries.ts'
import { Ended } from './read-run.tsx'

export function CancelRun() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/in-progress/$id/cancel' })
  const run = useQuery(runQuery(id))
  const subject = run.data?.data.subject
  useCrumb(subject && (subjectName(subject) ?? t('lists:anonymized')))
  return (
    <EditPanel
      title={t('shell:page.cancelRun')}
      intro={t('testRuns:cancelling.intro')}
      below={paths.inProgress()}
      query={run}
      rows={3}
    >
      {(stored) => (stored.state === 'running' ? <Fields run={stored} /> : <Ended run={stored} />)}
    </EditPanel>
  )
}

function Fields({ run }: { run: TestRun }) {
  const t = useT()
  const goOn = useGoOn()
  const form = useForm({ schema: runCancelling, initial: { reason: '', note: '' } })
  const { values, field, set } = form
  const submission = useSubmit(form, {
    failed: 'testRuns:cancelling.failed',
    read: () => ({
      candidate: { reason: values.reason || undefined, note: values.note },
      ...(values.reason === '' && { errors: { reason: say('testRuns:cancelling.choose') } }),
    }),
    send: useCancelRun(run),
    onDone: () => goOn(inPlace(paths.inProgress()), say('testRuns:cancelling.done')),
    onFailure: useEndedMeanwhile(run.id),
  })
  return (
    <NewForm
      keep={t('testRuns:cancelling.keep')}
      form={form}
      submission={submission}
      label={t('shell:page.cancelRun')}
      submit={t('testRuns:cancel')}
    >
      <SubjectIdentity subject={run.subject} />
      <SelectField
        {...field('reason')}
        label={t('testRuns:cancelling.reason')}
        options={[
          { value: '', label: t('testRuns:cancelling.choose') },
          ...cancelReasons.map((value) => ({ value, label: t(`testRuns:cancelling.reason.${value}`) })),
        ]}
        onChange={(reason) => set('reason', reason)}
      />
      <TextAreaField {...field('note')} label={t('fields:note')} isOptional={values.reason !== 'other'} rows={2} />
    </NewForm>
  )
}
