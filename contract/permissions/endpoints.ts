import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { permissions } from './permissions.ts'
import { tenantTypes } from './matrix.ts'
import { dataOf, id } from '../schema.ts'
import { ifMatch } from '../versions.ts'

const held = z.array(z.enum(permissions)).check(z.maxLength(permissions.length))
const types = z.strictObject({
  tenant: held,
  organisation: held,
  group: held,
  provider: held,
  clinical: held,
  patient: held,
})

const tenantPermissions = z.strictObject({
  id,
  types,
  /** The number of active users of each type, whom a change concerns. */
  people: z.record(z.enum(tenantTypes), z.int()),
  version: z.int(),
})
export type TenantPermissions = z.infer<typeof tenantPermissions>

/** A tenant other than one's own counts as missing. */
export const getPermissions = endpoint('getPermissions', 'GET /tenants/{id}/permissions', {
  summary: 'What each user type of a tenant may do',
  requires: { anyOf: ['view-tenants', 'view-own-tenant'] },
  replies: { 200: dataOf(tenantPermissions) },
})

/** The new permissions of some user types; the others stay unchanged. */
const wanted = z.partial(types)
export type WantedPermissions = z.infer<typeof wanted>

/**
 * Sets the permissions of user types from the next request on. 422 at the type if it lacks a fixed permission, has one
 * that it can never hold, or has one without those that it needs. Users who lose access to the web app are logged out.
 */
export const changePermissions = endpoint('changePermissions', 'PUT /tenants/{id}/permissions', {
  summary: 'Change what the user types of a tenant may do',
  requires: { anyOf: ['edit-tenants', 'edit-own-tenant'] },
  headers: ifMatch,
  body: wanted,
  replies: { 200: dataOf(tenantPermissions) },
  audit: 'tenant.permissions-changed',
})
