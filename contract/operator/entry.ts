import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { dataOf, id, rule, text } from '../schema.ts'
import { shortestReason } from '../limits-and-times.ts'

/** The longest period for which a tenant can grant an operator entry, in hours. */
const mostGrantedHours = 24

/** An operator's reason for reading a tenant's records, which its administrators can read. */
export const entryReason = z.strictObject({
  reason: text(500).check(
    rule('min', (value) => value.length === 0 || value.length >= shortestReason, { length: shortestReason }),
  ),
})
export type EntryReason = z.infer<typeof entryReason>

export const entryWay = z.strictObject({
  /** True if stating a reason is enough; otherwise the tenant must agree first. */
  mayEnter: z.boolean(),
  /** The operator's own latest request: it waits, grants entry `until` (ISO 8601 in UTC), or was refused. */
  request: z.nullable(
    z.strictObject({ state: z.enum(['waiting', 'granted', 'refused', 'over']), until: z.nullable(z.string()) }),
  ),
})
export type EntryWay = z.infer<typeof entryWay>

/**
 * Enters a tenant's records for reading, until the time in the reply at the latest. 409 `not-possible` for a session
 * that is already in a tenant's records, and 403 `entry-not-granted` if the tenant must agree first.
 */
export const enterTenant = endpoint('enterTenant', 'POST /tenants/{id}/entries', {
  summary: 'Enter a tenant’s records to read them, for a reason',
  requires: { rule: 'maySeeTenants' },
  body: entryReason,
  replies: { 201: dataOf(z.strictObject({ id, endsAt: z.string() })) },
  audit: 'tenant.entered',
})

/**
 * Asks for entry to a tenant that requires its agreement. 409 `not-possible` while an earlier request waits, and if no
 * agreement is needed.
 */
export const askToEnter = endpoint('askToEnter', 'POST /tenants/{id}/entry-requests', {
  summary: 'Ask a tenant to be let in, for a reason',
  requires: { rule: 'maySeeTenants' },
  body: entryReason,
  replies: { 201: dataOf(entryWay) },
  audit: 'tenant.entry-asked',
})

/** Leaves the entered records. Safe to repeat. */
export const leaveTenant = endpoint('leaveTenant', 'DELETE /operator-entry', {
  summary: 'Leave the records that were entered',
  requires: { rule: 'mayLeaveTenant' },
  whenEntered: 'own',
  replies: { 204: null },
  audit: 'tenant.left',
})

const request = z.strictObject({
  id,
  operator: z.string(),
  reason: z.string(),
  askedAt: z.string(),
  /** The time until which the operator may enter; null for a waiting request. */
  grantedUntil: z.nullable(z.string()),
})

const operatorAccess = z.strictObject({
  mayEnter: z.boolean(),
  /** The waiting requests, and those that grant entry now. */
  requests: z.array(request),
})
export type OperatorAccess = z.infer<typeof operatorAccess>

/** The rules and requests of operators' access to the tenant's records, for its administrators. */
export const getOperatorAccess = endpoint('getOperatorAccess', 'GET /operator-access', {
  summary: 'How operators get to this tenant’s records',
  requires: { rule: 'mayAnswerOperators' },
  replies: { 200: dataOf(operatorAccess) },
})

/**
 * Sets whether operators enter by stating a reason. If they must ask, an operator who entered without agreement is
 * removed at once.
 */
export const updateOperatorAccess = endpoint('updateOperatorAccess', 'PUT /operator-access', {
  summary: 'Say whether operators ask before they enter',
  requires: { rule: 'mayAnswerOperators' },
  body: z.strictObject({ mayEnter: z.boolean() }),
  replies: { 200: dataOf(operatorAccess) },
  audit: 'tenant.changed',
})

/**
 * Grants an operator entry for a number of hours from now. 409 `not-possible` for a request that was already answered.
 */
export const grantEntry = endpoint('grantEntry', 'PUT /operator-requests/{id}/grant', {
  summary: 'Let an operator in',
  requires: { rule: 'mayAnswerOperators' },
  body: z.strictObject({ hours: z.int().check(z.minimum(1), z.maximum(mostGrantedHours)) }),
  replies: { 200: dataOf(operatorAccess) },
  audit: 'tenant.entry-granted',
})

/** Refuses a request, or withdraws a grant; an operator who entered by it is removed at once. */
export const refuseEntry = endpoint('refuseEntry', 'PUT /operator-requests/{id}/refuse', {
  summary: 'Refuse an operator, or take back that they were let in',
  requires: { rule: 'mayAnswerOperators' },
  replies: { 200: dataOf(operatorAccess) },
  audit: 'tenant.entry-refused',
})

export const entryList = listQuery({ filters: {}, sorts: ['-entered_at'], default: '-entered_at' })

const entry = z.strictObject({
  id,
  operator: z.string(),
  reason: z.string(),
  enteredAt: z.string(),
  /** The time at which it ended, or must end at the latest. */
  endsAt: z.string(),
  isRunning: z.boolean(),
})
export type OperatorEntry = z.infer<typeof entry>

/** Lists the entries to the tenant's records with operator, reason and duration, latest first. */
export const listOperatorEntries = endpoint('listOperatorEntries', 'GET /operator-entries', {
  summary: 'Operators who entered this tenant’s records, the latest first',
  requires: { rule: 'mayAnswerOperators' },
  query: entryList.page,
  replies: { 200: listOf(entry) },
})

/** Removes an operator at once. An entry that has ended stays as it is. */
export const endEntry = endpoint('endEntry', 'PUT /operator-entries/{id}/end', {
  summary: 'Put an operator out',
  requires: { rule: 'mayAnswerOperators' },
  replies: { 200: dataOf(entry) },
  audit: 'tenant.entry-ended',
})
