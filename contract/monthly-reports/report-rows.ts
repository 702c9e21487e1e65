import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { id } from '../schema.ts'

/** Ages in full years on the day of the test, as reports on malaria have them. */
export const ageGroups = ['0-4', '5-14', '15-and-over', 'unknown'] as const

/** The sexes of people's details. */
export const reportedSexes = ['female', 'male', 'other', 'unknown'] as const

const named = z.strictObject({ id, name: z.string() })

/** The number of tests of one group, assay, result, age group and sex in a month. */
export const reportRow = z.strictObject({
  organisation: named,
  group: named,
  assay: named,
  result: z.enum(results),
  ageGroup: z.enum(ageGroups),
  sex: z.enum(reportedSexes),
  tests: z.int(),
})
export type ReportRow = z.infer<typeof reportRow>
