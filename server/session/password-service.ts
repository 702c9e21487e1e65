import { recordAudit } from '../access/audit/audit.ts'
import type { EnterAsActor, EnterAsAnyone, Scope } from '../access/scope.ts'
import { newToken } from '../access/sessions/tokens.ts'
import {
  addressCounter,
  askingCounters,
  forgiveAttempts,
  spendAttempts,
  takeAttempt,
} from '../access/serving/throttle.ts'
import {
  cancelEmailChange,
  deleteTokens,
  findToken,
  hashPassword,
  insertToken,
  lockUser,
  passwordProblem,
  updatePasswordHash,
  useToken,
} from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { linkSubjects } from '../subjects/service.ts'
import { findAccount, findPerson, isInvited, type Person } from './account-repository.ts'
import { invitationCounter, mailCounter } from './attempt-limits.ts'
import { endSessions, forgetBrowsers, rememberBrowser } from './repository.ts'
import { confirmPassword } from './service.ts'

/**
 * Sends a mail with a link to a new password, if the email has an account that may log in. The caller does not learn
 * whether it has. Throws `too-many-attempts` for one address.
 */
export async function requestPasswordReset(scope: Scope, email: string, address: string): Promise<void> {
  const spent = await spendAttempts(scope, askingCounters('password-reset', address))
  const account = await findAccount(scope, email)
  const isWithinLimit = await takeAttempt(scope, mailCounter('password-reset', email))
  // Given back whether or not there is an account, because the remaining number must not tell.
  if (isWithinLimit) await forgiveAttempts(scope, spent)
  const mayHave = account !== undefined && !account.is_suspended && isWithinLimit
  if (mayHave) await queueMessage(scope, { template: 'password-reset', user: account })
  await recordAudit(scope, {
    action: 'password.reset-requested',
    outcome: mayHave ? 'done' : 'refused',
    actorId: account?.id ?? null,
  })
}

/**
 * Returns a token that sets the first password, and its email. Mail scanners follow links, perhaps more than once, so
 * the link works until the password is set. Throws `link-invalid` and `too-many-attempts`.
 */
export async function openInvitation(scope: Scope, linkToken: string): Promise<{ token: string; email: string }> {
  const link = await findToken(scope, ['set-up'], linkToken)
  if (link === undefined || !(await isInvited(scope, link))) throw new Failure('link-invalid')
  const { userId, email } = link
  await spendAttempts(scope, [invitationCounter(userId)])
  const token = newToken()
  await insertToken(scope, { userId, email, purpose: 'password', token })
  await recordAudit(scope, { action: 'invitation.opened', actorId: userId, resourceType: 'user', resourceId: userId })
  return { token, email }
}

/**
 * Sets a password with the token of a link, and ends every session of its account and its invitation. The link of an
 * unverified registration also works, because the reader of the mail decides and a password chosen by a stranger must
 * not. It runs in steps so that no connection waits for the hash. The token is used up in the last step, so a refused
 * password does not spoil the link. The link went to the present address, so a pending change of email is cancelled.
 * `browser` is remembered as theirs, so that they can log in however often others guess. Throws `link-invalid`,
 * `validation` for a password that is easy to guess, and `too-many-attempts`.
 */
export async function setPassword(
  enter: EnterAsAnyone,
  { token, email, password }: { token: string; email: string; password: string },
  { address, browser }: { address: string; browser: string },
): Promise<void> {
  // The attempt is committed before anything is refused, so that guesses count.
  const spent = await enter((scope) => spendAttempts(scope, [addressCounter('password', address)]))
  const person = await enter((scope) => personOf(scope, token, email))
  await refuseWeak(password, person)
  const passwordHash = await hashPassword(password)
  await enter(async (scope) => {
    // Locks the person before the tokens, as an erasure does, which prevents deadlocks. The second of two simultaneous
    // calls finds the token used.
    await lockUser(scope, person.id)
    const user = await personOf(scope, token, email)
    await replacePassword(scope, user.id, passwordHash)
    await rememberBrowser(scope, user.id, 'login', browser)
    await useToken(scope, 'password', token)
    await deleteTokens(scope, user.id, ['set-up'])
    await cancelEmailChange(scope, user.id)
    await linkSubjects(scope, user.id)
    await recordAudit(scope, { action: 'password.set', actorId: user.id, resourceType: 'user', resourceId: user.id })
    if (user.has_password) await queueMessage(scope, { template: 'password-changed', user })
    await forgiveAttempts(scope, spent)
  })
}

/**
 * Changes the actor's password, ends their other sessions and notifies them by mail. Throws `validation` at the field,
 * and `too-many-attempts`.
 */
export async function changePassword(
  enter: EnterAsActor,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  await confirmPassword(enter, currentPassword, 'password.changed')
  const person = found(await enter((scope) => findPerson(scope, scope.actor.id)))
  await refuseWeak(password, person)
  const passwordHash = await hashPassword(password)
  await enter(async (scope) => {
    const saved = await replacePassword(scope, scope.actor.id, passwordHash, scope.actor.sessionId)
    if (!saved) throw new Failure('unauthenticated')
    await recordAudit(scope, { action: 'password.changed', resourceType: 'user', resourceId: scope.actor.id })
    await queueMessage(scope, { template: 'password-changed', user: person })
  })
}

/**
 * Stores a password's hash, ends the user's sessions, perhaps except one, and forgets their browsers. Returns false
 * when the user has left meanwhile.
 */
async function replacePassword(
  scope: Scope,
  userId: string,
  passwordHash: string,
  exceptSessionId?: string,
): Promise<boolean> {
  const isSaved = await updatePasswordHash(scope, userId, passwordHash)
  await endSessions(scope, userId, exceptSessionId)
  await forgetBrowsers(scope, userId, ['email', 'login'])
  return isSaved
}

async function refuseWeak(password: string, person: Person): Promise<void> {
  const problem = await passwordProblem(password, person)
  if (problem !== undefined) throw invalid('password', problem)
}

/** Finds the person of a link. An unknown or suspended person, or another email, is answered like a wrong link. */
async function personOf(scope: Scope, token: string, email: string): Promise<Person> {
  const link = await findToken(scope, ['password', 'verify-registration'], token)
  const person = link && (await findPerson(scope, link.userId))
  const isTheirs = [person?.email, link?.email].every((known) => known?.toLowerCase() === email.toLowerCase())
  const isOver = link?.purpose === 'verify-registration' && person?.is_verified
  if (person === undefined || !isTheirs || isOver) throw new Failure('link-invalid')
  return person
}
