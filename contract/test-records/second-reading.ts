import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { results } from '../rules/results.ts'
import { dataOf, id, prose } from '../schema.ts'
import { ifMatch } from '../versions.ts'
import { testContent } from './new-test-record.ts'
import { secondReadings, testRecord } from './test-record.ts'

const named = z.strictObject({ id, name: z.string() })

/**
 * A test as shown to its second reader: everything that was known before the first reading, the photo, and the time of
 * reading. It has no result, and nothing that the first reader wrote.
 */
const unreadTest = z.strictObject({
  ...z.pick(testRecord, {
    id: true,
    testId: true,
    subject: true,
    organisation: true,
    group: true,
    performedAt: true,
    performedZone: true,
    readAt: true,
    reading: true,
    recordedBy: true,
    recordedAt: true,
    specimen: true,
    lot: true,
    lotExpiry: true,
    location: true,
    deviceImageId: true,
  }).shape,
  /** The version of the assay with which the test was recorded, as far as reading needs it. */
  assay: z.strictObject({
    id,
    name: z.string(),
    analytes: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    offeredResults: z.array(z.enum(results)),
  }),
  /** True if the reader has opened the record before, and so may know its result. */
  wasSeen: z.boolean(),
  /** True for a result that is held back, as in the list of tests; else left out. */
  isHeldBack: z.optional(z.literal(true)),
})
export type UnreadTest = z.infer<typeof unreadTest>

export const newSecondReading = z.strictObject({ analyteResults: testContent.analyteResults, note: testContent.note })
export type NewSecondReading = z.infer<typeof newSecondReading>

const keptReadings = ['first', 'second'] as const

/** The body of settling: which of two differing readings is right, and why. */
export const settlement = z.strictObject({ keep: z.enum(keptReadings), reason: prose(255) })
export type Settlement = z.infer<typeof settlement>

const madeReading = {
  ...z.pick(testRecord, { result: true, analyteResults: true }).shape,
  /** Null for a user who has left. */
  by: z.nullable(named),
  /** ISO 8601 in UTC. */
  at: z.string(),
}

/** Both readings of a test as they were made, whatever its record says since. */
const bothReadings = z.strictObject({
  state: z.enum(secondReadings),
  first: z.strictObject(madeReading),
  second: z.strictObject({
    ...madeReading,
    note: z.nullable(z.string()),
    /** True if the second reader had opened the record before, and so may have known the first reading. */
    wasSeen: z.boolean(),
  }),
  /** The reading that was found to be right; null if nobody settled it, or if a correction of the record decided it. */
  settlement: z.nullable(
    z.strictObject({ kept: z.enum(keptReadings), by: z.nullable(named), at: z.string(), reason: z.string() }),
  ),
  version: z.int(),
})
export type BothReadings = z.infer<typeof bothReadings>

const requires = { anyOf: ['create-tests'] } as const
/** The most tests in a reply, earliest first; `total` is their full number. */
export const mostUnreadListed = 100

/** Lists the tests that wait for a second reading, without those that the actor has read. */
export const listUnreadTests = endpoint('listUnreadTests', 'GET /second-readings', {
  summary: 'Tests that the user may read a second time, without their results, the earliest first',
  requires,
  isUnattended: true,
  replies: { 200: z.strictObject({ data: z.array(unreadTest), total: z.int() }) },
})

/** Returns one test for its second reading. 409 as for `readAgain`. */
export const getUnreadTest = endpoint('getUnreadTest', 'GET /test-records/{id}/second-reading', {
  summary: 'A test that the user may read a second time, without its result',
  requires,
  replies: { 200: dataOf(unreadTest) },
  audit: 'second-reading.opened',
})

/**
 * Records a second reading, and returns both readings. 404 for a test that needs no second reading, 409 `own-reading`
 * for the first reader, `read-twice` if somebody else has read it in the meantime, and `record-voided`; a repeat with
 * the same key is answered as before.
 */
export const readAgain = endpoint('readAgain', 'POST /test-records/{id}/second-reading', {
  summary: 'Read a test a second time',
  requires,
  headers: doneOncePerKey,
  body: newSecondReading,
  replies: { 200: dataOf(bothReadings) },
  audit: 'second-reading.made',
})

/** Returns both readings, for staff who see the record; 404 unless there are two. */
export const getReadings = endpoint('getReadings', 'GET /test-records/{id}/readings', {
  summary: 'What two people read of a test, side by side',
  requires: { rule: 'mayReadRecordHistory' },
  whenEntered: 'read',
  replies: { 200: dataOf(bothReadings) },
})

/**
 * Settles two differing readings: the record keeps the first, or is corrected to the second. A repeat with the same
 * decision is answered as before. 409 `readings-settled` if they no longer differ, and `record-voided`.
 */
export const settleReadings = endpoint('settleReadings', 'PUT /test-records/{id}/readings', {
  summary: 'Say which of two readings is right',
  requires: { rule: 'mayCorrectTests' },
  headers: ifMatch,
  body: settlement,
  replies: { 200: dataOf(bothReadings) },
  audit: 'second-reading.settled',
})
