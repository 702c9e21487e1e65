import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { id } from '../schema.ts'
import { subject } from '../subjects/subject.ts'
import { recordTestSet } from '../test-sets/outcome.ts'
import { contentTexts, keyed } from './content-parts.ts'
import { origins, recordSource } from './origin.ts'

const named = z.strictObject({ id, name: z.string() })

/** The timing of a reading, by the time that the server has kept since the start. */
export const readings = ['in-time', 'early', 'late'] as const
export type Reading = (typeof readings)[number]

/**
 * The state of the second reading: it is awaited, both readings agree, they differ, or a later decision has settled the
 * record.
 */
export const secondReadings = ['awaiting', 'agreed', 'differ', 'settled'] as const
export type SecondReading = (typeof secondReadings)[number]

export const recordStates = ['recorded', 'corrected', 'voided'] as const

const listed = {
  id,
  testId: z.string(),
  /** ISO 8601 in UTC. */
  performedAt: z.string(),
  performedZone: z.string(),
  recordedAt: z.string(),
  result: z.enum(results),
  state: z.enum(recordStates),
  subject,
  organisation: named,
  group: named,
  /** By its name when the test was recorded. */
  assay: named,
  /** One for each analyte of the assay, in its order, by the names when the test was recorded. */
  analyteResults: z.array(z.strictObject({ analyteId: z.string(), analyteName: z.string(), result: z.enum(results) })),
  /** Who recorded it here: for a record from a file, who imported it; for one by a token, the account of the token. */
  recordedBy: z.nullable(named),
  origin: z.enum(origins),
  /** Null for a test that needs no second reading. Patients only see `agreed`, and null for any other. */
  secondReading: z.nullable(z.enum(secondReadings)),
}

export const testRecordListItem = z.strictObject({
  ...listed,
  /** True for a step of a set of tests without an outcome, which staff see and which no file and no paper has; else left out. */
  isHeldBack: z.optional(z.literal(true)),
  /** What the search found the subject by, of somebody who was merged into it, as in the list of subjects; else left out. */
  formerly: z.optional(z.string()),
})
export type TestRecordListItem = z.infer<typeof testRecordListItem>

export const testRecord = z.strictObject({
  ...listed,
  /**
   * The telephone for questions about it: that of the group or, if it has none, of its organisation, formatted for
   * reading.
   */
  phone: z.nullable(z.string()),
  assay: z.strictObject({ id, name: z.string(), manufacturer: z.nullable(z.string()), model: z.nullable(z.string()) }),
  ...keyed(contentTexts, () => z.nullable(z.string())),
  coordinates: z.nullable(z.strictObject({ latitude: z.number(), longitude: z.number() })),
  deviceImageId: z.nullable(id),
  /**
   * The time of reading by the server's clock, as ISO 8601 in UTC, and its timing; both null for a test without a
   * timer.
   */
  readAt: z.nullable(z.string()),
  reading: z.nullable(z.enum(readings)),
  /** Why it was read early or late. */
  readingReason: z.nullable(z.string()),
  /** The set of tests of which it is a step; left out for a test by itself. */
  testSet: z.optional(recordTestSet),
  /** Null for a record that was made here. */
  source: z.nullable(recordSource),
  version: z.int(),
})
export type TestRecord = z.infer<typeof testRecord>
