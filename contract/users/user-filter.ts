import * as z from 'zod/mini'
import { listQuery, placeFilter, searchFilter } from '../listing.ts'
import { userTypes } from '../permissions/permissions.ts'

/**
 * How somebody's account stands, as one word: what keeps them out, or would at their next login, most pressing first.
 * `suspended` by an administrator; `invited` by a link that works, or is on its way; `link-expired` where it works no
 * more and they never had a password; `pending-email` with a new email to verify; `unverified` of one who registered and
 * has yet to verify theirs; `must-change-password` after a reset, and
 * once their password is as old as the tenant lets it become; else `active`.
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

/** The types that a list is narrowed to. `staff` is everybody but patients; `all` includes them. */
const userTypeFilters = ['staff', ...userTypes, 'all'] as const
export type UserTypeFilter = (typeof userTypeFilters)[number]

/**
 * A search finds the start of any word of a name or of an email, with what follows it there. Patients are left out unless
 * `user_type` asks for them: there may be very many.
 */
export const userList = listQuery({
  filters: {
    ...placeFilter,
    user_type: z._default(z.enum(userTypeFilters), 'staff'),
    state: z.optional(z.enum(userStates)),
    ...searchFilter,
  },
  sorts: ['full_name', '-full_name', 'email', '-email', 'last_login', '-last_login'],
  default: 'full_name',
})
