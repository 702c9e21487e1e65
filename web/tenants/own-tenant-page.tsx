import { useUser } from '../session/queries.ts'
import { countryName } from '../ui/country-options.ts'
import { Facts, given } from '../ui/facts.tsx'
import { languageOptions } from '../ui/language-options.ts'
import { Page } from '../ui/page.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { usePreferences } from './queries.ts'

/** What holds for everybody of the user's tenant. */
export function OwnTenantPage() {
  const t = useT()
  const locale = useLocale()
  const { tenant } = useUser()
  const { productName, slug, countries, availableLanguages, subjects, sessionIdleMinutes } = usePreferences()
  const facts = given([
    [t('tenants:productName'), productName],
    [t('tenants:slug'), slug],
    [t('tenants:countries'), countries.map((country) => countryName(country, locale)).join(', ')],
    [
      t('tenants:languages'),
      languageOptions(availableLanguages)
        .map(({ label }) => label)
        .join(', '),
    ],
    [t('tenants:subjects'), t(`tenants:subjects.${subjects.kind}`)],
    [t('tenants:idle'), t('tenants:idleMinutes', { count: sessionIdleMinutes })],
  ])
  return (
    <Page title={tenant.name} width="narrow">
      <Facts title={t('tenants:about')} level={2} facts={facts} />
    </Page>
  )
}
