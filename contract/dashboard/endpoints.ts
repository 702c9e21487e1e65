import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, instant } from '../schema.ts'
import { testRecordListItem } from '../test-records/test-record.ts'

const counts = z.strictObject({ positive: z.int(), negative: z.int(), inconclusive: z.int(), invalid: z.int() })
export type ResultCounts = z.infer<typeof counts>

/** Counts leave voided records out. `before` counts the range of the same length that ends where this one starts. */
export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/dashboard',
  summary: 'Counts by result for a range, and the latest records, in the user’s scope',
  requires: 'logged-in',
  query: z.strictObject({ from: z.optional(instant), to: z.optional(instant) }),
  replies: {
    200: dataOf(
      z.strictObject({
        counts,
        before: z.nullable(counts),
        latest: z.array(testRecordListItem),
      }),
    ),
  },
})
