import * as z from 'zod/mini'

export const resultCounts = z.strictObject({
  positive: z.int(),
  negative: z.int(),
  inconclusive: z.int(),
  invalid: z.int(),
})
export type ResultCounts = z.infer<typeof resultCounts>

/** The number of tests that were read in time, too early and too late, without those that had no timer. */
export const readingCounts = z.strictObject({ inTime: z.int(), early: z.int(), late: z.int() })
export type ReadingCounts = z.infer<typeof readingCounts>
