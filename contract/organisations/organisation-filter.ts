import * as z from 'zod/mini'
import { listQuery, searchFilter } from '../listing.ts'
import { standing } from '../standing.ts'

/** `search` matches the start of any word of a name or of a location, with the text that follows it. */
export const organisationList = listQuery({
  filters: { ...searchFilter, status: z.optional(standing) },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})
