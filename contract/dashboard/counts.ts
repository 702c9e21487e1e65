import * as z from 'zod/mini'

/** How many tests have each result. */
export const resultCounts = z.strictObject({
  positive: z.int(),
  negative: z.int(),
  inconclusive: z.int(),
  invalid: z.int(),
})
export type ResultCounts = z.infer<typeof resultCounts>

/** How many tests were read in time, too early and too late; of those without a timer nobody knows. */
export const readingCounts = z.strictObject({ inTime: z.int(), early: z.int(), late: z.int() })
export type ReadingCounts = z.infer<typeof readingCounts>
