import type { ActorScope, Scope } from '../access/scope.ts'
import { findToken, useToken, type Link } from '../access/link-tokens.ts'
import { recordAudit } from '../access/audit.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { linkSubjects } from '../subjects/service.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { passwordProblem } from './password-strength.ts'
import { findAccount, findPerson, savePassword, type Person } from './repository.ts'
import { accountKey, clearAttempts, loginsPerAccount, takeAttempt, type Limit } from './throttle-repository.ts'

type Enter = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

const mailsPerAccount: Limit = { attempts: 3, minutes: 15 }
const asksPerAddress: Limit = { attempts: 30, minutes: 15 }

/**
 * Sends a mail with a link to a new password, when the email has an account that may log in. Says nothing of that to
 * the caller. Throws `too-many-attempts` for one address.
 */
export async function requestPasswordReset(scope: Scope, email: string, address: string): Promise<void> {
  await limitAddress(scope, address)
  const account = await findAccount(scope, email)
  const wait = await takeAttempt(scope, `password-reset:account:${email.toLowerCase()}`, mailsPerAccount)
  const mayHave = account !== undefined && !account.is_suspended && wait === undefined
  if (mayHave) await queueMessage(scope, { template: 'password-reset', user: account })
  await recordAudit(scope, {
    action: 'password.reset-requested',
    outcome: mayHave ? 'done' : 'refused',
    actorId: account?.id ?? null,
  })
}

/**
 * Sets a password with the token of a link, and ends every session of its account. In steps, so that no connection waits
 * for the hash; the token is used up with the change, so a refused password does not spoil the link. Throws
 * `link-invalid`, `validation` for a password that is easy to guess, and `too-many-attempts`.
 */
export async function setPassword(
  enter: Enter,
  { token, email, password }: { token: string; email: string; password: string },
  address: string,
): Promise<void> {
  // Committed before anything is refused: guesses count.
  const wait = await enter((scope) => takeAttempt(scope, `password:address:${address}`, asksPerAddress))
  if (wait !== undefined) throw new Failure('too-many-attempts', { retryAfterSeconds: wait })
  const person = await enter(async (scope) => personOf(scope, await findToken(scope, 'password', token), email))
  await refuseWeak(password, person)
  const passwordHash = await hashPassword(password)
  await enter(async (scope) => {
    const user = await personOf(scope, await useToken(scope, 'password', token), email)
    await savePassword(scope, user.id, passwordHash)
    await linkSubjects(scope, user.id)
    await recordAudit(scope, { action: 'password.set', actorId: user.id, resourceType: 'user', resourceId: user.id })
    await queueMessage(scope, { template: 'password-changed', user })
  })
}

/**
 * Changes the actor's password, ends their other sessions and tells them by mail. Wrong current passwords count as
 * failed logins do. Throws `validation` at the field, and `too-many-attempts`.
 */
export async function changePassword(
  enter: <T>(work: (scope: ActorScope) => Promise<T>) => Promise<T>,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const { account, wait } = await enter(async (scope) => ({
    account: await findAccount(scope, scope.actor.email),
    wait: await takeAttempt(scope, accountKey(scope.actor.email), loginsPerAccount),
  }))
  if (wait !== undefined) throw new Failure('too-many-attempts', { retryAfterSeconds: wait })
  if (!(await verifyPassword(currentPassword, account?.password_hash)))
    throw invalid('currentPassword', 'wrongPassword')
  const person = await enter((scope) => findPerson(scope, scope.actor.id))
  if (person === undefined) throw new Failure('not-found')
  await refuseWeak(password, person)
  const passwordHash = await hashPassword(password)
  await enter(async (scope) => {
    await savePassword(scope, scope.actor.id, passwordHash, scope.actor.sessionId)
    await clearAttempts(scope, accountKey(scope.actor.email))
    await recordAudit(scope, { action: 'password.changed', resourceType: 'user', resourceId: scope.actor.id })
    await queueMessage(scope, { template: 'password-changed', user: person })
  })
}

async function refuseWeak(password: string, person: Person): Promise<void> {
  const problem = await passwordProblem(password, person)
  if (problem !== undefined) throw invalid('password', problem)
}

async function limitAddress(scope: Scope, address: string): Promise<void> {
  const wait = await takeAttempt(scope, `password-reset:address:${address}`, asksPerAddress)
  if (wait !== undefined) throw new Failure('too-many-attempts', { retryAfterSeconds: wait })
}

/** The person of a link; whoever is unknown, suspended or of another email is answered like a wrong link. */
async function personOf(scope: Scope, link: Link | undefined, email: string): Promise<Person> {
  const person = link && (await findPerson(scope, link.userId))
  const isTheirs = [person?.email, link?.email].every((known) => known?.toLowerCase() === email.toLowerCase())
  if (person === undefined || !isTheirs) throw new Failure('link-invalid')
  return person
}
