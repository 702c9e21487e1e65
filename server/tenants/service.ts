import type { Preferences } from '../../contract/tenants/preferences.ts'
import type { Address } from '../../contract/rules/address.ts'
import { refusedPart, type AddressTerms } from '../../contract/rules/address-terms.ts'
import { hasBegunIn } from '../../contract/rules/birth-date.ts'
import { todayIn } from '../../contract/rules/dates.ts'
import type { Country } from '../../contract/rules/countries.ts'
import type { PhoneField, TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import type { Standing } from '../../contract/standing.ts'
import { phoneFieldOf, type TelephoneType } from '../../contract/subjects/details.ts'
import { makeStanding } from '../access/changing/changes.ts'
import type { Scope } from '../access/scope.ts'
import { listUsCounties } from '../assays/service.ts'
import { environmentOf, type Environment } from '../platform/environment.ts'
import { Failure, found, invalid, type FieldFailure } from '../platform/failure.ts'
import { logosOf } from './logo-service.ts'
import { getTenantRow, lockTenantRow, updateTenantStanding, type TenantRow } from './repository.ts'

export { noteChange } from './repository.ts'

export { insertTenant, isOperatorsTenant, takeAddress } from './founding-repository.ts'
export { mayOperatorsEnter, updateMayEnter } from './repository.ts'

/** The product's name for a tenant that has none of its own (spec §1). */
const genericProductName = 'Lateral'

/**
 * Returns the preferences that a visitor may see of this host's tenant. `sentryDsn` is the server's setting, null when
 * off.
 */
export async function getPreferences(scope: Scope, host: string, sentryDsn: string | null): Promise<Preferences> {
  const [row, logos] = await Promise.all([getTenantRow(scope), logosOf(scope)])
  const preferences = toPreferences(row, environmentOf(host), sentryDsn)
  // An operator who reads here keeps the idle limit of their own session.
  const sessionIdleMinutes = scope.actor?.entry?.idleMinutes ?? preferences.sessionIdleMinutes
  return { ...preferences, logos, sessionIdleMinutes }
}

export async function getTenantName(scope: Scope): Promise<string> {
  return (await getTenantRow(scope)).name
}

/** A tenant's standing, with the message to its visitors while it is suspended. */
export interface TenantStanding {
  status: Standing
  details: string | null
}

/**
 * Suspends or reactivates the scope's tenant, and returns its former standing; undefined when nothing changes. The
 * caller must end what a suspension ends. Throws `stale-version` when a version is given and outdated.
 */
export async function setTenantStanding(
  scope: Scope,
  to: TenantStanding,
  version: number | undefined,
): Promise<TenantStanding | undefined> {
  const row = found(await lockTenantRow(scope))
  const from = { status: row.status, details: row.status_details }
  const wanted = { status: to.status, version }
  const isNew = await makeStanding(
    scope,
    'tenant',
    row,
    wanted,
    () => updateTenantStanding(scope, to),
    changeOf(from, to),
  )
  return isNew ? from : undefined
}

/** Builds the audit details of a change of standing. */
export function changeOf(from: TenantStanding, to: TenantStanding) {
  return { from: { statusDetails: from.details }, to: { statusDetails: to.details } }
}

/** The tenant's rules for telephone numbers. */
interface PhoneRules {
  countries: readonly Country[]
  phone_regex: string | null
}

/** Returns an entered number as E.164. Throws `validation` at the field when this tenant does not accept it. */
export async function readPhoneOf(scope: Scope, field: PhoneField, typed: TypedPhone | null): Promise<string | null> {
  if (typed === null) return null
  const phone = await checkPhone(field, typed, await getTenantRow(scope))
  if ('problem' in phone) throw new Failure('validation', { fields: [phone.problem] })
  return phone.number
}

/**
 * Returns a place's entered telephone in the form in which it is shown, or the `kept` one if none was sent. Throws `validation`
 * at `phone` when this tenant does not accept it.
 */
export async function readPlacePhone(
  scope: Scope,
  typed: TypedPhone | null | undefined,
  kept: string | null,
): Promise<string | null> {
  if (typed === undefined) return kept
  const number = await readPhoneOf(scope, 'phone', typed)
  if (number === null) return null
  const { shownPhone } = await import('../../contract/rules/phone-number.ts')
  return shownPhone(number)
}

/**
 * Returns an entered telephone of a person in the form in which it is shown, or the problem that this tenant has with it, such as
 * that a landline has the number of a mobile.
 */
export async function readPersonPhone(
  scope: Scope,
  type: TelephoneType,
  typed: TypedPhone,
): Promise<{ number: string } | { problem: FieldFailure }> {
  const checked = await checkPhone(phoneFieldOf[type], typed, await getTenantRow(scope))
  if ('problem' in checked) return checked
  const { shownPhone } = await import('../../contract/rules/phone-number.ts')
  return { number: shownPhone(checked.number ?? typed.number) }
}

/** Returns what the tenant accepts as addresses. */
export async function addressRulesOf(scope: Scope): Promise<AddressTerms> {
  const { countries, postcode_regex: postcodeRegex } = await getTenantRow(scope)
  return { countries, postcodeRegex }
}

/** Returns what the tenant accepts as telephone numbers. */
export async function phoneRulesOf(scope: Scope): Promise<PhoneRules> {
  return await getTenantRow(scope)
}

/** Returns an entered number as E.164, null when none was entered, or the problem that this tenant has with it. */
export async function checkPhone(
  field: PhoneField,
  typed: TypedPhone | null | undefined,
  { countries, phone_regex }: PhoneRules,
): Promise<{ number: string | null } | { problem: FieldFailure }> {
  if (!typed) return { number: null }
  if (!countries.some((offered) => offered === typed.country))
    return { problem: { field: `${field}.country`, phrase: 'countryCode', values: {} } }
  // Imported with the first number, because its tables take memory.
  const { lineOf, readPhone } = await import('../../contract/rules/phone-number.ts')
  const read = readPhone(typed, lineOf[field], phone_regex)
  return 'problem' in read ? { problem: { field: `${field}.number`, phrase: read.problem, values: {} } } : read
}

/**
 * Throws `validation` at this field for an address whose country or postcode the tenant does not accept, or whose state
 * does not have its county.
 */
export async function requireFittingAddress(scope: Scope, field: string, address: Address | null): Promise<void> {
  if (address === null) return
  const refused = refusedPart(address, await addressRulesOf(scope))
  if (refused !== undefined) throw invalid(`${field}.${refused.part}`, refused.phrase)
  const { state, county } = address
  if (state === null || county === null) return
  if (!listUsCounties(state).some(({ name }) => name === county)) throw invalid(`${field}.county`, 'choice')
}

/** Throws `validation` at `dateOfBirth` for a day that has not begun in any of the tenant's countries (spec §5). */
export async function expectBornByNow(scope: Scope, dateOfBirth: string): Promise<void> {
  // Days that have begun everywhere on Earth, as nearly all have, need no query.
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
    subjects: { ...row.subjects, identifiesBy: row.identifies_by },
    subjectDetails: row.subject_details,
    features: row.features,
    theme: { web: row.theme.web },
    appLinks: { ios: links?.ios ?? null, android: links?.android ?? null },
    dateFormat: { web: row.date_format.web ?? null, mobile: row.date_format.mobile ?? null },
    sessionIdleMinutes: row.session_idle_minutes,
    suspension: row.status === 'suspended' ? { details: row.status_details } : null,
    errorReporting: { dsn },
  }
}
