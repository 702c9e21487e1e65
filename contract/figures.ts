import * as z from 'zod/mini'
import { instant } from './schema.ts'

/**
 * Since when the figures of a place count its tests, where somebody asks for figures at all: the start of a day on their
 * own clock, so that the figures are the totals of the list that they lead to.
 */
export const figuresQuery = { tests_since: z.optional(instant) }

/** What a place amounts to, in the actor's scope. Each is null for whoever may not see its kind. */
export const figures = z.strictObject({
  /** People with an account there, suspended ones included. */
  users: z.nullable(z.int()),
  /** Tests performed since the instant that was asked for, without voided ones; positivity is `positive` of `conclusive`. */
  tests: z.nullable(z.strictObject({ total: z.int(), conclusive: z.int(), positive: z.int() })),
})
export type Figures = z.infer<typeof figures>
