import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { dataOf, id, rule, text } from '../schema.ts'

/** How long an operator stays at most, in minutes. */
export const entryMinutes = 60
/** The longest that a tenant lets an operator enter for, in hours. */
const mostGrantedHours = 24

/** Why an operator wants to see a tenant's records, for its administrators to read. */
export const entryReason = z.strictObject({
  reason: text(500).check(rule('min', (value) => value.length === 0 || value.length >= 10, { length: 10 })),
})
export type EntryReason = z.infer<typeof entryReason>

/** How an operator may enter a tenant now. */
export const entryWay = z.strictObject({
  /** Whether a reason is enough; else the tenant is asked first. */
  mayEnter: z.boolean(),
  /** The operator's own latest request: it waits, lets them in `until` (ISO 8601 in UTC), or was refused. */
  request: z.nullable(
    z.strictObject({ state: z.enum(['waiting', 'granted', 'refused', 'over']), until: z.nullable(z.string()) }),
  ),
})
export type EntryWay = z.infer<typeof entryWay>

const oneTenant = z.strictObject({ id })

/**
 * Enters a tenant's records, to read them, until the time in the reply at the latest. 409 `not-possible` for a session that has
 * entered one already, and 403 `entry-not-granted` where the tenant is asked first.
 */
export const enterTenant = endpoint({
  name: 'enterTenant',
  method: 'POST',
  path: '/tenants/{id}/entries',
  summary: 'Enter a tenant’s records to read them, for a reason',
  requires: { rule: 'maySeeTenants' },
  params: oneTenant,
  body: entryReason,
  replies: { 201: dataOf(z.strictObject({ id, endsAt: z.string() })) },
  audit: 'tenant.entered',
})

/** Asks a tenant that has operators ask first. 409 `not-possible` while an earlier request waits, and where none is needed. */
export const askToEnter = endpoint({
  name: 'askToEnter',
  method: 'POST',
  path: '/tenants/{id}/entry-requests',
  summary: 'Ask a tenant to be let in, for a reason',
  requires: { rule: 'maySeeTenants' },
  params: oneTenant,
  body: entryReason,
  replies: { 201: dataOf(entryWay) },
  audit: 'tenant.entry-asked',
})

/** Leaves the records that were entered. It is safe to repeat. */
export const leaveTenant = endpoint({
  name: 'leaveTenant',
  method: 'DELETE',
  path: '/operator-entry',
  summary: 'Leave the records that were entered',
  requires: { rule: 'mayLeaveTenant' },
  replies: { 204: null },
  audit: 'tenant.left',
})

const request = z.strictObject({
  id,
  operator: z.string(),
  reason: z.string(),
  askedAt: z.string(),
  /** Until when the operator may enter; null of one that waits for an answer. */
  grantedUntil: z.nullable(z.string()),
})

const operatorAccess = z.strictObject({
  mayEnter: z.boolean(),
  /** Those that wait, and those that let somebody in now. */
  requests: z.array(request),
})
export type OperatorAccess = z.infer<typeof operatorAccess>

/** How operators get to the records of the tenant, for its administrators. */
export const getOperatorAccess = endpoint({
  name: 'getOperatorAccess',
  method: 'GET',
  path: '/operator-access',
  summary: 'How operators get to this tenant’s records',
  requires: { rule: 'mayAnswerOperators' },
  replies: { 200: dataOf(operatorAccess) },
})

/** Says whether operators enter by giving a reason. Where they shall ask, who has entered without being let in is out at once. */
export const updateOperatorAccess = endpoint({
  name: 'updateOperatorAccess',
  method: 'PUT',
  path: '/operator-access',
  summary: 'Say whether operators ask before they enter',
  requires: { rule: 'mayAnswerOperators' },
  body: z.strictObject({ mayEnter: z.boolean() }),
  replies: { 200: dataOf(operatorAccess) },
  audit: 'tenant.changed',
})

const oneRequest = z.strictObject({ id })

/** Lets an operator in, for so many hours from now. 409 `not-possible` for a request that was answered. */
export const grantEntry = endpoint({
  name: 'grantEntry',
  method: 'PUT',
  path: '/operator-requests/{id}/grant',
  summary: 'Let an operator in',
  requires: { rule: 'mayAnswerOperators' },
  params: oneRequest,
  body: z.strictObject({ hours: z.int().check(z.minimum(1), z.maximum(mostGrantedHours)) }),
  replies: { 200: dataOf(operatorAccess) },
  audit: 'tenant.entry-granted',
})

/** Refuses a request, or takes back what was granted; whoever entered by it is out at once. */
export const refuseEntry = endpoint({
  name: 'refuseEntry',
  method: 'PUT',
  path: '/operator-requests/{id}/refuse',
  summary: 'Refuse an operator, or take back that they were let in',
  requires: { rule: 'mayAnswerOperators' },
  params: oneRequest,
  replies: { 200: dataOf(operatorAccess) },
  audit: 'tenant.entry-refused',
})

export const entryList = listQuery({ filters: {}, sorts: ['-entered_at'], default: '-entered_at' })

const entry = z.strictObject({
  id,
  operator: z.string(),
  reason: z.string(),
  enteredAt: z.string(),
  /** When it ended, or will at the latest. */
  endsAt: z.string(),
  isRunning: z.boolean(),
})
export type OperatorEntry = z.infer<typeof entry>

/** Who entered the tenant's records, why and for how long, the latest first. */
export const listOperatorEntries = endpoint({
  name: 'listOperatorEntries',
  method: 'GET',
  path: '/operator-entries',
  summary: 'Operators who entered this tenant’s records, the latest first',
  requires: { rule: 'mayAnswerOperators' },
  query: entryList.page,
  replies: { 200: listOf(entry) },
})

/** Puts an operator out, at once. One that has ended stays as it is. */
export const endEntry = endpoint({
  name: 'endEntry',
  method: 'PUT',
  path: '/operator-entries/{id}/end',
  summary: 'Put an operator out',
  requires: { rule: 'mayAnswerOperators' },
  params: z.strictObject({ id }),
  replies: { 200: dataOf(entry) },
  audit: 'tenant.entry-ended',
})
