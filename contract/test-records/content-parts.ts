import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { formalText, rule } from '../schema.ts'

/**
 * The optional texts that a test says before its result is read, in the order in which people read them. What sending,
 * typing, reading and correcting a test have in common is derived from these two lists; `testContent` has the rules.
 */
export const sampleTexts = ['specimen', 'lot', 'lotExpiry', 'expiredLotReason', 'location'] as const
export type SampleText = (typeof sampleTexts)[number]

/** All optional texts of a test. */
export const contentTexts = [...sampleTexts, 'note'] as const
export type ContentText = (typeof contentTexts)[number]

/** Builds an object with a value for each key. */
export function keyed<Key extends string, const Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  // The entries are those of the keys.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}

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
