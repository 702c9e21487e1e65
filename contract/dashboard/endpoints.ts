import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, instant } from '../schema.ts'
import { testRecordFilters } from '../test-records/filter.ts'
import { testRecordListItem } from '../test-records/test-record.ts'
import { readingCounts, resultCounts } from './counts.ts'
import { firstSteps } from './first-steps.ts'

export type { ResultCounts } from './counts.ts'

/**
 * Counts and latest records leave voided ones out, as the list does: each count is the total of the list with the same
 * filter and result. `before` is the start of a range to compare with, which ends just before this one starts; without it,
 * nothing is compared. Only who knows the days behind a range can say how many there were before it, for a day on which
 * the clocks change is not 24 hours long. The latest records are those of the filter, whatever its range.
 */
export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/dashboard',
  summary: 'Counts by result and by reading for a range, and the latest records, in the user’s scope',
  requires: 'logged-in',
  query: z.strictObject({ ...testRecordFilters, before: z.optional(instant) }),
  replies: {
    200: dataOf(
      z.strictObject({
        counts: resultCounts,
        read: readingCounts,
        before: z.nullable(z.strictObject({ counts: resultCounts, read: readingCounts })),
        latest: z.array(testRecordListItem),
        /** For a patient, what their latest result means in the tenant's own words; null where it says no more than usual. */
        meaning: z.nullable(z.string()),
        /** What is left to do in a new tenant; null where nothing is, where the user put it away, and in a tenant at work. */
        firstSteps: z.nullable(firstSteps),
      }),
    ),
  },
})

/** What an open dashboard asks for every few seconds: where it differs from what is shown, there is something new to show. */
export const watchDashboard = endpoint({
  name: 'watchDashboard',
  method: 'GET',
  path: '/dashboard/now',
  summary: 'Counts by result, for a page that waits for new records',
  requires: 'logged-in',
  query: z.strictObject(testRecordFilters),
  isUnattended: true,
  replies: { 200: dataOf(z.strictObject({ counts: resultCounts, read: readingCounts })) },
})
