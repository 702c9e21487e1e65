import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, optionalProse } from '../schema.ts'
import { testContent } from '../test-records/new-test-record.ts'
import { testRecord } from '../test-records/test-record.ts'
import { ifMatch } from '../versions.ts'
import { testRun } from './test-run.ts'

/**
 * What starting a test sends: all that is known before there is a result. The time is the server's, which also says whether a lot
 * has expired.
 */
export const newTestRun = z.strictObject({
  organisationId: id,
  groupId: id,
  subjectId: id,
  assayId: id,
  /** The version of the assay whose instructions are followed; null for the newest. */
  assayVersion: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))), null),
  specimen: testContent.specimen,
  location: testContent.location,
  coordinates: testContent.coordinates,
  lot: testContent.lot,
  lotExpiry: testContent.lotExpiry,
  expiredLotReason: testContent.expiredLotReason,
  zone: testContent.performedZone,
})
export type NewTestRun = z.infer<typeof newTestRun>

/** What reading a test sends. `readingReason` says why it is read early or late, and must be there then. */
export const runReading = z.strictObject({
  analyteResults: testContent.analyteResults,
  deviceImageId: testContent.deviceImageId,
  note: testContent.note,
  readingReason: optionalProse(255),
})
export type RunReading = z.infer<typeof runReading>

/** Why somebody ends a test without a result. `other` needs a note. */
export const cancelReasons = ['started-in-error', 'sample-spoiled', 'device-faulty', 'subject-left', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** What cancelling a test sends. */
export const runCancelling = z.strictObject({ reason: z.enum(cancelReasons), note: optionalProse(1000) }).check(
  z.refine(({ reason, note }) => reason !== 'other' || note !== null, {
    path: ['note'],
    params: { phrase: 'required', values: {} },
  }),
)
export type RunCancelling = z.infer<typeof runCancelling>

const requires = { anyOf: ['create-tests'] } as const
const oneRun = z.strictObject({ id })
const retried = (once: string) => ({
  'idempotency-key': { required: false, description: `Repeat the request with the same key to ${once} it only once` },
})

/** Starts a test: its sample is on the device. Removes the draft of the same key. A repeat is answered with the test started first (200). */
export const startTestRun = endpoint({
  name: 'startTestRun',
  method: 'POST',
  path: '/test-runs',
  summary: 'Start a test whose time the server keeps',
  requires,
  headers: retried('start'),
  body: newTestRun,
  replies: { 201: dataOf(testRun), 200: dataOf(testRun) },
  audit: 'test-run.started',
})

/**
 * Records what a test shows. It was performed when it was started, and is read now, by the server's clock; 422 at `readingReason`
 * for one that is early or late without saying why. 409 `test-run-finished` or `test-run-cancelled` for one that was ended
 * meanwhile; a repeat with the same key is answered with the record stored first.
 */
export const finishTestRun = endpoint({
  name: 'finishTestRun',
  method: 'PUT',
  path: '/test-runs/{id}/finish',
  summary: 'Record the result of a test in progress',
  requires,
  params: oneRun,
  headers: { ...ifMatch, ...retried('record') },
  body: runReading,
  replies: { 200: dataOf(testRecord) },
  audit: 'test-run.finished',
})

/** Ends a test without a result. Who cancelled it for the same reason before is answered as then; others as for finishing it. */
export const cancelTestRun = endpoint({
  name: 'cancelTestRun',
  method: 'PUT',
  path: '/test-runs/{id}/cancel',
  summary: 'Cancel a test in progress',
  requires,
  params: oneRun,
  headers: ifMatch,
  body: runCancelling,
  replies: { 200: dataOf(testRun) },
  audit: 'test-run.cancelled',
})
