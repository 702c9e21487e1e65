import * as z from 'zod/mini'
import { forEachResult } from '../rules/results.ts'

export const resultCounts = z.strictObject(forEachResult(() => z.int()))

/** The number of tests that were read in time, too early and too late, without those that had no timer. */
export const readingCounts = z.strictObject({ inTime: z.int(), early: z.int(), late: z.int() })
export type ReadingCounts = z.infer<typeof readingCounts>
