import * as z from 'zod/mini'
import { addressSettings, generalSettings } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { idleMinutes, idPrefixLength } from '../../contract/limits-and-times.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { useT } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { HostFields } from './host-fields.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { useTenant } from './shown-tenant.ts'
import { useTenantEdit } from './tenant-queries.ts'
import { typedLines, typedNumber } from './typed-values.ts'
import * as styles from './tenant-page.module.css'

const everything = z.strictObject({ ...generalSettings.shape, ...addressSettings.shape })

export function GeneralTab() {
  const t = useT()
  const { tenant, isOperator } = useTenant()
  const edit = useTenantEdit({
    // The addresses are not sent by users who may not change them.
    schema: isOperator ? everything : generalSettings,
    valuesOf,
    fields: {
      name: { label: t('fields:name') },
      description: { label: t('fields:description') },
      productName: { label: t('fields:productName') },
      idPrefix: { label: t('tenants:idPrefix') },
      sessionIdleMinutes: { label: t('tenants:idle') },
      passwordExpiryDays: { label: t('tenants:expiry') },
      slug: { label: t('fields:slug') },
      domains: { label: t('tenants:domains') },
      statusDetails: { label: t('tenants:statusDetails') },
    },
    read: ({ slug, domains, statusDetails, sessionIdleMinutes, passwordExpiryDays, ...typed }) => ({
      candidate: {
        ...typed,
        sessionIdleMinutes: typedNumber(sessionIdleMinutes),
        passwordExpiryDays: typedNumber(passwordExpiryDays),
        ...(isOperator && { slug, domains: typedLines(domains), statusDetails }),
      },
    }),
  })
  const { form } = edit
  return (
    <EditForm edit={edit} label={t('shell:page.tenantGeneral')} submit={t('shell:saveChanges')}>
      <div className={styles.cards}>
        <TitledCard title={t('tenants:about')}>
          <EditField edit={edit} name="name">
            <TextField {...form.field('name')} label={t('fields:name')} autoComplete="off" />
          </EditField>
          <EditField edit={edit} name="description">
            <TextAreaField {...form.field('description')} label={t('fields:description')} isOptional rows={3} />
          </EditField>
          <EditField edit={edit} name="productName">
            <TextField
              {...form.field('productName')}
              label={t('fields:productName')}
              help={t('tenants:productNameHelp')}
              isOptional
              autoComplete="off"
            />
          </EditField>
        </TitledCard>
        <TitledCard title={t('tenants:recording')}>
          <EditField edit={edit} name="idPrefix">
            <TextField
              {...form.field('idPrefix')}
              label={t('tenants:idPrefix')}
              help={t('tenants:idPrefixHelp', {
                ...idPrefixLength,
                example: exampleOf(form.values.idPrefix, tenant.idPrefix),
              })}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </EditField>
          <EditField edit={edit} name="sessionIdleMinutes">
            <TextField
              {...form.field('sessionIdleMinutes')}
              label={t('tenants:idle')}
              help={t('tenants:idleHelp', idleMinutes)}
              inputMode="numeric"
              autoComplete="off"
            />
          </EditField>
          <EditField edit={edit} name="passwordExpiryDays">
            <TextField
              {...form.field('passwordExpiryDays')}
              label={t('tenants:expiry')}
              help={t('tenants:expiryHelp')}
              inputMode="numeric"
              autoComplete="off"
            />
          </EditField>
        </TitledCard>
        <HostFields edit={edit} tenant={tenant} isOperator={isOperator} />
      </div>
    </EditForm>
  )
}

function valuesOf(item: TenantDetails) {
  return {
    name: item.name,
    description: item.description ?? '',
    productName: item.productName ?? '',
    idPrefix: item.idPrefix,
    sessionIdleMinutes: String(item.sessionIdleMinutes),
    passwordExpiryDays: String(item.passwordExpiryDays),
    slug: item.slug,
    domains: item.domains.join('\n'),
    statusDetails: item.statusDetails ?? '',
  }
}

function exampleOf(typed: string, stored: string): string {
  const prefix = generalSettings.shape.idPrefix.safeParse(typed)
  return `${prefix.success ? prefix.data : stored}-7K2M9QXT`
}
