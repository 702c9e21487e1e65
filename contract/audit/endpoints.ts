import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { fileTypes, listOf } from '../listing.ts'
import { dataOf, id } from '../schema.ts'
import type { AuditAction } from './event-names.ts'
import { auditList, auditOutcomes } from './audit-list.ts'

/** Actions of the server itself or of a command on its machine, which have no actor. */
export const actionsOfServer: ReadonlySet<string> = new Set<AuditAction>([
  'audit.alarm-cleared',
  'audit.chain-broken',
  'outbreak.ended',
  'outbreak.found',
  'outbreak.reopened',
  'webhook.stopped',
])

const eventOfList = {
  id,
  /** ISO 8601 in UTC. */
  at: z.string(),
  /**
   * Null for a person who was not logged in, and for the server itself; the name is null for a person who was erased.
   * An operator's account belongs to another tenant, and that of a machine's token is in no list of people.
   */
  actor: z.nullable(
    z.strictObject({ id, name: z.nullable(z.string()), isOperator: z.boolean(), isMachine: z.boolean() }),
  ),
  /** The action as it was stored, possibly an obsolete one. */
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  /** With its present name; null if it has none, or none that the trail may reveal. */
  resource: z.nullable(z.strictObject({ type: z.string(), id: z.nullable(id), name: z.nullable(z.string()) })),
}

const value = z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(z.string())])

/** A value of the details: a text or code as it was stored, or an id. */
export type AuditValue = z.infer<typeof value>

const auditEvent = z.strictObject(eventOfList)
export type AuditEventItem = z.infer<typeof auditEvent>

const auditEventDetail = z.strictObject({
  ...eventOfList,
  /** The reference in the reply of the request; null if no request caused the event. */
  requestId: z.nullable(z.string()),
  /** The position in the tenant's sealed chain, from 1; null for about a minute, until the event is sealed. */
  position: z.nullable(z.int()),
  /** The changed fields with their values before and after. `isHidden`: the trail does not keep the values. */
  changes: z.array(z.strictObject({ field: z.string(), from: value, to: value, isHidden: z.boolean() })),
  /** All other details of the event. A nested one is named with its parent, such as `filter.from`. */
  facts: z.array(z.strictObject({ field: z.string(), value })),
  /** The present names of the ids in `changes` and `facts`, as far as they have one that the trail may reveal. */
  names: z.array(z.strictObject({ id, name: z.string() })),
})
export type AuditEventDetail = z.infer<typeof auditEventDetail>

/** Lists the actions and refusals in the whole tenant, latest first. */
export const listAuditEvents = endpoint('listAuditEvents', 'GET /audit-events', {
  summary: 'Events of the audit trail of the tenant',
  requires: { rule: 'mayReadTrail' },
  forTokens: true,
  whenEntered: 'read',
  query: auditList.page,
  replies: { 200: listOf(auditEvent) },
})

/** Exports the whole list as a file in the user's language. 503 `export-queued` while others' exports come first. */
export const exportAuditEvents = endpoint('exportAuditEvents', 'GET /audit-events/export', {
  summary: 'Events of the audit trail as CSV or as a workbook',
  requires: { rule: 'mayReadTrail' },
  forTokens: true,
  query: auditList.whole,
  prints: auditList,
  replies: { 200: null },
  produces: Object.values(fileTypes),
  audit: 'audit.exported',
})

export const getAuditEvent = endpoint('getAuditEvent', 'GET /audit-events/{id}', {
  summary: 'One event of the audit trail, with what it says was before and after',
  requires: { rule: 'mayReadTrail' },
  forTokens: true,
  whenEntered: 'read',
  replies: { 200: dataOf(auditEventDetail) },
})

const auditChain = z.strictObject({
  /** The position up to which the chain was found unbroken, and the time of the check; null before the first one. */
  verified: z.nullable(z.strictObject({ position: z.int(), at: z.string() })),
  /** The position and time at which the chain was found broken; it stays until the server's administrator clears it. */
  alarm: z.nullable(z.strictObject({ position: z.int(), foundAt: z.string() })),
})
export type AuditChain = z.infer<typeof auditChain>

export const getAuditChain = endpoint('getAuditChain', 'GET /audit-chain', {
  summary: 'How far the audit trail was verified, and whether it was found broken',
  requires: { rule: 'mayReadTrail' },
  forTokens: true,
  whenEntered: 'read',
  replies: { 200: dataOf(auditChain) },
})
