import * as z from 'zod/mini'
import { listQuery, searchFilter } from '../listing.ts'
import { id } from '../schema.ts'
import { standing } from '../standing.ts'

/**
 * A search finds the start of any word of a name or of a location, with what follows it there. Active are groups that take
 * tests; the others are listed as suspended, those of a suspended organisation too.
 */
export const groupList = listQuery({
  filters: {
    organisation_id: z.optional(id),
    ...searchFilter,
    status: z.optional(standing),
  },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})
