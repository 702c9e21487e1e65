import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { featureFlags } from '../permissions/permissions.ts'
import { languages, locales } from '../rules/formats.ts'
import { countries } from '../rules/phone-and-postcode.ts'
import { formalText, dataOf, id } from '../schema.ts'
import { standing } from '../standing.ts'
import { ifMatch } from '../versions.ts'
import { dateFormat, logos } from './preferences.ts'
import { appLinkSettings, brandingSettings, sendingSettings, subjectSettings, tenantChange } from './settings.ts'

/** A tenant with all that is set of it. */
const tenant = z.strictObject({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  slug: z.string(),
  /** The host that its slug makes, such as harbour.example.org; its domains lead there. */
  host: z.string(),
  domains: z.array(z.string()),
  status: standing,
  statusDetails: z.nullable(z.string()),
  idPrefix: z.string(),
  sessionIdleMinutes: z.int(),
  passwordExpiryDays: z.int(),
  defaultLanguage: z.enum(locales),
  availableLanguages: z.array(z.enum(locales)),
  countries: z.array(z.enum(countries)),
  dateFormat: z.strictObject({ web: z.nullable(dateFormat), mobile: z.nullable(dateFormat) }),
  postcodeRegex: z.nullable(z.string()),
  phoneRegex: z.nullable(z.string()),
  subjects: subjectSettings.shape.subjects,
  features: z.array(z.enum(featureFlags)),
  sendsResultsAtOnce: z.boolean(),
  ownNetworks: z.array(z.string()),
  ...sendingSettings.shape,
  appLinks: appLinkSettings.shape.appLinks,
  theme: brandingSettings.shape.theme,
  logos,
  version: z.int(),
})
export type TenantDetails = z.infer<typeof tenant>

const oneTenant = z.strictObject({ id })
const seeTenant = { anyOf: ['view-tenants', 'view-own-tenant'] } as const
const editTenant = { anyOf: ['edit-tenants', 'edit-own-tenant'] } as const

/** Another tenant than one's own answers as a missing one. */
export const getTenant = endpoint({
  name: 'getTenant',
  method: 'GET',
  path: '/tenants/{id}',
  summary: 'A tenant, with all that is set of it',
  requires: seeTenant,
  params: oneTenant,
  replies: { 200: dataOf(tenant) },
})

/**
 * Changes what is sent of a tenant. 403 for what only the operator may change (slug, domains, statusDetails, how many messages are sent), 409
 * `duplicate` at a slug or domain that is in use, 422 at the field for what the others do not allow.
 */
export const changeTenant = endpoint({
  name: 'changeTenant',
  method: 'PUT',
  path: '/tenants/{id}',
  summary: 'Change some of what is set of a tenant',
  requires: editTenant,
  params: oneTenant,
  headers: ifMatch,
  body: tenantChange,
  replies: { 200: dataOf(tenant) },
  audit: 'tenant.changed',
})

const people = z.int()

/** How many people and subjects the settings concern now, asked where they are changed. */
export const getTenantUse = endpoint({
  name: 'getTenantUse',
  method: 'GET',
  path: '/tenants/{id}/use',
  summary: 'How many people the settings of a tenant concern',
  requires: editTenant,
  params: oneTenant,
  replies: {
    200: dataOf(
      z.strictObject({
        /** Active users, by the language that they chose. */
        speakers: z.record(z.enum(languages), people),
        /** Whether there are subjects: then their kind stays. */
        hasSubjects: z.boolean(),
        /** Those who can do now what each flag would take from them. */
        concerned: z.record(z.enum(featureFlags), people),
      }),
    ),
  },
})
export type TenantUse = z.infer<(typeof getTenantUse)['replies'][200]>['data']

/**
 * Where a custom domain of the tenant, or the host of its slug, leads now. `here`: to this installation; `elsewhere`: to
 * another place; `nowhere`: it has no entry; `unknown`: the name servers did not answer in time. 422 for any other.
 */
export const checkTenantDomain = endpoint({
  name: 'checkTenantDomain',
  method: 'POST',
  path: '/tenants/{id}/check-domain',
  summary: 'Look up where a domain of a tenant leads',
  requires: editTenant,
  params: oneTenant,
  body: z.strictObject({ domain: formalText(253).check(z.toLowerCase()) }),
  replies: {
    200: dataOf(
      z.strictObject({
        leads: z.enum(['here', 'elsewhere', 'nowhere', 'unknown']),
        /** The IP addresses that were found. */
        addresses: z.array(z.string()),
      }),
    ),
  },
  limit: { attempts: 30, minutes: 15 },
})
export type DomainCheck = z.infer<(typeof checkTenantDomain)['replies'][200]>['data']
