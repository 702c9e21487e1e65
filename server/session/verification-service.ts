import { findToken, type Link, type TokenPurpose } from '../access/link-tokens.ts'
import { recordAudit } from '../access/audit.ts'
import type { Scope } from '../access/scope.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure } from '../platform/failure.ts'
import { linkSubjects } from '../subjects/service.ts'
import { findUnverified, hasVerifiedEmail, markVerified, movePendingEmail } from './registration-repository.ts'
import { takeAttempt, type Limit } from './throttle-repository.ts'

const mailsPerAccount: Limit = { attempts: 3, minutes: 15 }
const perAddress: Limit = { attempts: 30, minutes: 15 }

/** Verifies the email of a registration by its link and answers it, the same each time. Throws `link-invalid`. */
export async function verifyRegistration(scope: Scope, token: string): Promise<string> {
  return await verify(scope, 'verify-registration', token, markVerified)
}

/** Lets the new email of a link take the place of the old one and answers it, the same each time. Throws `link-invalid`. */
export async function verifyEmail(scope: Scope, token: string): Promise<string> {
  return await verify(scope, 'verify-email', token, movePendingEmail)
}

/** `change` is one conditional update: of calls that come at once, one changes something and is audited. */
async function verify(
  scope: Scope,
  purpose: TokenPurpose,
  token: string,
  change: (scope: Scope, link: Link) => Promise<boolean | 'taken'>,
): Promise<string> {
  const link = await findToken(scope, purpose, token)
  const changed = link && (await change(scope, link))
  if (link === undefined || changed === 'taken') throw new Failure('link-invalid')
  if (changed) {
    const { userId } = link
    await recordAudit(scope, {
      action: 'user.email-verified',
      actorId: userId,
      resourceType: 'user',
      resourceId: userId,
    })
    await linkSubjects(scope, userId)
  } else if (!(await hasVerifiedEmail(scope, link))) {
    throw new Failure('link-invalid')
  }
  return link.email
}

/**
 * Sends the mail that verifies an email again, when there is something to verify. Says nothing of that to the caller.
 * Throws `too-many-attempts` for one address.
 */
export async function requestVerification(enter: Enter, email: string, address: string): Promise<void> {
  const wait = await enter((scope) => takeAttempt(scope, `verification:address:${address}`, perAddress))
  if (wait !== undefined) throw new Failure('too-many-attempts', { retryAfterSeconds: wait })
  await enter((scope) => sendAgain(scope, email))
}

type Enter = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

async function sendAgain(scope: Scope, email: string): Promise<void> {
  const account = await findUnverified(scope, email)
  const wait = await takeAttempt(scope, `verification:account:${email.toLowerCase()}`, mailsPerAccount)
  const maySend = account !== undefined && wait === undefined
  await recordAudit(scope, {
    action: 'verification.requested',
    outcome: maySend ? 'done' : 'refused',
    ...(account && { resourceType: 'user', resourceId: account.id }),
  })
  if (!maySend) return
  const { id, lang, pending_email } = account
  await queueMessage(scope, {
    template: pending_email === null ? 'verify-registration' : 'verify-email',
    user: { id, lang, email: pending_email ?? account.email },
  })
}
