import type { UserDetail } from '../../contract/users/managed-user.ts'
import { recordDone, type RowAction } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { deleteTokens, updateAccount } from '../accounts/service.ts'
import { endLinkMessages, queueMessage } from '../messages/service.ts'
import { closeSessions, endSessionsOf } from '../session/service.ts'
import type { UserRow } from './repository.ts'
import { lockUserToChange, requireOtherAdministrator } from './rules.ts'
import { detailOf, getUser } from './service.ts'

/** Suspends a user and ends their sessions and links; does nothing when they are suspended already. */
export async function suspendUser(scope: ActorScope, userId: string, version?: number): Promise<UserDetail> {
  const row = await lockUserToChange(scope, userId, version, 'suspend')
  if (row.status === 'suspended') return await detailOf(scope, row)
  await requireOtherAdministrator(scope, row)
  await updateAccount(scope, userId, { status: 'suspended' })
  await deleteTokens(scope, userId, ['set-up', 'verify-registration', 'verify-email', 'password'])
  // A message that still waits would make a new link when it is sent.
  await endLinkMessages(scope, userId)
  await closeSessions(scope, userId)
  return await tell(scope, row, 'user.suspended', 'account-suspended')
}

/** Reactivates a user; does nothing when they are active. */
export async function reactivateUser(scope: ActorScope, userId: string, version?: number): Promise<UserDetail> {
  const row = await lockUserToChange(scope, userId, version, 'edit')
  if (row.status === 'active') return await detailOf(scope, row)
  await updateAccount(scope, userId, { status: 'active' })
  return await tell(scope, row, 'user.reactivated', 'account-reactivated')
}

/**
 * Ends a user's sessions and makes them choose a new password. Throws `not-possible` for a user without a password or
 * suspended, and `sending-limit`.
 */
export async function resetPassword(scope: ActorScope, userId: string, version?: number): Promise<UserDetail> {
  const row = await lockUserToChange(scope, userId, version, 'resetPassword')
  await updateAccount(scope, userId, { must_change_password: true })
  await deleteTokens(scope, userId, ['password'])
  await endSessionsOf(scope, userId)
  return await tell(scope, row, 'user.password-reset', 'administrator-reset')
}

/**
 * Sends an invitation again and ends the earlier link and its token. Throws `not-possible` for a user who has a
 * password or is suspended, and `sending-limit`.
 */
export async function resendInvitation(scope: ActorScope, userId: string, version?: number): Promise<UserDetail> {
  const row = await lockUserToChange(scope, userId, version, 'resendInvitation')
  await deleteTokens(scope, userId, ['set-up', 'password'])
  return await tell(scope, row, 'user.invitation-resent', 'staff-invitation')
}

/** Ends all sessions of a user. It is audited even when there are none. */
export async function endSessions(scope: ActorScope, userId: string, version?: number): Promise<UserDetail> {
  await lockUserToChange(scope, userId, version, 'endSessions')
  await endSessionsOf(scope, userId)
  await recordDone(scope, 'user.sessions-ended', userId)
  return await getUser(scope, userId)
}

/** Audits a change of a user, notifies them by mail, and returns them as they are now. */
async function tell(
  scope: ActorScope,
  { id, email, lang }: UserRow,
  action: RowAction,
  template: Parameters<typeof queueMessage>[1]['template'],
): Promise<UserDetail> {
  await recordDone(scope, action, id)
  // A suspension must not depend on its mail, but an action that only sends a mail is refused when it cannot be sent.
  const beyond = template === 'administrator-reset' || template === 'staff-invitation' ? 'refuse' : 'leave-out'
  await queueMessage(scope, { template, user: { id, email, lang }, beyond })
  return await getUser(scope, id)
}
