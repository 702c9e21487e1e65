import * as z from 'zod/mini'
import { listQuery, searchFilter } from '../listing.ts'
import { id } from '../schema.ts'
import { standing } from '../standing.ts'

/**
 * `search` matches the start of any word of a name or of a location, with the text that follows it. Active groups
 * accept tests; all others count as suspended, including those of a suspended organisation.
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
