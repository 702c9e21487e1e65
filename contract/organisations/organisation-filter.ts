import * as z from 'zod/mini'
import { listQuery } from '../listing.ts'
import { searchText } from '../schema.ts'
import { standing } from '../standing.ts'

/** A search finds the start of any word of a name or of a location, with what follows it there. */
export const organisationList = listQuery({
  filters: { search: z.optional(searchText(100)), status: z.optional(standing) },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})
