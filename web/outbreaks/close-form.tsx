import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { closeOutbreak } from '../../contract/outbreaks/endpoints.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { Answer } from '../loading/waiting.tsx'
import { inPlace, paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { outbreakQuery, useCloseOutbreak } from './queries.ts'

/** Closes an outbreak before its time, in a panel over it, with the reason. */
export function CloseOutbreak() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/outbreaks/$id/close' })
  const query = useQuery(outbreakQuery(id))
  return (
    <FormPanel title={t('shell:page.closeOutbreak')} intro={t('outbreaks:close.intro')} below={paths.outbreak(id)}>
      <Answer query={query} waiting={<Skeleton height={160} />}>
        {({ data }) =>
          data.outbreak.closedAt === null ? (
            <Fields id={id} />
          ) : (
            <Alert tone="notice">{t(`outbreaks:state.${data.outbreak.closedBecause ?? 'closed'}`)}</Alert>
          )
        }
      </Answer>
    </FormPanel>
  )
}

function Fields({ id }: { id: string }) {
  const t = useT()
  const goOn = useGoOn()
  const form = useForm({ schema: closeOutbreak.body, initial: { note: '' }, labels: { note: t('outbreaks:note') } })
  const submission = useSubmit(form, {
    failed: 'outbreaks:close.failed',
    send: useCloseOutbreak(id),
    onDone: () => goOn(inPlace(paths.outbreak(id)), t('outbreaks:close.done')),
  })
  return (
    <NewForm
      form={form}
      submission={submission}
      label={t('shell:page.closeOutbreak')}
      submit={t('outbreaks:close.submit')}
    >
      <TextAreaField {...form.field('note')} label={t('outbreaks:note')} rows={3} />
    </NewForm>
  )
}
