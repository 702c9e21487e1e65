import * as z from 'zod/mini'
import { listQuery } from '../listing.ts'
import { formalText, id, instant } from '../schema.ts'
import { resourceTypes } from './resource-types.ts'

export const auditOutcomes = ['done', 'refused'] as const

/**
 * `action` is an action of the trail, possibly an obsolete one, or the name of an endpoint whose refused calls are
 * recorded. `from` and `to` are instants, both included. Events are sorted by their time.
 */
export const auditList = listQuery({
  rows: 'audit-event',
  filters: {
    actor_id: z.optional(id),
    action: z.optional(formalText(60).check(z.regex(/^[A-Za-z.-]+$/))),
    resource_type: z.optional(z.enum(resourceTypes)),
    resource_id: z.optional(id),
    outcome: z.optional(z.enum(auditOutcomes)),
    from: z.optional(instant),
    to: z.optional(instant),
  },
  sorts: ['-at', 'at'],
  default: '-at',
})
