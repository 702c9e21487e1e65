import * as z from 'zod/mini'
import { languageTag } from '../../contract/locales.ts'
import { readNetwork } from '../../contract/rules/networks.ts'
import { networkSettings, sendingFields, sendingSettings } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { Facts } from '../ui/facts.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { useTenant } from './shown-tenant.ts'
import { useTenantEdit } from './tenant-queries.ts'
import { lineErrors, typedLines, typedNumber } from './typed-values.ts'
import * as styles from './tenant-page.module.css'

type Sending = Record<(typeof sendingFields)[number], string>

const everything = z.strictObject({ ...networkSettings.shape, ...sendingSettings.shape })

/** Limits on a tenant's attempts and messages: its own networks, and numbers that its operator sets. */
export function LimitsTab() {
  const t = useT()
  const locale = useLocale()
  const { tenant, isOperator } = useTenant()
  const edit = useTenantEdit({
    // The numbers are not sent by users who may not change them.
    schema: isOperator ? everything : networkSettings,
    valuesOf,
    fields: {
      ownNetworks: { label: t('tenants:ownNetworks') },
      ...(ofEach((field) => ({ label: t(`tenants:${field}`) })) as Record<keyof Sending, { label: string }>),
    },
    read: ({ ownNetworks, ...typed }) => ({
      candidate: {
        ownNetworks: typedNetworks(ownNetworks),
        ...(isOperator && ofEach((field) => typedNumber(typed[field]))),
      },
    }),
  })
  const { form } = edit
  return (
    <EditForm edit={edit} label={t('shell:page.tenantLimits')} submit={t('shell:saveChanges')}>
      <div className={styles.cards}>
        <TitledCard title={t('tenants:networks')} intro={t('tenants:networksIntro')}>
          <EditField edit={edit} name="ownNetworks">
            <TextAreaField
              {...form.field('ownNetworks')}
              error={lineErrors(form.errors, 'ownNetworks', typedNetworks(form.values.ownNetworks))}
              label={t('tenants:ownNetworks')}
              help={t('tenants:ownNetworksHelp')}
              isOptional
              rows={3}
              autoCapitalize="none"
              spellCheck={false}
            />
          </EditField>
        </TitledCard>
        <TitledCard title={t('tenants:sending')} intro={t('tenants:sendingIntro')}>
          {isOperator ? (
            sendingFields.map((field) => (
              <EditField key={field} edit={edit} name={field}>
                <TextField
                  {...form.field(field)}
                  label={t(`tenants:${field}`)}
                  inputMode="numeric"
                  autoComplete="off"
                />
              </EditField>
            ))
          ) : (
            <>
              <Facts
                facts={sendingFields.map((field) => ({
                  label: t(`tenants:${field}`),
                  value: tenant[field].toLocaleString(languageTag(locale)),
                }))}
              />
              <p className={styles.intro}>{t('tenants:operatorOnly')}</p>
            </>
          )}
        </TitledCard>
      </div>
    </EditForm>
  )
}

/** The typed networks. One network that is written in two ways is sent once. */
function typedNetworks(typed: string): string[] {
  const lines = typedLines(typed)
  return lines.filter((line, at) => lines.findIndex((other) => isSameNetwork(other, line)) === at)
}

function isSameNetwork(one: string, other: string): boolean {
  return one === other || (readNetwork(one) !== undefined && readNetwork(one) === readNetwork(other))
}

function valuesOf(item: TenantDetails) {
  return {
    ownNetworks: item.ownNetworks.join('\n'),
    ...(ofEach((field) => String(item[field])) as Sending),
  }
}

function ofEach<T>(of: (field: keyof Sending) => T): Partial<Record<keyof Sending, T>> {
  return Object.fromEntries(sendingFields.map((field) => [field, of(field)])) as Partial<Record<keyof Sending, T>>
}
