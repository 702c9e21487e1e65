import { recordAudit } from '../access/audit.ts'
import { findToken, insertToken } from '../access/link-tokens.ts'
import type { Scope } from '../access/scope.ts'
import { newToken } from '../access/tokens.ts'
import { Failure } from '../platform/failure.ts'
import { isInvited } from './invitation-repository.ts'
import { spendAttempts } from './throttle-repository.ts'

/**
 * Of one invitation, whoever asks: so generous that no scanner of mail uses it up before the person comes. Counted only
 * once the link is right, which nobody guesses.
 */
const opensPerInvitation = { attempts: 60, minutes: 15 }

/**
 * Answers a token that sets the first password, and the email that it belongs to. Programs that scan mail follow links,
 * perhaps more than once, so the link works until the password is set. Throws `link-invalid` and `too-many-attempts`.
 */
export async function openInvitation(scope: Scope, linkToken: string): Promise<{ token: string; email: string }> {
  const link = await findToken(scope, ['set-up'], linkToken)
  if (link === undefined || !(await isInvited(scope, link))) throw new Failure('link-invalid')
  const { userId, email } = link
  await spendAttempts(scope, [{ key: `invitation:${userId}`, ...opensPerInvitation }])
  const token = newToken()
  await insertToken(scope, { userId, email, purpose: 'password', token })
  await recordAudit(scope, { action: 'invitation.opened', actorId: userId, resourceType: 'user', resourceId: userId })
  return { token, email }
}
