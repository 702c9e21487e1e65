import * as z from 'zod/mini'
import { listQuery, searchFilter } from '../listing.ts'
import { standing } from '../standing.ts'

/** `search` matches the start of a name, or an address. */
export const tenantList = listQuery({
  rows: 'tenant',
  filters: { ...searchFilter, status: z.optional(standing) },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})
