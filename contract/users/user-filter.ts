import * as z from 'zod/mini'
import { listQuery, placeFilter, searchFilter } from '../listing.ts'
import { standing } from '../standing.ts'
import { userTypes } from '../permissions/permissions.ts'

/** A search finds the start of any word of a name or of an email, with what follows it there. */
export const userList = listQuery({
  filters: {
    ...placeFilter,
    user_type: z.optional(z.enum(userTypes)),
    status: z.optional(standing),
    ...searchFilter,
  },
  sorts: ['full_name', '-full_name', 'email', '-email', 'last_login', '-last_login'],
  default: 'full_name',
})
