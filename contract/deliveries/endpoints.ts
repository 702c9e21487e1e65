import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'

const deliveryChannels = ['email', 'text'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

/** Days for which a link opens a result. */
export const deliveryDays = 10

/** Tries with a wrong date of birth after which a link opens nothing until staff send another. */
export const deliveryTries = 10

/** What keeps a result from being sent by a channel. */
const deliveryObstacles = ['subjectWithoutBirthDate', 'subjectWithoutEmail', 'subjectWithoutMobile'] as const

/**
 * How a delivery stands: its message waits or could not be delivered (`failed`), it was sent, opened, locked by wrong dates of
 * birth, or its time is over; `ended` for one of `endedBecause`.
 */
const deliveryStates = ['waiting', 'failed', 'sent', 'opened', 'locked', 'expired', 'ended'] as const

/**
 * Why a link opens nothing any more: another one took its place, the subject has another email or mobile than it was sent to,
 * the record turned out to be somebody else's, or the person was erased.
 */
const endings = ['replaced', 'address-changed', 'other-person', 'erased'] as const

/** A result that was sent to the person who was tested. */
const delivery = z.strictObject({
  id,
  channel: z.enum(deliveryChannels),
  /** Why: staff asked for it, the test was saved, or the record was corrected or voided after it had been sent. */
  reason: z.enum(['asked', 'saved', 'corrected', 'voided']),
  state: z.enum(deliveryStates),
  /** Null of a delivery that has not ended, or did before reasons were kept. */
  endedBecause: z.nullable(z.enum(endings)),
  /** The name of who did what it was sent for; null for somebody who has left. */
  sentBy: z.nullable(z.string()),
  /** ISO 8601 in UTC. */
  sentAt: z.string(),
  expiresAt: z.string(),
  /** When it was first opened; null while it was not. */
  openedAt: z.nullable(z.string()),
})
export type Delivery = z.infer<typeof delivery>

const obstacle = z.nullable(z.enum(deliveryObstacles))
const deliveriesOfRecord = z.strictObject({
  /** The latest first, at most 50. */
  deliveries: z.array(delivery),
  /** What keeps the result from being sent by each channel now; null where it can be. */
  obstacles: z.strictObject({ email: obstacle, text: obstacle }),
})
export type DeliveriesOfRecord = z.infer<typeof deliveriesOfRecord>

const oneRecord = z.strictObject({ id })

/** To whom a result was sent, which staff see who may see the record. */
export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/test-records/{id}/deliveries',
  summary: 'When and how a result was sent to the person who was tested',
  requires: { rule: 'mayReadRecordHistory' },
  params: oneRecord,
  replies: { 200: dataOf(deliveriesOfRecord) },
})

/**
 * Sends the person who was tested a link that opens the result with their date of birth, for 10 days. Earlier links of the
 * record by the same channel end. 422 at `channel` where no date of birth or no such address is known, 409 `record-voided`,
 * and 429 `sending-limit` beyond what a day allows: of one result, five by each channel. A repeat with the same key sends nothing more (200).
 */
export const sendResult = endpoint({
  name: 'sendResult',
  method: 'POST',
  path: '/test-records/{id}/deliveries',
  summary: 'Send a result to the person who was tested',
  requires: { rule: 'maySendResults' },
  params: oneRecord,
  headers: {
    'idempotency-key': { required: false, description: 'Repeat the request with the same key to send it only once' },
  },
  body: z.strictObject({ channel: z.enum(deliveryChannels) }),
  replies: { 201: dataOf(deliveriesOfRecord), 200: dataOf(deliveriesOfRecord) },
  audit: 'test-record.sent',
})
