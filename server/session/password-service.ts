import { recordAudit } from '../access/audit.ts'
import type { EnterAsActor, EnterAsAnyone, Scope } from '../access/scope.ts'
import { newToken } from '../access/tokens.ts'
import { addressCounter, askingCounters, forgiveAttempts, spendAttempts, takeAttempt } from '../access/throttle.ts'
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
import { invitationCounter, mailCounter } from './limits.ts'
import { endSessions, forgetBrowsers, rememberBrowser } from './repository.ts'
import { confirmPassword } from './service.ts'

/**
 * Sends a mail with a link to a new password, when the email has an account that may log in. Says nothing of that to
 * the caller. Throws `too-many-attempts` for one address.
 */
export async function requestPasswordReset(scope: Scope, email: string, address: string): Promise<void> {
  const spent = await spendAttempts(scope, askingCounters('password-reset', address))
  const account = await findAccount(scope, email)
  const isWithinLimit = await takeAttempt(scope, mailCounter('password-reset', email))
  // Whether there is an account or not: how many are left must not tell.
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
 * Answers a token that sets the first password, and the email that it belongs to. Programs that scan mail follow links,
 * perhaps more than once, so the link works until the password is set. Throws `link-invalid` and `too-many-attempts`.
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
 * Sets a password with the token of a link, and ends every session of its account, and its invitation. The link that
 * verifies a registration does so, too, until it is verified: whoever reads the mail decides, and what was chosen when
 * somebody registered with their email opens nothing. In steps, so that no connection waits for the hash; the token is
 * used up with the change, so a refused password does not spoil the link. The link was sent to their present address, so
 * a change of email that waits to be verified is taken back. `browser` is recognised as theirs from then on: whoever reads
 * their mail gets in, however often others guess. Throws `link-invalid`, `validation` for a password that is
 * easy to guess, and `too-many-attempts`.
 */
export async function setPassword(
  enter: EnterAsAnyone,
  { token, email, password }: { token: string; email: string; password: string },
  { address, browser }: { address: string; browser: string },
): Promise<void> {
  // Committed before anything is refused: guesses count.
  const spent = await enter((scope) => spendAttempts(scope, [addressCounter('password', address)]))
  const person = await enter((scope) => personOf(scope, token, email))
  await refuseWeak(password, person)
  const passwordHash = await hashPassword(password)
  await enter(async (scope) => {
    // In the order of an erasure, person before tokens: so neither waits for the other. Of two who come at once, the
    // second finds the token used.
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
 * Changes the actor's password, ends their other sessions and tells them by mail. Throws `validation` at the field, and `too-many-attempts`.
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
 * Stores a password's hash, ends every session of its user, or all but one, and forgets their browsers. False for somebody
 * who has left meanwhile.
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

/** The person of a link; whoever is unknown, suspended or of another email is answered like a wrong link. */
async function personOf(scope: Scope, token: string, email: string): Promise<Person> {
  const link = await findToken(scope, ['password', 'verify-registration'], token)
  const person = link && (await findPerson(scope, link.userId))
  const isTheirs = [person?.email, link?.email].every((known) => known?.toLowerCase() === email.toLowerCase())
  const isOver = link?.purpose === 'verify-registration' && person?.is_verified
  if (person === undefined || !isTheirs || isOver) throw new Failure('link-invalid')
  return person
}
