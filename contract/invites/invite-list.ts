import * as z from 'zod/mini'
import { listQuery, placeFilter, searchFilter } from '../listing.ts'

/** The states of an invite. `expired`: not redeemed within 14 days of being sent. */
export const inviteStates = ['pending', 'redeemed', 'expired', 'revoked'] as const
export type InviteState = (typeof inviteStates)[number]

/** `search` matches the start of an email or of a mobile number, or the end of a code. */
export const inviteList = listQuery({
  rows: 'invite',
  filters: { state: z.optional(z.enum(inviteStates)), ...placeFilter, ...searchFilter },
  sorts: ['-sent_at', 'sent_at', 'expires_at', '-expires_at', 'email', '-email'],
  default: '-sent_at',
})
export type InviteSort = (typeof inviteList)['default']
