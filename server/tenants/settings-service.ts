import { isDeepStrictEqual } from 'node:util'
import {
  operatorFields,
  refusedSetting,
  type TenantChange,
  type TenantSettings,
} from '../../contract/tenants/settings.ts'
import { operatorFeatures } from '../../contract/tenants/new-tenant.ts'
import type { TenantDetails, TenantUse } from '../../contract/tenants/tenant.ts'
import { makeChange } from '../access/changing/changes.ts'
import type { Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { tellAdministrators } from '../messages/service.ts'
import { duplicate, Failure, found, invalid } from '../platform/failure.ts'
import { logosOf } from './logo-service.ts'
import { takeAddress } from './founding-repository.ts'
import {
  countUse,
  findTenantRow,
  giveBackAddress,
  hasSubjects,
  listDomains,
  updateTenantRow,
  type LimitColumns,
  type TenantColumns,
  type TenantRow,
} from './settings-repository.ts'

/** The settings that somebody may change: an operator all, the tenant's administrators their own. */
type Reach = 'everything' | 'own-settings'

/**
 * Returns the details of the scope's tenant. `publicHost` is the installation's host without a port. Throws
 * `not-found`.
 */
export async function getTenantDetails(scope: Scope, publicHost: string): Promise<TenantDetails> {
  const [row, domains, logos] = await Promise.all([findTenantRow(scope), listDomains(scope), logosOf(scope)])
  const present = found(row)
  const { id, slug, status, version } = present
  return { id, status, version, host: `${slug}.${publicHost}`, logos, ...settingsOf(present, domains) }
}

/**
 * Changes settings of the scope's tenant. Equal values leave no trace. Throws `not-found`, `stale-version`, `forbidden`
 * for settings beyond the actor's reach, `duplicate` at an address in use, and `validation` at a field that conflicts
 * with others.
 */
export async function changeTenant(
  scope: Scope,
  { version, change, reach, publicHost }: { version: number; change: TenantChange; reach: Reach; publicHost: string },
): Promise<TenantDetails> {
  const isBeyond = reach !== 'everything' && Object.keys(change).some((field) => operatorFields.includes(field))
  if (isBeyond) throw new Failure('forbidden', { resource: { resourceType: 'tenant', resourceId: scope.tenant.id } })
  const lock = change.subjects === undefined ? 'settings' : 'subjects'
  const row = asSeen(await findTenantRow(scope, { lock }), version)
  const before = settingsOf(row, await listDomains(scope))
  const after = changed(before, change)
  const [from, to] = differences(before, after)
  await makeChange(scope, 'tenant.changed', { id: row.id, from, to }, async () => {
    const refused = refusedSetting(after)
    if (refused !== undefined) throw invalid(refused.field, refused.phrase)
    // The database enforces this for the operator's tenant as well.
    if (row.is_operator && operatorFeatures.some((feature) => !after.features.includes(feature)))
      throw invalid('features', 'operatorFeatures')
    if (after.subjects.kind !== before.subjects.kind && (await hasSubjects(scope)))
      throw invalid('subjects.kind', 'kindFixed')
    await changeAddresses(scope, { before, after, row, publicHost })
    await updateTenantRow(scope, columnsOf(after), limitsOf(after))
    // An address decides where people go and what a domain's owner can do, so the tenant's administrators are told of
    // every change.
    const isMoved = 'slug' in to || 'domains' in to
    if (isMoved && reach === 'everything' && !scope.tenant.isOperator)
      await tellAdministrators(scope, 'address-changed')
  })
  return getTenantDetails(scope, publicHost)
}

/** Counts the people and subjects that the settings of the scope's tenant affect. */
export async function getTenantUse(scope: Scope): Promise<TenantUse> {
  const [{ speakers, ...concerned }, hasAny] = await Promise.all([countUse(scope), hasSubjects(scope)])
  return { speakers, hasSubjects: hasAny, concerned }
}

/** Throws `validation` for a domain that does not lead to the scope's tenant. */
export async function requireOwnDomain(scope: Scope, domain: string, publicHost: string): Promise<void> {
  const own = [`${scope.tenant.slug}.${publicHost}`, ...(await listDomains(scope))]
  if (!own.includes(domain)) throw invalid('domain', 'unknownReference')
}

interface AddressChange {
  before: TenantSettings
  after: TenantSettings
  row: TenantRow
  publicHost: string
}

/** Takes new addresses before it releases old ones, so that the tenant always has one. */
async function changeAddresses(scope: Scope, { before, after, row, publicHost }: AddressChange): Promise<void> {
  if (after.slug !== before.slug) {
    // The administrators' commands find the operator's tenant by its slug.
    if (row.is_operator) throw invalid('slug', 'slugReserved')
    if (!(await takeAddress(scope, { kind: 'slug', address: after.slug }))) throw duplicate('slug', 'slugTaken')
    await giveBackAddress(scope, { kind: 'slug', address: before.slug })
  }
  const added = after.domains.filter((domain) => !before.domains.includes(domain))
  for (const [at, domain] of after.domains.entries()) {
    if (!added.includes(domain)) continue
    // Every name below the installation's own host is, or may become, a tenant's slug.
    if (domain === publicHost || domain.endsWith(`.${publicHost}`)) throw invalid(`domains.${at}`, 'domainOfOurs')
    if (!(await takeAddress(scope, { kind: 'domain', address: domain }))) throw duplicate(`domains.${at}`, 'slugTaken')
  }
  for (const domain of before.domains.filter((one) => !after.domains.includes(one))) {
    await giveBackAddress(scope, { kind: 'domain', address: domain })
  }
}

function settingsOf(row: TenantRow, domains: string[]): TenantSettings {
  const { kind, customId1, customId2, names = {} } = row.subjects
  return {
    name: row.name,
    description: row.description,
    productName: row.product_name,
    idPrefix: row.id_prefix,
    sessionIdleMinutes: row.session_idle_minutes,
    passwordExpiryDays: row.password_expiry_days,
    slug: row.slug,
    domains,
    statusDetails: row.status_details,
    defaultLanguage: row.default_language,
    availableLanguages: row.available_languages,
    countries: row.countries,
    dateFormat: { web: row.date_format.web ?? null, mobile: row.date_format.mobile ?? null },
    postcodeRegex: row.postcode_regex,
    phoneRegex: row.phone_regex,
    subjects: { kind, names: { [row.default_language]: { customId1, customId2 }, ...names } },
    features: row.features,
    sendsResultsAtOnce: row.sends_results_at_once,
    subjectDetails: row.subject_details,
    identifiesBy: row.identifies_by,
    ownNetworks: row.own_networks,
    mailsPerDay: row.mails_per_day,
    mailsPerSender: row.mails_per_sender,
    mailsPerRecipient: row.mails_per_recipient,
    textsPerDay: row.texts_per_day,
    textsPerSender: row.texts_per_sender,
    textsPerRecipient: row.texts_per_recipient,
    theme: { web: row.theme.web },
    appLinks: Object.fromEntries(
      Object.entries(row.app_links).map(([environment, { ios, android }]) => [
        environment,
        { ios: ios ?? null, android: android ?? null },
      ]),
    ),
  }
}

/** Maps the settings to columns, except limits and domains, which have tables of their own. */
function columnsOf(set: TenantSettings): TenantColumns {
  const { kind, names } = set.subjects
  // The default language's names are used for languages without their own; people have none.
  const { customId1, customId2 } = names[set.defaultLanguage] ?? { customId1: '', customId2: '' }
  const { web, mobile } = set.dateFormat
  const links = Object.entries(set.appLinks).map(([environment, { ios, android }]) => [
    environment,
    { ...(ios !== null && { ios }), ...(android !== null && { android }) },
  ])
  return {
    name: set.name,
    description: set.description,
    product_name: set.productName,
    id_prefix: set.idPrefix,
    session_idle_minutes: set.sessionIdleMinutes,
    password_expiry_days: set.passwordExpiryDays,
    slug: set.slug,
    status_details: set.statusDetails,
    default_language: set.defaultLanguage,
    available_languages: set.availableLanguages,
    countries: set.countries,
    date_format: JSON.stringify({ ...(web && { web }), ...(mobile && { mobile }) }),
    postcode_regex: set.postcodeRegex,
    phone_regex: set.phoneRegex,
    subjects: JSON.stringify({ kind, customId1, customId2, names }),
    features: set.features,
    sends_results_at_once: set.sendsResultsAtOnce,
    subject_details: set.subjectDetails,
    identifies_by: set.identifiesBy,
    theme: JSON.stringify(set.theme),
    app_links: JSON.stringify(Object.fromEntries(links)),
  }
}

function limitsOf(set: TenantSettings): LimitColumns {
  return {
    own_networks: set.ownNetworks,
    mails_per_day: set.mailsPerDay,
    mails_per_sender: set.mailsPerSender,
    mails_per_recipient: set.mailsPerRecipient,
    texts_per_day: set.textsPerDay,
    texts_per_sender: set.textsPerSender,
    texts_per_recipient: set.textsPerRecipient,
  }
}

/** Applies the sent settings. A language that becomes the default starts with the names that it showed before. */
function changed(before: TenantSettings, change: TenantChange): TenantSettings {
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: TenantSettings = { ...before, ...sent }
  const shown = before.subjects.names[before.defaultLanguage]
  if (change.subjects !== undefined || shown === undefined) return after
  return {
    ...after,
    subjects: { ...after.subjects, names: { [after.defaultLanguage]: shown, ...after.subjects.names } },
  }
}

/** Returns the changed fields by their dotted names, before and after. */
function differences(before: TenantSettings, after: TenantSettings) {
  const [from, to] = [flat(before), flat(after)]
  const changed = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => !isDeepStrictEqual(from[name] ?? null, to[name] ?? null),
  )
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null] as const))
  return [only(from), only(to)] as const
}

function flat(values: object, before = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as object, `${before}${name}.`))
        : [[`${before}${name}`, value]],
    ),
  )
}
