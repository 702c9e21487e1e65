import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { suspension, type TenantFacts } from '../../contract/operator/endpoints.ts'
import { EditPanel } from '../editing/edit-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { inPlace, paths } from '../paths.ts'
import { t as say, useT } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { tenantQuery, useSuspendTenant } from './queries.ts'

/** Suspends a tenant, in a panel over its page, after explaining the effect. */
export function SuspensionForm() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/tenants/$id/suspend' })
  const search = useSearch({ from: '/logged-in/tenants' })
  const tenant = useQuery(tenantQuery(id))
  return (
    <EditPanel
      title={t('operator:suspend')}
      intro={t('operator:suspend.intro')}
      below={paths.tenant(id, search)}
      query={tenant}
      rows={3}
      list={paths.tenants(search)}
    >
      {(stored) => <Fields tenant={stored} />}
    </EditPanel>
  )
}

function Fields({ tenant: { id, name, version, openSessions } }: { tenant: TenantFacts }) {
  const t = useT()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/tenants' })
  const suspend = useSuspendTenant(id, version)
  const form = useForm({ schema: suspension, initial: { statusDetails: '' } })
  const submission = useSubmit(form, {
    failed: 'operator:failed',
    send: suspend,
    onDone: () => goOn(inPlace(paths.tenant(id, search)), say('operator:suspended')),
    showsRow: true,
  })
  return (
    <NewForm
      form={form}
      submission={submission}
      label={t('operator:suspend')}
      submit={t('operator:suspend.submit', { name })}
    >
      <p>{t('places:sessions.ended', { count: openSessions })}</p>
      <TextAreaField
        {...form.field('statusDetails')}
        label={t('operator:suspend.details')}
        help={t('operator:suspend.detailsHelp')}
        isOptional
        rows={3}
      />
    </NewForm>
  )
}
