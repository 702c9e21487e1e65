import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, instant } from '../schema.ts'
import { testRecordFilters } from '../test-records/filter.ts'
import { testRecordListItem } from '../test-records/test-record.ts'
import { readingCounts, resultCounts } from './counts.ts'
import { firstSteps } from './first-steps.ts'

/**
 * Counts and latest records leave out voided ones, as the list does: each count is the total of the list with the same
 * filter and result. `before` is the start of a range to compare with, which ends just before this one starts; without
 * it, nothing is compared. The client must supply it, because only it knows the days behind a range, and a day on which
 * the clocks change is not 24 hours long. The latest records match the filter, whatever its range.
 */
export const getDashboard = endpoint('getDashboard', 'GET /dashboard', {
  summary: 'Counts by result and by reading for a range, and the latest records, in the user’s scope',
  requires: 'logged-in',
  whenEntered: 'read',
  query: z.strictObject({ ...testRecordFilters, before: z.optional(instant) }),
  replies: {
    200: dataOf(
      z.strictObject({
        counts: resultCounts,
        read: readingCounts,
        before: z.nullable(z.strictObject({ counts: resultCounts, read: readingCounts })),
        latest: z.array(testRecordListItem),
        /** For a patient, the tenant's own text for what their latest result means; null for the usual text. */
        meaning: z.nullable(z.string()),
        /** For a patient, the telephone of the group of their latest result or, if it has none, of its organisation. */
        phone: z.nullable(z.string()),
        /** For users who may settle them, the number of tests with two readings that differ, whatever the filter; else null. */
        differing: z.nullable(z.int()),
        /** The number of open outbreaks at the user's places; null for users who may see none. */
        outbreaks: z.nullable(z.int()),
        /** What authorities are to be told of the user's tests within a day, and should know by now; null for users who do not tell them. */
        duties: z.nullable(z.strictObject({ overdue: z.int(), due: z.int() })),
        /**
         * The remaining steps in a new tenant; null if there are none, if the user dismissed them, and in an
         * established tenant.
         */
        firstSteps: z.nullable(firstSteps),
      }),
    ),
  },
})

/**
 * Polled by an open dashboard every few seconds: a difference from the shown counts means that there is something new.
 */
export const watchDashboard = endpoint('watchDashboard', 'GET /dashboard/now', {
  summary: 'Counts by result, for a page that waits for new records',
  requires: 'logged-in',
  whenEntered: 'read',
  query: z.strictObject(testRecordFilters),
  isUnattended: true,
  replies: { 200: dataOf(z.strictObject({ counts: resultCounts, read: readingCounts })) },
})
