import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { featureFlags } from '../permissions/permissions.ts'
import { languages, locales } from '../locales.ts'
import { countries } from '../rules/countries.ts'
import { formalText, dataOf, id } from '../schema.ts'
import { standing } from '../standing.ts'
import { ifMatch } from '../versions.ts'
import { dateFormat, logos } from './preferences.ts'
import { appLinkSettings, brandingSettings, sendingSettings, subjectSettings, tenantChange } from './settings.ts'

const tenant = z.strictObject({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  slug: z.string(),
  /** The host made from its slug, such as harbour.example.org; its domains lead there. */
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
  identifiesBy: subjectSettings.shape.identifiesBy,
  subjectDetails: subjectSettings.shape.subjectDetails,
  ownNetworks: z.array(z.string()),
  ...sendingSettings.shape,
  appLinks: appLinkSettings.shape.appLinks,
  theme: brandingSettings.shape.theme,
  logos,
  version: z.int(),
})
export type TenantDetails = z.infer<typeof tenant>

const seeTenant = { anyOf: ['view-tenants', 'view-own-tenant'] } as const
const editTenant = { anyOf: ['edit-tenants', 'edit-own-tenant'] } as const

/** A tenant other than one's own counts as missing. */
export const getTenant = endpoint('getTenant', 'GET /tenants/{id}', {
  summary: 'A tenant, with all that is set of it',
  requires: seeTenant,
  whenEntered: 'read',
  replies: { 200: dataOf(tenant) },
})

/**
 * Changes the sent fields of a tenant. 403 for fields that only the operator may change (slug, domains, statusDetails,
 * limits on messages), 409 `duplicate` at a slug or domain that is in use, 422 at the field for a value that is
 * inconsistent with the others.
 */
export const changeTenant = endpoint('changeTenant', 'PUT /tenants/{id}', {
  summary: 'Change some of what is set of a tenant',
  requires: editTenant,
  headers: ifMatch,
  body: tenantChange,
  replies: { 200: dataOf(tenant) },
  audit: 'tenant.changed',
})

const people = z.int()

/** Returns the number of people and subjects that the settings concern now, for the pages that change them. */
export const getTenantUse = endpoint('getTenantUse', 'GET /tenants/{id}/use', {
  summary: 'How many people the settings of a tenant concern',
  requires: editTenant,
  replies: {
    200: dataOf(
      z.strictObject({
        /** The number of active users by chosen language. */
        speakers: z.record(z.enum(languages), people),
        /** True if there are subjects, so that their kind is fixed. */
        hasSubjects: z.boolean(),
        /** The number of people who can now do what each flag would prevent. */
        concerned: z.record(z.enum(featureFlags), people),
      }),
    ),
  },
})
export type TenantUse = z.infer<(typeof getTenantUse)['replies'][200]>['data']

/**
 * Tells where a custom domain of the tenant, or the host of its slug, leads now. `here`: to this installation;
 * `elsewhere`: to another one; `nowhere`: it has no entry; `unknown`: the name servers did not answer in time. 422 for
 * any other host.
 */
export const checkTenantDomain = endpoint('checkTenantDomain', 'POST /tenants/{id}/check-domain', {
  summary: 'Look up where a domain of a tenant leads',
  requires: editTenant,
  body: z.strictObject({ domain: formalText(253).check(z.toLowerCase()) }),
  replies: {
    200: dataOf(
      z.strictObject({
        leads: z.enum(['here', 'elsewhere', 'nowhere', 'unknown']),
        addresses: z.array(z.string()),
      }),
    ),
  },
  limit: { attempts: 30, minutes: 15 },
})
export type DomainCheck = z.infer<(typeof checkTenantDomain)['replies'][200]>['data']
