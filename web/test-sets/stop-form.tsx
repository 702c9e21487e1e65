import { useParams } from '@tanstack/react-router'
import { stopReasons, stopTestSet, type StopReason } from '../../contract/test-sets/test-set.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { inPlace, paths } from '../paths.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import { useStopSet } from './set-queries.ts'

/** Stops a set without an outcome, in a panel over it, for a reason. */
export function StopTestSet() {
  const t = useT()
  const goOn = useGoOn()
  const { id } = useParams({ from: '/logged-in/test-sets/$id/stop' })
  const form = useForm({
    schema: stopTestSet.body,
    initial: { reason: undefined as StopReason | undefined },
  })
  const submission = useSubmit(form, {
    failed: 'testingAlgorithms:stop.failed',
    send: useStopSet(id),
    onDone: () => goOn(inPlace(paths.testSet(id)), t('testingAlgorithms:stop.done')),
  })
  return (
    <FormPanel title={t('shell:page.stopTestSet')} intro={t('testingAlgorithms:stop.intro')} below={paths.testSet(id)}>
      <NewForm
        form={form}
        submission={submission}
        label={t('shell:page.stopTestSet')}
        submit={t('testingAlgorithms:stop.submit')}
        keep={t('testingAlgorithms:stop.keep')}
      >
        <ChoiceCards
          name="reason"
          legend={t('testingAlgorithms:stop.reason')}
          choices={stopReasons.map((value) => ({ value, label: t(`testingAlgorithms:stop.reason.${value}`) }))}
          value={form.values.reason}
          onChange={(reason) => form.set('reason', reason)}
          error={form.errors.reason}
        />
      </NewForm>
    </FormPanel>
  )
}
