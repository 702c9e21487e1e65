import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { usStates } from '../rules/us-states.ts'
import { dataOf } from '../schema.ts'

/** Counties stand apart from assays: whoever records a test needs neither them nor the names of states. */

const usCounty = z.strictObject({
  /** The five digits of the Census. */
  fips: z.string(),
  name: z.string(),
  state: z.enum(usStates),
})
export type UsCounty = z.infer<typeof usCounty>

/** The counties of the US and what stands for one, such as parishes, in the order of their names: of all states, or of one. */
export const listUsCounties = endpoint({
  name: 'listUsCounties',
  method: 'GET',
  path: '/assays/us-counties',
  summary: 'Counties of the US',
  requires: 'logged-in',
  query: z.strictObject({ state: z.optional(z.enum(usStates)) }),
  replies: { 200: dataOf(z.array(usCounty)) },
})
