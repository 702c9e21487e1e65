import { appLinkSettings } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { AppBadges } from '../ui/app-badges.tsx'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { useTenantEdit } from './tenant-queries.ts'
import * as styles from './tenant-page.module.css'

const environments = ['production', 'staging', 'qa', 'develop', 'local', 'local-fe'] as const
const stores = ['ios', 'android'] as const
type Environment = (typeof environments)[number]
type LinkField = `appLinks.${Environment}.${(typeof stores)[number]}`

/** The addresses of the mobile app for each environment, with the badges that link to them. */
export function AppLinksTab() {
  const t = useT()
  const edit = useTenantEdit({
    schema: appLinkSettings,
    valuesOf,
    fields: labels(t),
    read: (typed) => ({ candidate: { appLinks: readLinks(typed) } }),
  })
  const { form } = edit
  const fieldsOf = (environment: Environment) =>
    stores.map((store) => {
      const name: LinkField = `appLinks.${environment}.${store}`
      return (
        <EditField key={name} edit={edit} name={name}>
          <TextField
            {...form.field(name)}
            label={t(`tenants:${store}`)}
            type="url"
            inputMode="url"
            placeholder="https://"
            isOptional
            autoComplete="off"
          />
        </EditField>
      )
    })
  const others = environments.slice(1)
  const used = others.filter(
    (environment) => form.values[`appLinks.${environment}.ios`] + form.values[`appLinks.${environment}.android`],
  )
  const isWrong = Object.keys(form.errors).some((field) => !field.startsWith('appLinks.production.'))
  return (
    <EditForm edit={edit} label={t('shell:page.tenantAppLinks')} submit={t('shell:saveChanges')}>
      <div className={styles.cards}>
        <TitledCard title={t('tenants:environment.production')} intro={t('tenants:appLinksIntro')}>
          {fieldsOf('production')}
          <Preview ios={form.values['appLinks.production.ios']} android={form.values['appLinks.production.android']} />
        </TitledCard>
        <details className={styles.more} open={isWrong || undefined}>
          <summary>
            {[t('tenants:otherEnvironments'), used.map((one) => t(`tenants:environment.${one}`)).join(', ')]
              .filter(Boolean)
              .join(': ')}
          </summary>
          <div className={styles.cards}>
            <p className={styles.help}>{t('tenants:otherEnvironmentsHelp')}</p>
            {others.map((environment) => (
              <TitledCard key={environment} title={t(`tenants:environment.${environment}`)}>
                {fieldsOf(environment)}
              </TitledCard>
            ))}
          </div>
        </details>
      </div>
    </EditForm>
  )
}

/** A preview of the badges. An invalid link is never drawn as one. */
function Preview({ ios, android }: { ios: string; android: string }) {
  const t = useT()
  const read = appLinkSettings.safeParse({ appLinks: { production: { ios, android } } })
  const links = read.data?.appLinks.production
  return (
    <div>
      <h3 className={styles.subtitle}>{t('tenants:badges')}</h3>
      <div className={styles.preview}>
        {links === undefined || (links.ios === null && links.android === null) ? (
          <p className={styles.help}>{t('tenants:noBadges')}</p>
        ) : (
          <AppBadges {...links} />
        )}
      </div>
    </div>
  )
}

type TypedLinks = Record<LinkField, string>

function labels(t: ReturnType<typeof useT>): Record<LinkField, { label: string }> {
  const named = environments.flatMap((environment) =>
    stores.map((store) => {
      const label = `${t(`tenants:environment.${environment}`)}: ${t(`tenants:${store}`)}`
      return [`appLinks.${environment}.${store}`, { label }]
    }),
  )
  return Object.fromEntries(named) as Record<LinkField, { label: string }>
}

function valuesOf({ appLinks }: TenantDetails): TypedLinks {
  const typed = environments.flatMap((environment) =>
    stores.map((store) => [`appLinks.${environment}.${store}`, appLinks[environment]?.[store] ?? '']),
  )
  return Object.fromEntries(typed) as TypedLinks
}

function readLinks(typed: TypedLinks) {
  const given = environments.flatMap((environment) => {
    const [ios, android] = stores.map((store) => typed[`appLinks.${environment}.${store}`].trim())
    return ios === '' && android === '' ? [] : [[environment, { ios, android }]]
  })
  return Object.fromEntries(given) as Record<Environment, { ios: string; android: string }>
}
