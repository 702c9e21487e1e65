import { inviteSorts, inviteStates, type InviteSort } from '../../contract/invites/invite-filter.ts'
import { oneOf, readListAddress } from '../lists/list-address.ts'
import type { InvitesSearch } from '../paths.ts'

export const defaultSort: InviteSort = '-sent_at'

/** Reads the address of the list, as `readListAddress` does. */
export function parseInvitesSearch(raw: Record<string, unknown>): InvitesSearch {
  return { ...readListAddress(raw, inviteSorts, defaultSort), state: oneOf(inviteStates, raw.state) }
}
