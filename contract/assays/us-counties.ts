import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { usStates } from '../rules/us-states.ts'
import { dataOf } from '../schema.ts'

const usCounty = z.strictObject({
  /** The five-digit code of the Census. */
  fips: z.string(),
  name: z.string(),
  state: z.enum(usStates),
})
export type UsCounty = z.infer<typeof usCounty>

/** Lists the counties and county equivalents of the US, such as parishes, sorted by name, for all states or for one. */
export const listUsCounties = endpoint('listUsCounties', 'GET /assays/us-counties', {
  summary: 'Counties of the US',
  requires: 'logged-in',
  whenEntered: 'surroundings',
  query: z.strictObject({ state: z.optional(z.enum(usStates)) }),
  replies: { 200: dataOf(z.array(usCounty)) },
})
