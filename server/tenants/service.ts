import type { Preferences } from '../../contract/tenants/preferences.ts'
import type { Scope } from '../access/scope.ts'
import { environmentOf, type Environment } from '../platform/environment.ts'
import { getTenantRow, type TenantRow } from './repository.ts'

/** The name of the product where a tenant has none of its own (spec §1). */
const genericProductName = 'Lateral'

/** What a visitor may see of the tenant at this host. `sentryDsn` is the server's setting, null when off. */
export async function getPreferences(scope: Scope, host: string, sentryDsn: string | null): Promise<Preferences> {
  return toPreferences(await getTenantRow(scope), environmentOf(host), sentryDsn)
}

function toPreferences(row: TenantRow, environment: Environment, dsn: string | null): Preferences {
  const links = row.app_links[environment] ?? row.app_links.production
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    productName: row.product_name ?? genericProductName,
    environment,
    defaultLanguage: row.default_language,
    availableLanguages: row.available_languages,
    countries: row.countries,
    phoneRegex: row.phone_regex,
    postcodeRegex: row.postcode_regex,
    subjects: row.subjects,
    features: row.features,
    theme: { web: row.theme.web },
    logo: row.logo,
    appLinks: { ios: links?.ios ?? null, android: links?.android ?? null },
    dateFormat: { web: row.date_format.web ?? null, mobile: row.date_format.mobile ?? null },
    policies: row.policies,
    sessionIdleMinutes: row.session_idle_minutes,
    errorReporting: { dsn },
  }
}
