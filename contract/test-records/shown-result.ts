import * as z from 'zod/mini'
import { setOutcome } from '../test-sets/outcome.ts'
import { testRecord } from './test-record.ts'

/** The present content of a record, without a name, for holders of a link to it or of its printed sheet. */
export const shownResult = z.strictObject({
  ...z.pick(testRecord, {
    testId: true,
    result: true,
    analyteResults: true,
    performedAt: true,
    performedZone: true,
    state: true,
  }).shape,
  assayName: z.string(),
  /** What the tests of its set say together; left out for a test by itself. */
  outcome: z.optional(setOutcome),
  /** The time of the last correction or of voiding, in ISO 8601 in UTC; null if there was neither. */
  changedAt: z.nullable(z.string()),
})
export type ShownResult = z.infer<typeof shownResult>
