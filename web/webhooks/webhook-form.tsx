import { useState } from 'react'
import { newWebhook, type WebhookWithSecret } from '../../contract/webhooks/endpoints.ts'
import { webhookKinds, type WebhookKind } from '../../contract/webhooks/kinds.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { SecretDialog } from '../editing/secret-dialog.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { inPlace, paths } from '../paths.ts'
import { ChecklistField } from '../ui/checklist-field.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { useCreateWebhook } from './queries.ts'
import { secretWords } from './secret-words.ts'

export function WebhookForm() {
  const t = useT()
  const goOn = useGoOn()
  const [made, setMade] = useState<WebhookWithSecret>()
  return (
    <FormPanel title={t('shell:page.newWebhook')} intro={t('webhooks:form.intro')} below={paths.webhooks()}>
      <WebhookFields onMade={setMade} />
      {made !== undefined && (
        <SecretDialog
          secret={made.secret}
          words={secretWords(t)}
          onStored={() => void goOn(inPlace(paths.webhooks()))}
        />
      )}
    </FormPanel>
  )
}

type Typed = { url: string; kinds: readonly WebhookKind[]; content: readonly 'withContent'[] }

const nothing: Typed = { url: '', kinds: [], content: [] }

function WebhookFields({ onMade }: { onMade: (webhook: WebhookWithSecret) => void }) {
  const t = useT()
  const create = useCreateWebhook()
  const form = useForm({ schema: newWebhook, initial: nothing, labels: { url: t('webhooks:form.url') } })
  const { values, errors, set, field } = form

  const submission = useSubmit(form, {
    failed: 'webhooks:form.failed',
    read: () => ({
      candidate: { url: values.url, kinds: [...values.kinds], withContent: values.content.length > 0 },
      errors: values.kinds.length === 0 ? { kinds: say('webhooks:form.chooseKind') } : {},
    }),
    send: create,
    onDone: onMade,
  })

  return (
    <NewForm form={form} submission={submission} label={t('shell:page.newWebhook')} submit={t('webhooks:form.submit')}>
      <TextField
        {...field('url')}
        label={t('webhooks:form.url')}
        help={t('webhooks:form.urlHelp')}
        autoComplete="off"
        inputMode="url"
      />
      <ChecklistField
        legend={t('webhooks:form.kinds')}
        name="kinds"
        options={webhookKinds.map((value) => ({ value, label: t(`webhooks:kind.${value}`) }))}
        chosen={values.kinds}
        error={errors.kinds}
        onChange={(kinds) => set('kinds', kinds)}
      />
      <ChecklistField
        legend={t('webhooks:form.content')}
        name="content"
        options={[
          {
            value: 'withContent',
            label: t('webhooks:form.withContent'),
            help: t('webhooks:form.withContentHelp'),
          },
        ]}
        chosen={values.content}
        onChange={(content) => set('content', content)}
      />
    </NewForm>
  )
}
