import type { Preferences } from '../../contract/tenants/preferences.ts'
import type { Country, TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import type { Scope } from '../access/scope.ts'
import { environmentOf, type Environment } from '../platform/environment.ts'
import { Failure, type FieldFailure } from '../platform/failure.ts'
import { getTenantRow, type TenantRow } from './repository.ts'

/** The name of the product where a tenant has none of its own (spec §1). */
const genericProductName = 'Lateral'

/** What a visitor may see of the tenant at this host. `sentryDsn` is the server's setting, null when off. */
export async function getPreferences(scope: Scope, host: string, sentryDsn: string | null): Promise<Preferences> {
  return toPreferences(await getTenantRow(scope), environmentOf(host), sentryDsn)
}

/** Which mobile numbers a tenant accepts. */
interface MobileRules {
  countries: readonly Country[]
  phone_regex: string | null
}

/** The mobile number that was entered, as E.164. Throws `validation` at `mobile` when this tenant does not accept it. */
export async function readMobileOf(scope: Scope, typed: TypedPhone | null): Promise<string | null> {
  if (typed === null) return null
  const mobile = await checkMobile(typed, await getTenantRow(scope))
  if ('problem' in mobile) throw new Failure('validation', { fields: [mobile.problem] })
  return mobile.number
}

/** The number that was entered at `mobile` as E.164, null where none was, or what this tenant has against it. */
export async function checkMobile(
  typed: TypedPhone | null | undefined,
  { countries, phone_regex }: MobileRules,
): Promise<{ number: string | null } | { problem: FieldFailure }> {
  if (!typed) return { number: null }
  if (!countries.some((offered) => offered === typed.country))
    return { problem: { field: 'mobile.country', phrase: 'countryCode', values: {} } }
  // Its tables take memory: they are loaded with the first number.
  const { readPhone } = await import('../../contract/rules/phone-number.ts')
  const read = readPhone(typed, 'mobile', phone_regex)
  return 'problem' in read ? { problem: { field: 'mobile.number', phrase: read.problem, values: {} } } : read
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
