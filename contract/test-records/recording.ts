import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { results } from '../rules/results.ts'
import { dataOf, id, instant } from '../schema.ts'
import { newTestRecord } from './new-test-record.ts'
import { testRecord } from './test-record.ts'

/**
 * Stores one record per `Idempotency-Key` and user: a repeat with the same body is answered with the record stored
 * first (200), and one with another body by 409 `idempotency-key-reused`.
 */
export const recordTest = endpoint('recordTest', 'POST /test-records', {
  summary: 'Record a test',
  requires: { anyOf: ['create-tests'] },
  forTokens: true,
  headers: doneOncePerKey,
  body: newTestRecord,
  replies: { 201: dataOf(testRecord), 200: dataOf(testRecord) },
  audit: 'test-record.recorded',
})

/**
 * Finds the test of the same person that is closest to a time, even if another group of the actor's scope knows them;
 * null if there is none.
 */
export const findRecentTest = endpoint('findRecentTest', 'GET /test-records/recent', {
  summary: 'The test of the same subject and assay that is closest to a time, within minutes of it',
  requires: { anyOf: ['create-tests'] },
  query: z.strictObject({ subject_id: id, assay_id: id, performed_at: instant }),
  replies: {
    200: dataOf(
      z.nullable(
        z.strictObject({
          id,
          testId: z.string(),
          result: z.enum(results),
          performedAt: z.iso.datetime(),
          performedZone: z.string(),
          /** True for a result that is held back, as in the list of tests; else left out. */
          isHeldBack: z.optional(z.literal(true)),
        }),
      ),
    ),
  },
})
