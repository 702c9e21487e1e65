import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { historyEndpoint } from '../history.ts'
import { listOf } from '../listing.ts'
import { locales } from '../rules/formats.ts'
import { countries } from '../rules/phone-and-postcode.ts'
import { dataOf, id, optionalProse } from '../schema.ts'
import { standing, standingEndpoints } from '../standing.ts'
import { newTenant } from '../tenants/new-tenant.ts'
import { entryWay } from './entry.ts'
import { tenantList } from './tenant-filter.ts'

/** How much there is in a tenant, as far as an operator may know: how many, never who or what. */
const tenantFigures = z.strictObject({
  users: z.int(),
  organisations: z.int(),
  /** Performed in the last 30 days, without voided ones; counted to `testsCap`. */
  tests: z.int(),
})
/** More tests than this are told as this many and one. */
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
  /** Sessions that are open now: those that a suspension would end. */
  openSessions: z.int(),
  version: z.int(),
})
export type TenantFacts = z.infer<typeof tenantFacts>

const oneTenant = z.strictObject({ id })

/** Every tenant but the operator's own. */
export const listTenants = endpoint({
  name: 'listTenants',
  method: 'GET',
  path: '/tenants',
  summary: 'All tenants, for the operator',
  requires: { rule: 'maySeeTenants' },
  query: tenantList.page,
  replies: { 200: listOf(tenantListItem) },
})

/** Founds a tenant that is ready to record tests and invites its first administrator. 409 `duplicate` at `slug`. */
export const createTenant = endpoint({
  name: 'createTenant',
  method: 'POST',
  path: '/tenants',
  summary: 'Create a tenant and invite its first administrator',
  requires: { rule: 'mayKeepTenants' },
  body: newTenant,
  replies: { 201: dataOf(tenantFacts) },
  audit: 'tenant.created',
})

export const getTenantFacts = endpoint({
  name: 'getTenantFacts',
  method: 'GET',
  path: '/tenants/{id}/facts',
  summary: 'What the operator may know of a tenant',
  requires: { rule: 'maySeeTenants' },
  params: oneTenant,
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

/** What the form of a suspension sends: what visitors are told, in words of the operator's. */
export const suspension = z.strictObject({ statusDetails: optionalProse(255) })
export type Suspension = z.infer<typeof suspension>

/** Logs everybody of it out, at once, and keeps them out; its public pages say that it is suspended. */
export const suspendTenant = endpoint({ ...standingOfTenant.suspend, body: suspension })
/** Lets everybody in again, and forgets what its visitors were told. */
export const reactivateTenant = standingOfTenant.reactivate

/** What operators have done about a tenant, as their own audit trail tells it. */
export const listTenantHistory = endpoint({
  ...historyEndpoint({ name: 'Tenant', path: 'tenants', inWords: 'a tenant' }),
  requires: { rule: 'maySeeTenants' },
})
