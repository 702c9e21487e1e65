import { languageTag, localeFacts } from '../../contract/locales.ts'
import { featureFlags } from '../../contract/permissions/permissions.ts'
import { sendingFields } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { countryName } from '../ui/country-options.ts'
import { Facts, given } from '../ui/facts.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import * as styles from './tenant-page.module.css'

/** The settings of a tenant, for people who may read but not change them. */
export function TenantFacts({ tenant }: { tenant: TenantDetails }) {
  const t = useT()
  const locale = useLocale()
  const { subjects, features, appLinks, sessionIdleMinutes, passwordExpiryDays } = tenant
  const list = new Intl.ListFormat(languageTag(locale), { type: 'unit' })
  const names = subjects.names[locale] ?? subjects.names[tenant.defaultLanguage]
  return (
    <div className={styles.cards}>
      <p className={styles.intro}>{t('tenants:mayOnlyRead')}</p>
      <TitledCard title={t('shell:page.tenantGeneral')}>
        <Facts
          facts={given([
            [t('fields:name'), tenant.name],
            [t('fields:description'), tenant.description],
            [t('fields:productName'), tenant.productName],
            [t('tenants:reachedAt'), [tenant.host, ...tenant.domains].join('\n')],
            [t('tenants:status'), t(`tenants:status.${tenant.status}`)],
            [t('tenants:statusDetails'), tenant.statusDetails],
            [t('tenants:idPrefix'), tenant.idPrefix],
            [t('tenants:idle'), t('tenants:idleMinutes', { count: sessionIdleMinutes })],
            [
              t('tenants:expiry'),
              passwordExpiryDays === 0 ? t('tenants:never') : t('tenants:expiryDays', { count: passwordExpiryDays }),
            ],
          ])}
        />
      </TitledCard>
      <TitledCard title={t('shell:page.tenantLanguages')}>
        <Facts
          facts={given([
            [t('fields:defaultLanguage'), localeFacts[tenant.defaultLanguage].name],
            [t('tenants:languages'), list.format(tenant.availableLanguages.map((one) => localeFacts[one].name))],
            [t('tenants:countries'), list.format(tenant.countries.map((country) => countryName(country, locale)))],
            [t('fields:postcodeRegex'), tenant.postcodeRegex],
            [t('tenants:phonePattern'), tenant.phoneRegex],
          ])}
        />
      </TitledCard>
      <TitledCard title={t('shell:page.tenantSubjects')}>
        <Facts
          facts={given([
            [t('fields:kind'), t(`tenants:subjects.${subjects.kind}`)],
            [t('tenants:customIds'), subjects.kind === 'non-human' && names && list.format(Object.values(names))],
            [
              t('tenants:sendsResultsAtOnce'),
              subjects.kind === 'human' && t(tenant.sendsResultsAtOnce ? 'lists:yes' : 'lists:no'),
            ],
            ...featureFlags.map(
              (flag) => [t(`tenants:feature.${flag}`), t(features.includes(flag) ? 'lists:no' : 'lists:yes')] as const,
            ),
          ])}
        />
      </TitledCard>
      <TitledCard title={t('shell:page.tenantLimits')}>
        <Facts
          facts={given([
            [t('tenants:ownNetworks'), tenant.ownNetworks.join('\n') || t('tenants:none')],
            ...sendingFields.map(
              (field) => [t(`tenants:${field}`), tenant[field].toLocaleString(languageTag(locale))] as const,
            ),
          ])}
        />
      </TitledCard>
      <TitledCard title={t('shell:page.tenantAppLinks')}>
        <Facts
          facts={given([
            [t('tenants:ios'), appLinks.production?.ios ?? t('tenants:none')],
            [t('tenants:android'), appLinks.production?.android ?? t('tenants:none')],
          ])}
        />
      </TitledCard>
    </div>
  )
}
