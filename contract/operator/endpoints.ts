import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { historyEndpoint } from '../history.ts'
import { listOf } from '../listing.ts'
import { locales } from '../locales.ts'
import { countries } from '../rules/countries.ts'
import { dataOf, id, optionalProse } from '../schema.ts'
import { standing, standingEndpoints } from '../standing.ts'
import { newTenant } from '../tenants/new-tenant.ts'
import { entryWay } from './entry.ts'
import { tenantList } from './tenant-list.ts'

/** Counts of a tenant that an operator may know: numbers only, never people or things. */
const tenantFigures = z.strictObject({
  users: z.int(),
  organisations: z.int(),
  /** Tests performed in the last 30 days, without voided ones; counted up to `testsCap`. */
  tests: z.int(),
})
/** A larger number of tests is reported as one more than this. */
export const testsCap = 10_000

export const tenantListItem = z.strictObject({
  id,
  name: z.string(),
  slug: z.string(),
  status: standing,
  productName: z.nullable(z.string()),
  figures: tenantFigures,
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
})
export type TenantListItem = z.infer<typeof tenantListItem>

const tenantFacts = z.extend(tenantListItem, {
  /** Shown to its visitors while it is suspended. */
  statusDetails: z.nullable(z.string()),
  kind: z.enum(['human', 'non-human']),
  defaultLanguage: z.enum(locales),
  countries: z.array(z.enum(countries)),
  entryWay,
  /** The number of open sessions, which a suspension would end. */
  openSessions: z.int(),
  version: z.int(),
})
export type TenantFacts = z.infer<typeof tenantFacts>

/** Lists every tenant except the operator's own. */
export const listTenants = endpoint('listTenants', 'GET /tenants', {
  summary: 'All tenants, for the operator',
  requires: { rule: 'maySeeTenants' },
  query: tenantList.page,
  prints: tenantList,
  replies: { 200: listOf(tenantListItem) },
})

/** Creates a tenant that is ready to record tests and invites its first administrator. 409 `duplicate` at `slug`. */
export const createTenant = endpoint('createTenant', 'POST /tenants', {
  summary: 'Create a tenant and invite its first administrator',
  requires: { rule: 'mayKeepTenants' },
  headers: doneOncePerKey,
  body: newTenant,
  replies: { 201: dataOf(tenantFacts), 200: dataOf(tenantFacts) },
  audit: 'tenant.created',
})

export const getTenantFacts = endpoint('getTenantFacts', 'GET /tenants/{id}/facts', {
  summary: 'What the operator may know of a tenant',
  requires: { rule: 'maySeeTenants' },
  replies: { 200: dataOf(tenantFacts) },
})

const standingOfTenant = standingEndpoints({
  name: 'Tenant',
  path: 'tenants',
  audit: 'tenant',
  inWords: 'a tenant',
  requires: { rule: 'mayKeepTenants' },
  reply: dataOf(tenantFacts),
})

/** The body of the form of a suspension: the operator's text for visitors. */
export const suspension = z.strictObject({ statusDetails: optionalProse(255) })
export type Suspension = z.infer<typeof suspension>

/** Ends all sessions of the tenant at once and blocks logins; its public pages say that it is suspended. */
export const suspendTenant = { ...standingOfTenant.suspend, body: suspension }
/** Allows logins again, and deletes the text for visitors. */
export const reactivateTenant = standingOfTenant.reactivate

/** Lists operators' actions on a tenant, from the operators' own audit trail. */
export const listTenantHistory = {
  ...historyEndpoint({
    name: 'Tenant',
    path: 'tenants',
    inWords: 'a tenant',
    shows: [
      'tenant.created',
      'tenant.changed',
      'tenant.entry-asked',
      'tenant.entered',
      'tenant.left',
      'tenant.suspended',
      'tenant.reactivated',
    ],
  }),
  requires: { rule: 'maySeeTenants' },
} as const
