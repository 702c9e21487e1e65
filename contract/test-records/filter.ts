import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { id, instant, searchText } from '../schema.ts'

/**
 * The one filter of list, count and export. `from` and `to` are instants, both included: the start and the end of the
 * chosen days in the user's time zone (spec §9). `search` is the start of a test ID, an email, a name or a custom ID.
 */
export const testRecordFilter = {
  from: z.optional(instant),
  to: z.optional(instant),
  result: z.optional(z.enum(results)),
  organisation_id: z.optional(id),
  group_id: z.optional(id),
  search: z.optional(searchText(254)),
}

export const testRecordSorts = [
  'performed_at',
  '-performed_at',
  'recorded_at',
  '-recorded_at',
  'test_id',
  '-test_id',
  'result',
  '-result',
] as const
export type TestRecordSort = (typeof testRecordSorts)[number]

const filterObject = z.strictObject(testRecordFilter)
export type TestRecordFilter = z.infer<typeof filterObject>
