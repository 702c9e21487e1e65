import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'
import { sampleContent, testContent } from '../test-records/new-test-record.ts'
import { round, timings } from './round.ts'

/** What is chosen once for everybody. The people are those of the group, and are looked up by the server. */
const { coordinates: _coordinates, ...sample } = sampleContent
export const newRound = z.strictObject({
  organisationId: id,
  groupId: id,
  assayId: id,
  /** The version of the assay that was shown; null for the newest. */
  assayVersion: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))), null),
  ...sample,
  zone: testContent.performedZone,
  timing: z.enum(timings),
})
export type NewRound = z.infer<typeof newRound>

/**
 * Starts a round with the people whom the group has now, at most `mostInRound`. No one has a result. A repeat is answered
 * with the round started first (200). 409 `timer-required` if the assay needs a timer and `timing` is `none`.
 */
export const startRound = endpoint('startRound', 'POST /rounds', {
  summary: 'Start a round of a group with one kit',
  requires: { anyOf: ['create-tests'] },
  headers: doneOncePerKey,
  body: newRound,
  replies: { 201: dataOf(round), 200: dataOf(round) },
  audit: 'round.started',
})
