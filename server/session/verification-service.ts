import { recordAudit } from '../access/audit.ts'
import type { EnterAsAnyone, Scope } from '../access/scope.ts'
import { askingCounters, forgiveAttempts, spendAttempts, takeAttempt, type Spent } from '../access/throttle.ts'
import { findToken, lockUser, markVerified, movePendingEmail, verifyPassword, type Link } from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { linkSubjects } from '../subjects/service.ts'
import { findUnverified, findWaiting } from './account-repository.ts'
import { mailCounter, passwordCounters } from './limits.ts'
import { forgetBrowsers, isBrowserOf } from './repository.ts'

/** A link of a mail, and the browser in which it was opened, by its cookie. */
interface Opened {
  kind: 'verify-registration' | 'verify-email'
  id: string
  browser: string | undefined
}

/**
 * What a link asks to be confirmed, and what that takes: `nothing` when it was confirmed before. Changes nothing, however
 * often and by whomever it is opened: programs that scan mail open links, too. Throws `link-invalid`.
 */
export async function openVerification(scope: Scope, opened: Opened) {
  const { link, user, isProved } = await find(scope, opened)
  const needs = user.is_verified ? 'nothing' : isProved ? 'click' : 'password'
  return { email: link.email, fullName: user.full_name, needs } as const
}

/**
 * Confirms the email that a link was sent to, and answers it. Whoever confirms must be who registered or asked for the
 * new email: it is the same browser, or they give the password, which is counted as a login is. Else somebody could
 * register with an email of somebody else, whose click would open their records to the stranger's password. In steps, so
 * that no connection waits for the hash. Throws `link-invalid`, `validation` at `password`, and `too-many-attempts`.
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
  // A browser is forgotten as the email is verified. Asked for the user first, one of two calls at once could be told of a
  // user who is not verified yet and of a browser that is no proof any more.
  const isProved = await isBrowserOf(scope, link.userId, 'email', browser)
  const user = await findWaiting(scope, kind, link)
  if (user === undefined) throw new Failure('link-invalid')
  return { link, user, isProved }
}

/** Answers what was counted, to be forgotten with the change. */
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

/** Of calls that come at once, one changes something and is audited. */
async function confirm(scope: Scope, opened: Opened, provedBy: string | null): Promise<void> {
  const { userId } = (await find(scope, opened)).link
  await lockUser(scope, userId)
  const { link, user } = await find(scope, opened)
  if (user.is_verified) return
  // Whoever set another password meanwhile decides.
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
 * Sends the mail that verifies an email again, when there is something to verify. Says nothing of that to the caller.
 * Throws `too-many-attempts` for one address.
 */
export async function requestVerification(enter: EnterAsAnyone, email: string, address: string): Promise<void> {
  const spent = await enter((scope) => spendAttempts(scope, askingCounters('verification', address)))
  await enter((scope) => sendAgain(scope, email, spent))
}

async function sendAgain(scope: Scope, email: string, spent: readonly Spent[]): Promise<void> {
  const accounts = await findUnverified(scope, email)
  const isWithinLimit = await takeAttempt(scope, mailCounter('verification', email))
  // Whether there is an account or not: how many are left must not tell.
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
