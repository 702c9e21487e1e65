import { recordAudit } from '../access/audit/audit.ts'
import type { EnterAsAnyone, Scope } from '../access/scope.ts'
import { askingCounters, forgiveAttempts, spendAttempts, takeAttempt, type Spent } from '../access/serving/throttle.ts'
import { findToken, lockUser, markVerified, movePendingEmail, verifyPassword, type Link } from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { linkSubjects } from '../subjects/service.ts'
import { findUnverified, findWaiting } from './account-repository.ts'
import { mailCounter, passwordCounters } from './attempt-limits.ts'
import { forgetBrowsers, isBrowserOf } from './repository.ts'

/** A link from a mail, and the token of the browser in which it was opened. */
interface Opened {
  kind: 'verify-registration' | 'verify-email'
  id: string
  browser: string | undefined
}

/**
 * Returns the email that a link verifies, and what that needs: `nothing` when it is verified already. Changes nothing,
 * because mail scanners also open links. Throws `link-invalid`.
 */
export async function openVerification(scope: Scope, opened: Opened) {
  const { link, user, isProved } = await find(scope, opened)
  const needs = user.is_verified ? 'nothing' : isProved ? 'click' : 'password'
  return { email: link.email, fullName: user.full_name, needs } as const
}

/**
 * Verifies the email that a link was sent to, and returns it. The person must be the one who registered or asked for
 * the new email: they use that browser, or give the password, which is counted like a login. Otherwise a stranger could
 * register with somebody's email, and that person's click would open their records to the stranger's password. It runs
 * in steps so that no connection waits for the hash. Throws `link-invalid`, `validation` at `password`, and
 * `too-many-attempts`.
 */
export async function verify(
  enter: EnterAsAnyone,
  opened: Opened,
  { password, address }: { password: string | undefined; address: string },
): Promise<string> {
  const { link, user, isProved } = await enter((scope) => find(scope, opened))
  if (user.is_verified) return link.email
  const spent = isProved ? [] : await proveByPassword(enter, link, { hash: user.password_hash, password, address })
  await enter(async (scope) => {
    await forgiveAttempts(scope, spent)
    await confirm(scope, opened, user.password_hash)
  })
  return link.email
}

async function find(scope: Scope, { kind, id, browser }: Opened) {
  const link = await findToken(scope, [kind], id)
  if (link === undefined) throw new Failure('link-invalid')
  // The browser is queried before the user, because verifying forgets it. In the other order, a simultaneous call could
  // see a user who is not verified yet and a browser that is no longer known.
  const isProved = await isBrowserOf(scope, link.userId, 'email', browser)
  const user = await findWaiting(scope, kind, link)
  if (user === undefined) throw new Failure('link-invalid')
  return { link, user, isProved }
}

/** Checks the password and returns the counted attempts, to be given back in the transaction of the change. */
async function proveByPassword(
  enter: EnterAsAnyone,
  { userId }: Link,
  { hash, password, address }: { hash: string | null; password: string | undefined; address: string },
): Promise<Spent[]> {
  if (password === undefined) throw invalid('password', 'required')
  const counters = passwordCounters(userId, { address, browser: undefined })
  const spent = await enter((scope) => spendAttempts(scope, counters))
  if (await verifyPassword(password, hash)) return spent
  await enter((scope) =>
    recordAudit(scope, {
      action: 'user.email-verified',
      outcome: 'refused',
      resourceType: 'user',
      resourceId: userId,
    }),
  )
  throw invalid('password', 'notChosenPassword')
}

/** Locks the user, so that of simultaneous calls one changes something and is audited. */
async function confirm(scope: Scope, opened: Opened, provedBy: string | null): Promise<void> {
  const { userId } = (await find(scope, opened)).link
  await lockUser(scope, userId)
  const { link, user } = await find(scope, opened)
  if (user.is_verified) return
  // The password has been changed meanwhile, so this proof no longer counts.
  if (user.password_hash !== provedBy) throw new Failure('link-invalid')
  if (opened.kind === 'verify-registration') await markVerified(scope, userId)
  else if (!(await movePendingEmail(scope, link))) throw new Failure('link-invalid')
  await forgetBrowsers(scope, userId, ['email'])
  await recordAudit(scope, {
    action: 'user.email-verified',
    actorId: userId,
    resourceType: 'user',
    resourceId: userId,
  })
  await linkSubjects(scope, userId)
}

/**
 * Sends the mail that verifies an email again, if there is anything to verify. The caller does not learn whether there
 * is. Throws `too-many-attempts` for one address.
 */
export async function requestVerification(enter: EnterAsAnyone, email: string, address: string): Promise<void> {
  const spent = await enter((scope) => spendAttempts(scope, askingCounters('verification', address)))
  await enter((scope) => sendAgain(scope, email, spent))
}

async function sendAgain(scope: Scope, email: string, spent: readonly Spent[]): Promise<void> {
  const accounts = await findUnverified(scope, email)
  const isWithinLimit = await takeAttempt(scope, mailCounter('verification', email))
  // Given back whether or not there is an account, because the remaining number must not tell.
  if (isWithinLimit) await forgiveAttempts(scope, spent)
  const maySend = accounts.length > 0 && isWithinLimit
  const [only] = accounts
  await recordAudit(scope, {
    action: 'verification.requested',
    outcome: maySend ? 'done' : 'refused',
    ...(only && { resourceType: 'user', resourceId: only.id }),
  })
  if (!maySend) return
  for (const { is_change, ...user } of accounts) {
    await queueMessage(scope, { template: is_change ? 'verify-email' : 'verify-registration', user })
  }
}
