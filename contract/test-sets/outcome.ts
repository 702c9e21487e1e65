import * as z from 'zod/mini'
import { id } from '../schema.ts'

/**
 * The states of a set: tests are still to be made, its path has ended in an outcome, or somebody has stopped it without one.
 * Only the results of an ended set leave Lateral.
 */
export const testSetStates = ['open', 'ended', 'stopped'] as const
export type TestSetState = (typeof testSetStates)[number]

/** What tests can say together. An invalid test never ends in a result of its own. */
export const outcomeResults = ['positive', 'negative', 'inconclusive'] as const

/** The test kit of a step, by its present name. */
export const kitOfStep = z.strictObject({ id, name: z.string(), isRetired: z.boolean() })

/** What the tests of a set say together. */
export const setOutcome = z.strictObject({
  name: z.string(),
  result: z.enum(outcomeResults),
  /** The day of the next test, YYYY-MM-DD on the clock of the last one; null if none is needed. */
  followUpOn: z.nullable(z.string()),
})
export type SetOutcome = z.infer<typeof setOutcome>

/** What a test record says of its set. */
export const recordTestSet = z.strictObject({
  id,
  algorithmName: z.string(),
  stepName: z.string(),
  state: z.enum(testSetStates),
  outcome: z.nullable(setOutcome),
})
export type RecordTestSet = z.infer<typeof recordTestSet>
