import type { Preferences } from '../../contract/tenants/preferences.ts'
import { hasBegunIn } from '../../contract/rules/birth-date.ts'
import { todayIn } from '../../contract/rules/dates.ts'
import type { Country, PhoneField, TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import type { Standing } from '../../contract/standing.ts'
import { recordAudit } from '../access/audit.ts'
import type { Scope } from '../access/scope.ts'
import { asSeen } from '../access/touched.ts'
import { environmentOf, type Environment } from '../platform/environment.ts'
import { Failure, invalid, type FieldFailure } from '../platform/failure.ts'
import { logosOf } from './logo-service.ts'
import { getTenantRow, lockTenantRow, updateTenantStanding, type TenantRow } from './repository.ts'

export { noteChange } from './repository.ts'

export { insertTenant, isOperatorsTenant, takeAddress } from './founding-repository.ts'
export { mayOperatorsEnter, updateMayEnter } from './repository.ts'

/** The name of the product where a tenant has none of its own (spec §1). */
const genericProductName = 'Lateral'

/** What a visitor may see of the tenant at this host. `sentryDsn` is the server's setting, null when off. */
export async function getPreferences(scope: Scope, host: string, sentryDsn: string | null): Promise<Preferences> {
  const [row, logos] = await Promise.all([getTenantRow(scope), logosOf(scope)])
  const found = toPreferences(row, environmentOf(host), sentryDsn)
  // An operator who reads here has their own session still.
  return { ...found, logos, sessionIdleMinutes: scope.actor?.entry?.idleMinutes ?? found.sessionIdleMinutes }
}

export async function getTenantName(scope: Scope): Promise<string> {
  return (await getTenantRow(scope)).name
}

/** How a tenant stands, and what its visitors are told while it is suspended. */
export interface TenantStanding {
  status: Standing
  details: string | null
}

/**
 * Suspends or reactivates the tenant of the scope and answers how it stood before; undefined where it stands so already, of
 * which nothing is kept. Whoever calls this ends what a suspension ends. Throws `stale-version` where a version was said.
 */
export async function setTenantStanding(
  scope: Scope,
  to: TenantStanding,
  version: number | undefined,
): Promise<TenantStanding | undefined> {
  const row = asSeen(await lockTenantRow(scope), version)
  if (row.status === to.status) return undefined
  await updateTenantStanding(scope, to)
  const from = { status: row.status, details: row.status_details }
  await recordAudit(scope, {
    action: to.status === 'suspended' ? 'tenant.suspended' : 'tenant.reactivated',
    resourceType: 'tenant',
    resourceId: scope.tenant.id,
    details: changeOf(from, to),
  })
  return from
}

/** What the audit keeps of a change of standing. */
export function changeOf(from: TenantStanding, to: TenantStanding) {
  return { from: { statusDetails: from.details }, to: { statusDetails: to.details } }
}

/** Which telephone numbers a tenant accepts. */
interface PhoneRules {
  countries: readonly Country[]
  phone_regex: string | null
}

/** The number that was entered at a field, as E.164. Throws `validation` at the field when this tenant does not accept it. */
export async function readPhoneOf(scope: Scope, field: PhoneField, typed: TypedPhone | null): Promise<string | null> {
  if (typed === null) return null
  const phone = await checkPhone(field, typed, await getTenantRow(scope))
  if ('problem' in phone) throw new Failure('validation', { fields: [phone.problem] })
  return phone.number
}

/** The telephone of a place that was entered, as it is shown. Throws `validation` at `phone` when this tenant does not accept it. */
export async function readPlacePhone(scope: Scope, typed: TypedPhone | null): Promise<string | null> {
  const number = await readPhoneOf(scope, 'phone', typed)
  if (number === null) return null
  const { shownPhone } = await import('../../contract/rules/phone-number.ts')
  return shownPhone(number)
}

/** The number that was entered at a field as E.164, null where none was, or what this tenant has against it. */
export async function checkPhone(
  field: PhoneField,
  typed: TypedPhone | null | undefined,
  { countries, phone_regex }: PhoneRules,
): Promise<{ number: string | null } | { problem: FieldFailure }> {
  if (!typed) return { number: null }
  if (!countries.some((offered) => offered === typed.country))
    return { problem: { field: `${field}.country`, phrase: 'countryCode', values: {} } }
  // Its tables take memory: they are loaded with the first number.
  const { lineOf, readPhone } = await import('../../contract/rules/phone-number.ts')
  const read = readPhone(typed, lineOf[field], phone_regex)
  return 'problem' in read ? { problem: { field: `${field}.number`, phrase: read.problem, values: {} } } : read
}

/** Throws `validation` at `dateOfBirth` where that day has not begun in any of the tenant's countries (spec §5). */
export async function expectBornByNow(scope: Scope, dateOfBirth: string): Promise<void> {
  // Older days, which are nearly all, ask for no row.
  if (dateOfBirth <= todayIn('Etc/GMT+12', scope.now)) return
  const { countries } = await getTenantRow(scope)
  if (!hasBegunIn(countries, dateOfBirth, scope.now)) throw invalid('dateOfBirth', 'dateInFuture')
}

function toPreferences(row: TenantRow, environment: Environment, dsn: string | null): Omit<Preferences, 'logos'> {
  const links = row.app_links[environment] ?? row.app_links.production
  return {
    id: row.id,
    version: row.version,
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
    appLinks: { ios: links?.ios ?? null, android: links?.android ?? null },
    dateFormat: { web: row.date_format.web ?? null, mobile: row.date_format.mobile ?? null },
    sessionIdleMinutes: row.session_idle_minutes,
    suspension: row.status === 'suspended' ? { details: row.status_details } : null,
    errorReporting: { dsn },
  }
}
