/** What becomes of an invite. `expired`: not redeemed within 14 days of being sent. */
export const inviteStates = ['pending', 'redeemed', 'expired', 'revoked'] as const
export type InviteState = (typeof inviteStates)[number]

export const inviteSorts = ['-sent_at', 'sent_at', 'expires_at', '-expires_at', 'email', '-email'] as const
export type InviteSort = (typeof inviteSorts)[number]
