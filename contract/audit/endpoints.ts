import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { fileTypes, listOf } from '../listing.ts'
import { dataOf, id } from '../schema.ts'
import type { AuditAction } from './actions.ts'
import { auditList, auditOutcomes } from './audit-filter.ts'

/** What is done by the server itself or by a command on its machine: such an event has no actor. */
export const actionsOfServer: ReadonlySet<string> = new Set<AuditAction>(['audit.alarm-cleared', 'audit.chain-broken'])

const eventOfList = {
  id,
  /** ISO 8601 in UTC. */
  at: z.string(),
  /**
   * Null for somebody who was not logged in, and for the server itself; the name is null for somebody who was erased. An
   * operator's account is not of this tenant.
   */
  actor: z.nullable(z.strictObject({ id, name: z.nullable(z.string()), isOperator: z.boolean() })),
  /** As it was stored, which may be an action of earlier days. */
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  /** The name is that of today; null where it has none, or none that the trail may tell. */
  resource: z.nullable(z.strictObject({ type: z.string(), id: z.nullable(id), name: z.nullable(z.string()) })),
}

const value = z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(z.string())])

/** A value of the details: texts and codes as they were stored, and ids. */
export type AuditValue = z.infer<typeof value>

const auditEvent = z.strictObject(eventOfList)
export type AuditEventItem = z.infer<typeof auditEvent>

const auditEventDetail = z.strictObject({
  ...eventOfList,
  /** The reference that the reply of the request named; null of what no request did. */
  requestId: z.nullable(z.string()),
  /** Its place in the sealed chain of the tenant, from 1; null for a minute or so, until it is sealed. */
  position: z.nullable(z.int()),
  /** The fields that were changed, with what they said before and after. `isHidden`: the trail does not keep what they said. */
  changes: z.array(z.strictObject({ field: z.string(), from: value, to: value, isHidden: z.boolean() })),
  /** Everything else that the event tells. What lies inside something else is named with it, as `filter.from`. */
  facts: z.array(z.strictObject({ field: z.string(), value })),
  /** What the ids in `changes` and `facts` are called today, as far as they have a name that the trail may tell. */
  names: z.array(z.strictObject({ id, name: z.string() })),
})
export type AuditEventDetail = z.infer<typeof auditEventDetail>

/** What was done and refused in the whole tenant, the latest first. */
export const listAuditEvents = endpoint({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/audit-events',
  summary: 'Events of the audit trail of the tenant',
  requires: { rule: 'mayReadTrail' },
  query: auditList.page,
  replies: { 200: listOf(auditEvent) },
})

/** The whole list as a file, in the user's language. 503 `export-queued` while others' exports are before it. */
export const exportAuditEvents = endpoint({
  name: 'exportAuditEvents',
  method: 'GET',
  path: '/audit-events/export',
  summary: 'Events of the audit trail as CSV or as a workbook',
  requires: { rule: 'mayReadTrail' },
  query: auditList.whole,
  replies: { 200: null },
  produces: Object.values(fileTypes),
  audit: 'audit.exported',
})

export const getAuditEvent = endpoint({
  name: 'getAuditEvent',
  method: 'GET',
  path: '/audit-events/{id}',
  summary: 'One event of the audit trail, with what it says was before and after',
  requires: { rule: 'mayReadTrail' },
  params: z.strictObject({ id }),
  replies: { 200: dataOf(auditEventDetail) },
})

const auditChain = z.strictObject({
  /** The event, by its place, up to which the chain was found unbroken, and when that was last looked at; null before the first time. */
  verified: z.nullable(z.strictObject({ position: z.int(), at: z.string() })),
  /** Where the chain was found broken, and when; it stays until whoever looks after the server clears it. */
  alarm: z.nullable(z.strictObject({ position: z.int(), foundAt: z.string() })),
})
export type AuditChain = z.infer<typeof auditChain>

/** How the sealed chain of the audit trail stands. */
export const getAuditChain = endpoint({
  name: 'getAuditChain',
  method: 'GET',
  path: '/audit-chain',
  summary: 'How far the audit trail was verified, and whether it was found broken',
  requires: { rule: 'mayReadTrail' },
  replies: { 200: dataOf(auditChain) },
})
