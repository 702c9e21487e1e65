import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { formalText, rule } from '../schema.ts'

/** Where a test was done, in degrees. */
export const coordinates = z.strictObject({
  latitude: z.number().check(rule('coordinates', (value) => value >= -90 && value <= 90)),
  longitude: z.number().check(rule('coordinates', (value) => value >= -180 && value <= 180)),
})

/** What one line of a test shows. */
export const analyteResult = z.strictObject({
  analyteId: formalText(50).check(z.minLength(1)),
  result: z.enum(results),
})

/** How many minutes the clock of a test was ahead of UTC, which tells one hour that occurs twice from the other. */
export const performedOffset = z._default(z.nullable(z.int().check(z.minimum(-14 * 60), z.maximum(14 * 60))), null)
