import * as z from 'zod/mini'
import { listQuery, placeFilter, searchFilter } from '../listing.ts'
import { userTypes } from '../permissions/permissions.ts'

/**
 * The state of an account as one word: the most pressing obstacle to their login, now or next time. `suspended` by an
 * administrator; `invited` with a valid link, or one being sent; `link-expired` if it has expired and they never had a
 * password; `pending-email` with a new email to verify; `unverified` for a registration whose email is not verified
 * yet; `must-change-password` after a reset, and once the password exceeds the tenant's maximum age; else `active`.
 */
export const userStates = [
  'active',
  'invited',
  'link-expired',
  'unverified',
  'pending-email',
  'must-change-password',
  'suspended',
] as const
export type UserState = (typeof userStates)[number]

/** The values of the filter by user type. `staff` is everybody but patients; `all` includes them. */
const userTypeFilters = ['staff', ...userTypes, 'all'] as const
export type UserTypeFilter = (typeof userTypeFilters)[number]

/**
 * `search` matches the start of any word of a name or of an email, with the text that follows it. Patients are left out
 * unless `user_type` asks for them, because there may be very many.
 */
export const userList = listQuery({
  rows: 'user',
  filters: {
    ...placeFilter,
    user_type: z._default(z.enum(userTypeFilters), 'staff'),
    state: z.optional(z.enum(userStates)),
    ...searchFilter,
  },
  sorts: ['full_name', '-full_name', 'email', '-email', 'last_login', '-last_login'],
  default: 'full_name',
})
