import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'

const deliveryChannels = ['email', 'text'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

/** Why a result cannot be sent by a channel. */
const deliveryObstacles = [
  'subjectWithoutBirthDate',
  'subjectWithoutEmail',
  'subjectWithoutMobile',
  'guardianWithoutEmail',
  'guardianWithoutMobile',
] as const

/**
 * The state of a delivery: its message waits or could not be delivered (`failed`), it was sent, opened, locked by wrong
 * dates of birth, or has expired; `ended` for a reason in `endedBecause`.
 */
const deliveryStates = ['waiting', 'failed', 'sent', 'opened', 'locked', 'expired', 'ended'] as const

/**
 * Why a link no longer opens anything: another one replaced it, the subject's email or mobile has changed since it was
 * sent, the record was reassigned to another person, or the person was erased.
 */
const endings = ['replaced', 'address-changed', 'other-person', 'erased'] as const

const delivery = z.strictObject({
  id,
  channel: z.enum(deliveryChannels),
  /**
   * The reason: staff asked for it, the test was saved, or the record was corrected or voided after it had been sent.
   */
  reason: z.enum(['asked', 'saved', 'corrected', 'voided']),
  state: z.enum(deliveryStates),
  /** Null for a delivery that has not ended, or that ended before reasons were stored. */
  endedBecause: z.nullable(z.enum(endings)),
  /** The name of the user whose action caused the delivery; null for a user who has left. */
  sentBy: z.nullable(z.string()),
  /** ISO 8601 in UTC. */
  sentAt: z.string(),
  expiresAt: z.string(),
  /** The time of the first opening, or null. */
  openedAt: z.nullable(z.string()),
  /** True if it went to the guardian, who received results instead of the person at that time. */
  isToGuardian: z.boolean(),
})
export type Delivery = z.infer<typeof delivery>

const obstacle = z.nullable(z.enum(deliveryObstacles))
const deliveriesOfRecord = z.strictObject({
  /** Latest first, at most 50. */
  deliveries: z.array(delivery),
  /** The guardian who receives results instead of the person; null if the person does. */
  guardian: z.nullable(z.strictObject({ name: z.string(), relation: z.nullable(z.string()) })),
  /** Why the result cannot be sent by each channel now; null if it can. */
  obstacles: z.strictObject({ email: obstacle, text: obstacle }),
})
export type DeliveriesOfRecord = z.infer<typeof deliveriesOfRecord>

/** Lists the deliveries of a result, for staff who may see the record. */
export const listDeliveries = endpoint('listDeliveries', 'GET /test-records/{id}/deliveries', {
  summary: 'When and how a result was sent to the person who was tested',
  requires: { rule: 'mayReadRecordHistory' },
  whenEntered: 'read',
  replies: { 200: dataOf(deliveriesOfRecord) },
})

/**
 * Sends the person who was tested, or the guardian who receives results instead, a link that opens the result with their date of birth, for 10 days. Earlier links of
 * the record by the same channel end. 422 at `channel` if no date of birth or no such address is known, 409
 * `record-voided`, and 429 `sending-limit` beyond the daily limit: for one result, five by each channel. A repeat with
 * the same key sends nothing more (200).
 */
export const sendResult = endpoint('sendResult', 'POST /test-records/{id}/deliveries', {
  summary: 'Send a result to the person who was tested',
  requires: { rule: 'maySendResults' },
  headers: doneOncePerKey,
  body: z.strictObject({ channel: z.enum(deliveryChannels) }),
  replies: { 201: dataOf(deliveriesOfRecord), 200: dataOf(deliveriesOfRecord) },
  audit: 'test-record.sent',
})
