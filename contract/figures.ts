import * as z from 'zod/mini'
import { instant } from './schema.ts'

/**
 * The start of the period over which figures of places count tests, if figures are wanted at all: the start of a day by
 * the client's own clock, so that the figures equal the totals of the lists that they link to.
 */
export const figuresQuery = { tests_since: z.optional(instant) }

/** The figures of a place, within the actor's scope. Each is null for actors who may not see its kind. */
export const figures = z.strictObject({
  /** The number of people with an account there, including suspended ones. */
  users: z.nullable(z.int()),
  /**
   * Tests performed since the requested instant, without voided ones; positivity is `positive` divided by `conclusive`.
   */
  tests: z.nullable(z.strictObject({ total: z.int(), conclusive: z.int(), positive: z.int() })),
})
export type Figures = z.infer<typeof figures>
