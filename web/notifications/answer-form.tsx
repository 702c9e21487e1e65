import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { text } from '../../contract/schema.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { inPlace, paths, type NotificationAnswer } from '../paths.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { useAnswer } from './queries.ts'

const answer = z.strictObject({ state: z.enum(['acknowledged', 'rejected']), reason: text(255) })

type Typed = { state: NotificationAnswer; reason: string }

/** Keeps what an authority answered, as somebody learned of it. */
export function AnswerForm() {
  const t = useT()
  const goOn = useGoOn()
  const { item, answer: pressed, ...search } = useSearch({ from: '/logged-in/notifications/answer' })
  const below = paths.notifications(search)
  const initial: Typed = { state: pressed, reason: '' }
  const form = useForm({ schema: answer, initial, labels: { reason: t('notifications:answer.reason') } })
  const { values, set, field } = form
  const submission = useSubmit(form, {
    failed: 'notifications:answer.failed',
    send: useAnswer(item),
    onDone: () => {
      showMessage(t('notifications:answer.updated'))
      void goOn(inPlace(below))
    },
  })
  return (
    <FormPanel title={t('notifications:answer.title')} intro={t('notifications:answer.intro')} below={below}>
      <NewForm
        form={form}
        submission={submission}
        label={t('notifications:answer.title')}
        submit={t('notifications:answer.submit')}
      >
        <ChoiceCards
          legend={t('notifications:answer.what')}
          name="state"
          choices={[
            { value: 'acknowledged', label: t('notifications:answer.acknowledged') },
            { value: 'rejected', label: t('notifications:answer.rejected') },
          ]}
          value={values.state}
          onChange={(state) => set('state', state)}
        />
        <TextField {...field('reason')} label={t('notifications:answer.reason')} autoComplete="off" />
      </NewForm>
    </FormPanel>
  )
}
