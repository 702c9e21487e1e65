import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { dataOf, id, optionalProse } from '../schema.ts'
import { sampleContent, testContent } from '../test-records/new-test-record.ts'
import { testRecord } from '../test-records/test-record.ts'
import { ifMatch } from '../versions.ts'
import { testRun } from './test-run.ts'

/**
 * The body of starting a test: everything that is known before the result. The time is the server's, which also decides
 * whether a lot has expired.
 */
export const newTestRun = z.strictObject({
  organisationId: id,
  groupId: id,
  subjectId: id,
  assayId: id,
  /** The version of the assay whose instructions are followed; null for the newest. */
  assayVersion: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))), null),
  /** The set of tests of which it is the next step; left out for a test by itself. */
  testSetId: z.optional(id),
  ...sampleContent,
  zone: testContent.performedZone,
})
export type NewTestRun = z.infer<typeof newTestRun>

/** The body of reading a test. `readingReason` explains an early or late reading, and is required for one. */
export const runReading = z.strictObject({
  analyteResults: testContent.analyteResults,
  deviceImageId: testContent.deviceImageId,
  note: testContent.note,
  readingReason: optionalProse(255),
})
export type RunReading = z.infer<typeof runReading>

/** Reasons for ending a test without a result. `other` needs a note. */
export const cancelReasons = ['started-in-error', 'sample-spoiled', 'device-faulty', 'subject-left', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

export const runCancelling = z.strictObject({ reason: z.enum(cancelReasons), note: optionalProse(1000) }).check(
  z.refine(({ reason, note }) => reason !== 'other' || note !== null, {
    path: ['note'],
    params: { phrase: 'required', values: {} },
  }),
)
export type RunCancelling = z.infer<typeof runCancelling>

const requires = { anyOf: ['create-tests'] } as const

/**
 * Starts a test, whose sample is now on the device. Removes the draft with the same key. A repeat is answered with the
 * test started first (200).
 */
export const startTestRun = endpoint('startTestRun', 'POST /test-runs', {
  summary: 'Start a test whose time the server keeps',
  requires,
  forTokens: true,
  headers: doneOncePerKey,
  body: newTestRun,
  replies: { 201: dataOf(testRun), 200: dataOf(testRun) },
  audit: 'test-run.started',
})

/**
 * Records the result of a test. It counts as performed when it was started, and is read now, by the server's clock; 422
 * at `readingReason` if it is early or late without a reason. 409 `test-run-finished` or `test-run-cancelled` if it has
 * ended in the meantime; a repeat with the same key is answered with the record stored first.
 */
export const finishTestRun = endpoint('finishTestRun', 'PUT /test-runs/{id}/finish', {
  summary: 'Record the result of a test in progress',
  requires,
  forTokens: true,
  headers: { ...ifMatch, ...doneOncePerKey },
  body: runReading,
  replies: { 200: dataOf(testRecord) },
  audit: 'test-run.finished',
})

/**
 * Ends a test without a result. A repeat by the same user with the same reason is answered as before; other requests as
 * for `finishTestRun`.
 */
export const cancelTestRun = endpoint('cancelTestRun', 'PUT /test-runs/{id}/cancel', {
  summary: 'Cancel a test in progress',
  requires,
  forTokens: true,
  headers: ifMatch,
  body: runCancelling,
  replies: { 200: dataOf(testRun) },
  audit: 'test-run.cancelled',
})
