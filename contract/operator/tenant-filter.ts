import * as z from 'zod/mini'
import { listQuery } from '../listing.ts'
import { searchText } from '../schema.ts'
import { standing } from '../standing.ts'

/** A search finds how a name begins, or an address. */
export const tenantList = listQuery({
  filters: { search: z.optional(searchText(100)), status: z.optional(standing) },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})
