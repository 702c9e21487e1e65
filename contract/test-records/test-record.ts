import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { id } from '../schema.ts'
import { subject } from '../subjects/subject.ts'

const named = z.strictObject({ id, name: z.string() })

/** When a test was read, by the time that the server kept from the start. */
export const readings = ['in-time', 'early', 'late'] as const
export type Reading = (typeof readings)[number]

/**
 * How a test stands that two people read: the second is awaited, both saw the same, they differ, or what the record says was decided
 * after both.
 */
export const secondReadings = ['awaiting', 'agreed', 'differ', 'settled'] as const
export type SecondReading = (typeof secondReadings)[number]

export const recordStates = ['recorded', 'corrected', 'voided'] as const

const listed = {
  id,
  testId: z.string(),
  /** ISO 8601 in UTC. */
  performedAt: z.string(),
  /** The IANA zone in which it was performed. */
  performedZone: z.string(),
  recordedAt: z.string(),
  result: z.enum(results),
  state: z.enum(recordStates),
  subject,
  organisation: named,
  group: named,
  /** By the name that it had when the test was recorded. */
  assay: named,
  /** One for each analyte of the assay, in its order, by the names of then. */
  analyteResults: z.array(z.strictObject({ analyteId: z.string(), analyteName: z.string(), result: z.enum(results) })),
  recordedBy: z.nullable(named),
  /** Null of a test that needs no second reading. Patients are told of one that agreed, and of no other. */
  secondReading: z.nullable(z.enum(secondReadings)),
}

/** A test record as a row of the list shows it. */
export const testRecordListItem = z.strictObject(listed)
export type TestRecordListItem = z.infer<typeof testRecordListItem>

/** A test record in full. */
export const testRecord = z.strictObject({
  ...listed,
  /** Whom to ring about it today: the group or, where it has no telephone, its organisation. As it is shown. */
  phone: z.nullable(z.string()),
  location: z.nullable(z.string()),
  assay: z.strictObject({ id, name: z.string(), manufacturer: z.nullable(z.string()), model: z.nullable(z.string()) }),
  specimen: z.nullable(z.string()),
  coordinates: z.nullable(z.strictObject({ latitude: z.number(), longitude: z.number() })),
  deviceImageId: z.nullable(id),
  lot: z.nullable(z.string()),
  lotExpiry: z.nullable(z.string()),
  /** Why a lot was used that had expired on the day of the test. */
  expiredLotReason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** When it was read, by the server's clock, as ISO 8601 in UTC, and how that was; both null of a test without a timer. */
  readAt: z.nullable(z.string()),
  reading: z.nullable(z.enum(readings)),
  /** Why it was read early or late. */
  readingReason: z.nullable(z.string()),
  version: z.int(),
})
export type TestRecord = z.infer<typeof testRecord>
