import type { AuditAction } from '../../contract/audit/actions.ts'
import { resendInvitation as resendEndpoint, resetPasswordOfUser } from '../../contract/users/endpoints.ts'
import type { ManagedUser } from '../../contract/users/managed-user.ts'
import { recordAudit } from '../access/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { takeTurn } from '../access/throttle.ts'
import { deleteTokens, updateAccount } from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure } from '../platform/failure.ts'
import { endSessionsOf } from '../session/service.ts'
import type { UserRow } from './repository.ts'
import { lockUserToChange, requireSomebodyElse } from './rules.ts'
import { getUser, toManagedUser } from './service.ts'

/** Whom a change is about, and the version of them that it is meant for, where that was said. */
interface Target {
  userId: string
  version: number | undefined
}

/** Keeps a user out from now on: sessions and links end. Does nothing to one who is suspended already. */
export async function suspendUser(scope: ActorScope, { userId, version }: Target): Promise<ManagedUser> {
  const row = await lockUserToChange(scope, userId, version)
  requireSomebodyElse(scope, row)
  if (row.status === 'suspended') return toManagedUser(scope, row)
  await updateAccount(scope, userId, { status: 'suspended' })
  await deleteTokens(scope, userId, ['set-up', 'verify-registration', 'verify-email', 'password'])
  await endSessionsOf(scope, userId)
  return await tell(scope, row, 'user.suspended', 'account-suspended')
}

/** Lets a user in again. Does nothing to one who is active. */
export async function reactivateUser(scope: ActorScope, { userId, version }: Target): Promise<ManagedUser> {
  const row = await lockUserToChange(scope, userId, version)
  if (row.status === 'active') return toManagedUser(scope, row)
  await updateAccount(scope, userId, { status: 'active' })
  return await tell(scope, row, 'user.reactivated', 'account-reactivated')
}

/** Ends a user's sessions and has them choose a new password. Throws `not-possible` for one who has none or is suspended, and `too-many-attempts`. */
export async function resetPassword(scope: ActorScope, { userId, version }: Target): Promise<ManagedUser> {
  const row = await lockUserToChange(scope, userId, version)
  requireSomebodyElse(scope, row)
  if (!row.is_set_up || row.status !== 'active') throw new Failure('not-possible')
  await takeTurn(scope, resetPasswordOfUser, userId)
  await updateAccount(scope, userId, { must_change_password: true })
  await deleteTokens(scope, userId, ['password'])
  await endSessionsOf(scope, userId)
  return await tell(scope, row, 'user.password-reset', 'administrator-reset')
}

/**
 * Sends an invitation again; the link of the earlier one is dead at once, with what it has opened. Throws `not-possible`
 * for a user who has a password, or is suspended, and `too-many-attempts`.
 */
export async function resendInvitation(scope: ActorScope, { userId, version }: Target): Promise<ManagedUser> {
  const row = await lockUserToChange(scope, userId, version)
  if (row.is_set_up || row.status !== 'active') throw new Failure('not-possible')
  await takeTurn(scope, resendEndpoint, userId)
  await deleteTokens(scope, userId, ['set-up', 'password'])
  return await tell(scope, row, 'user.invitation-resent', 'staff-invitation')
}

/** Keeps in the audit what was done to a user, tells them by mail, and answers them as they are now. */
async function tell(
  scope: ActorScope,
  { id, email, lang }: UserRow,
  action: AuditAction,
  template: Parameters<typeof queueMessage>[1]['template'],
): Promise<ManagedUser> {
  await recordAudit(scope, { action, resourceType: 'user', resourceId: id })
  await queueMessage(scope, { template, user: { id, email, lang } })
  return await getUser(scope, id)
}
