import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { formalText, rule } from '../schema.ts'

/** The location of a test, in degrees. */
export const coordinates = z.strictObject({
  latitude: z.number().check(rule('coordinates', (value) => value >= -90 && value <= 90)),
  longitude: z.number().check(rule('coordinates', (value) => value >= -180 && value <= 180)),
})

/** The result of one line of a test. */
export const analyteResult = z.strictObject({
  analyteId: formalText(50).check(z.minLength(1)),
  result: z.enum(results),
})

/**
 * The minutes by which the clock of a test was ahead of UTC, which distinguishes the two instants of a local time that
 * occurs twice.
 */
export const performedOffset = z._default(z.nullable(z.int().check(z.minimum(-14 * 60), z.maximum(14 * 60))), null)
