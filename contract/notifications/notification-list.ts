import * as z from 'zod/mini'
import { listQuery, placeFilter } from '../listing.ts'
import { id } from '../schema.ts'

/**
 * Whether an authority has been told. `incomplete`, `ready` and `waiting` are computed from what is known now. A waiting item
 * lacks nothing, but an earlier version of its record is being sent. `sending` is in a report that has not left yet.
 * `superseded` was never sent, and there is nothing to tell any more, or a later item tells it. A rejected item can be sent again.
 */
export const notificationStates = [
  'incomplete',
  'ready',
  'waiting',
  'sending',
  'sent',
  'acknowledged',
  'rejected',
  'superseded',
] as const

/** What was not told, by its deadline: overdue, or due within a day or a week, overdue or not. */
export const dueFilters = ['overdue', 'day', 'week'] as const

/**
 * `untold` is what was neither told nor closed. `done` is what was, with one line for all that a rule asked for of one record: what it
 * was told last, or else why nothing was told.
 */
export const notificationList = listQuery({
  filters: {
    state: z._default(z.enum([...notificationStates, 'untold', 'done', 'all']), 'untold'),
    rule_id: z.optional(id),
    ...placeFilter,
    due: z.optional(z.enum(dueFilters)),
  },
  /** What was told, or closed by somebody, is ordered by when; what was neither comes before all of it. */
  sorts: ['due_at', '-due_at', 'told_at', '-told_at'],
  default: 'due_at',
})
