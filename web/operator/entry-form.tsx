import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { TenantFacts } from '../../contract/operator/endpoints.ts'
import { entryMinutes, shortestReason } from '../../contract/limits-and-times.ts'
import { entryReason } from '../../contract/operator/entry.ts'
import { EditPanel } from '../editing/edit-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { inPlace, paths } from '../paths.ts'
import { t as say, useT } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { changePlace, enterRecords, useAskToEnter } from './entry-queries.ts'
import { tenantQuery } from './queries.ts'
import { isLetIn } from './tenant-words.ts'

/**
 * Enters a tenant's records for a stated reason, or asks for permission if the tenant requires it, in a panel over its
 * page.
 */
export function EntryForm() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/tenants/$id/enter' })
  const search = useSearch({ from: '/logged-in/tenants' })
  const tenant = useQuery({ ...tenantQuery(id), staleTime: 0 })
  const enters = tenant.data === undefined || isLetIn(tenant.data.data.entryWay)
  return (
    <EditPanel
      title={t(enters ? 'entry:enter' : 'entry:ask')}
      intro={enters ? t('entry:enter.intro', { count: entryMinutes }) : t('entry:ask.intro')}
      below={paths.tenant(id, search)}
      query={tenant}
      rows={3}
      list={paths.tenants(search)}
    >
      {(stored) => <Fields tenant={stored} enters={enters} />}
    </EditPanel>
  )
}

function Fields({ tenant: { id, name }, enters }: { tenant: TenantFacts; enters: boolean }) {
  const t = useT()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/tenants' })
  const ask = useAskToEnter(id)
  const form = useForm({ schema: entryReason, initial: { reason: '' } })
  const submission = useSubmit(form, {
    failed: 'entry:failed',
    send: async (body) => {
      if (enters) await enterRecords(id, body)
      else await ask(body)
    },
    onDone: () =>
      enters
        ? changePlace('/', say('entry:entered', { tenant: name }))
        : goOn(inPlace(paths.tenant(id, search)), say('entry:asked')),
  })
  return (
    <NewForm
      form={form}
      submission={submission}
      label={t(enters ? 'entry:enter' : 'entry:ask')}
      submit={t(enters ? 'entry:enter.submit' : 'entry:ask.submit', { name })}
    >
      <TextAreaField
        {...form.field('reason')}
        label={t('fields:reason')}
        help={t('entry:reasonHelp', { length: shortestReason })}
        rows={4}
      />
    </NewForm>
  )
}
