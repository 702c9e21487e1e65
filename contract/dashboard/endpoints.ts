import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, instant } from '../schema.ts'
import { testRecordListItem } from '../test-records/test-record.ts'

const counts = z.strictObject({ positive: z.int(), negative: z.int(), inconclusive: z.int(), invalid: z.int() })
export type ResultCounts = z.infer<typeof counts>

/**
 * Counts and latest records leave voided ones out, as the list does: each count is the total of the list with the same
 * range and result. `before` is the start of a range to compare with, which ends just before this one starts; without it,
 * nothing is compared. Only who knows the days behind a range can say how many there were before it, for a day on which
 * the clocks change is not 24 hours long.
 */
export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/dashboard',
  summary: 'Counts by result for a range, and the latest records, in the user’s scope',
  requires: 'logged-in',
  query: z.strictObject({ from: z.optional(instant), to: z.optional(instant), before: z.optional(instant) }),
  replies: {
    200: dataOf(
      z.strictObject({
        counts,
        before: z.nullable(counts),
        latest: z.array(testRecordListItem),
        /** For a patient, what their latest result means in the tenant's own words; null where it says no more than usual. */
        meaning: z.nullable(z.string()),
      }),
    ),
  },
})
