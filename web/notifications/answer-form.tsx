import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { text } from '../../contract/schema.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { inPlace, paths } from '../paths.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { useAnswer } from './queries.ts'

const answer = z.strictObject({ state: z.enum(['acknowledged', 'rejected']), reason: text(255) })

type Typed = { state: 'acknowledged' | 'rejected' | undefined; reason: string }

/** Keeps what an authority answered, as somebody learned of it, or how it was told otherwise than from here. */
export function AnswerForm() {
  const t = useT()
  const goOn = useGoOn()
  const { item, answer: pressed, ...search } = useSearch({ from: '/logged-in/notifications/answer' })
  const below = paths.notifications(search)
  // Nobody rejects what was not sent from here.
  const isOtherwise = pressed === 'otherwise'
  const initial: Typed = { state: isOtherwise ? 'acknowledged' : pressed, reason: '' }
  const title = t(isOtherwise ? 'notifications:answer.otherwise' : 'notifications:answer.title')
  const labels = {
    state: t('notifications:answer.what'),
    reason: t(isOtherwise ? 'notifications:answer.how' : 'notifications:answer.reason'),
  }
  const form = useForm({ schema: answer, initial, labels })
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
    <FormPanel
      title={title}
      intro={t(isOtherwise ? 'notifications:answer.otherwiseIntro' : 'notifications:answer.intro')}
      below={below}
    >
      <NewForm form={form} submission={submission} label={title} submit={t('notifications:answer.submit')}>
        {!isOtherwise && (
          <ChoiceCards
            legend={labels.state}
            name="state"
            choices={[
              { value: 'acknowledged', label: t('notifications:answer.acknowledged') },
              { value: 'rejected', label: t('notifications:answer.rejected') },
            ]}
            value={values.state}
            error={form.errors.state}
            onChange={(state) => set('state', state)}
          />
        )}
        <TextField {...field('reason')} label={labels.reason} autoComplete="off" />
      </NewForm>
    </FormPanel>
  )
}
