import * as z from 'zod/mini'
import { testRecord } from './test-record.ts'

/** What a record says now, as whoever holds a link to it or a printed sheet of it sees it: without a name. */
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
  /** When it was last corrected, or voided; ISO 8601 in UTC. Null of a record that was neither. */
  changedAt: z.nullable(z.string()),
})
export type ShownResult = z.infer<typeof shownResult>
