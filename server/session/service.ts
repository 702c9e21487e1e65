import { NIL as nobody } from 'uuid'
import type { AuditAction } from '../../contract/audit/event-names.ts'
import { errorStatus } from '../../contract/errors/errors.ts'
import type { Credentials } from '../../contract/session/endpoints.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { ActorScope, EnterAsActor, EnterAsAnyone, Scope } from '../access/scope.ts'
import { clearAttempts, forgiveAttempts, spendAttempts } from '../access/serving/throttle.ts'
import { hashToken, newToken } from '../access/sessions/tokens.ts'
import { insertToken, noteLogin, renewedHash, verifyPassword } from '../accounts/service.ts'
import { countFailedLogin } from '../platform/counters.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { findAccount, type Account } from './account-repository.ts'
import { confirmationCounter, mailCounters, passwordCounters } from './attempt-limits.ts'
import { deleteSession, endSessions, insertSession, isBrowserOf, listSessions, rememberBrowser } from './repository.ts'

export {
  closeSessions,
  closeSessionsOfOrganisation,
  countOpenSessionsOf,
  countOpenSessionsOfTenant,
  endSessionsOfTenant,
  endSessionsOfTypes,
  erasePerson,
  rememberBrowser,
} from './repository.ts'

/**
 * Logs a user in and returns the token of the new session. The browser's earlier session (`earlierToken`) ends, and the
 * browser (`browser`) is remembered as theirs. It runs in three steps, so that the attempt is committed before the
 * password is checked and no connection waits for the hash. Throws `too-many-attempts`, `wrong-credentials` (also for
 * an unknown account), and other reasons only after the right password.
 */
export async function logIn(
  enter: EnterAsAnyone,
  credentials: Credentials,
  from: Origin,
): Promise<{ token: string; userId: string }> {
  try {
    return await tryToLogIn(enter, credentials, from)
  } catch (error) {
    if (error instanceof Failure && errorStatus[error.code] < 500) countFailedLogin(error.code)
    throw error
  }
}

/** Where a login comes from. */
interface Origin {
  address: string
  browser: string
  earlierToken: string | undefined
}

async function tryToLogIn(
  enter: EnterAsAnyone,
  { username, password }: Credentials,
  { address, browser, earlierToken }: Origin,
): Promise<{ token: string; userId: string }> {
  const { account, spent } = await enter(async (scope) => {
    const account = await findAccount(scope, username)
    // Queried even without an account, so that the reply takes the same time.
    const isTheirs = await isBrowserOf(scope, account?.id ?? nobody, 'login', browser)
    const whose = account?.id ?? username.toLowerCase()
    const counters = passwordCounters(whose, { address, browser: isTheirs ? browser : undefined })
    return { account, spent: await spendAttempts(scope, counters) }
  })
  const isRight = await verifyPassword(password, account?.password_hash)
  const allowed = await refuseUnlessAllowed(enter, account, isRight)
  const renewed = allowed.password_hash === null ? undefined : await renewedHash(password, allowed.password_hash)
  const token = newToken()
  await enter(async (scope) => {
    if (earlierToken !== undefined) await deleteSession(scope, hashToken(earlierToken))
    // Gives back the attempts up to this one. Guesses that came after it stay counted.
    await forgiveAttempts(scope, spent)
    // The account has changed meanwhile; a new try will report how.
    if (!(await noteLogin(scope, allowed, renewed))) throw new Failure('wrong-credentials')
    await insertSession(scope, allowed.id, token)
    await rememberBrowser(scope, allowed.id, 'login', browser)
    await recordAudit(scope, { action: 'session.login', actorId: allowed.id })
  })
  return { token, userId: allowed.id }
}

/**
 * Confirms the actor's password for the action `action`, in steps like a login. Wrong passwords are counted apart from
 * those of logins, so that a stranger cannot use them up. Throws `validation` at `currentPassword`, and
 * `too-many-attempts`.
 */
export async function confirmPassword(
  enter: EnterAsActor,
  currentPassword: string,
  action: AuditAction,
): Promise<void> {
  const { account, spent } = await enter(async (scope) => ({
    account: await findAccount(scope, scope.actor.email),
    spent: await spendAttempts(scope, [confirmationCounter(scope.actor.id)]),
  }))
  if (await verifyPassword(currentPassword, account?.password_hash)) {
    return await enter((scope) => forgiveAttempts(scope, spent))
  }
  await enter((scope) => recordAudit(scope, { action, outcome: 'refused' }))
  throw invalid('currentPassword', 'wrongPassword')
}

/**
 * Clears the counters of an account that is deleted. Must be called before any other change of it, because counters are
 * locked first.
 */
export async function forgetAttempts(scope: Scope, email: string): Promise<void> {
  await clearAttempts(scope, mailCounters(email))
}

/** Returns the account, or audits and throws the reason why it may not log in. */
async function refuseUnlessAllowed(
  enter: EnterAsAnyone,
  account: Account | undefined,
  isRight: boolean,
): Promise<Account> {
  const refusal = account === undefined || !isRight ? new Failure('wrong-credentials') : whatKeepsOut(account)
  if (account !== undefined && refusal === undefined) return account
  await enter(async (scope) => {
    await recordAudit(scope, {
      action: 'session.login',
      outcome: 'refused',
      actorId: account?.id ?? null,
      details: { code: refusal?.code },
    })
    if (account !== undefined && refusal?.code === 'password-update-required') {
      const token = refusal.token ?? ''
      await insertToken(scope, { userId: account.id, email: account.email, purpose: 'password', token })
    }
  })
  throw refusal ?? new Failure('wrong-credentials')
}

function whatKeepsOut(account: Account): Failure | undefined {
  if (account.is_place_suspended) return new Failure('organisation-suspended')
  if (account.is_suspended) return new Failure('account-suspended')
  // During a change of email, the new one must be verified first (spec §4).
  const unverified = account.pending_email ?? (account.email_verified_at === null ? account.email : null)
  if (unverified !== null) return new Failure('email-unverified', { email: unverified })
  if (account.must_change_password || account.is_password_expired) {
    return new Failure('password-update-required', { email: account.email, token: newToken() })
  }
  return undefined
}

/** Ends the session of this cookie, if there is one. */
export async function logOut(scope: Scope, token: string | undefined): Promise<void> {
  if (token === undefined || scope.actor === null) return
  await deleteSession(scope, hashToken(token))
  await recordAudit(scope, { action: 'session.logout' })
}

/** Lists the actor's sessions. */
export async function getOwnSessions(scope: ActorScope) {
  const sessions = await listSessions(scope, scope.actor.id)
  return sessions.map(({ id, created_at, last_seen_at }) => ({
    id,
    startedAt: created_at.toISOString(),
    lastSeenAt: last_seen_at.toISOString(),
    isCurrent: id === scope.actor.sessionId,
  }))
}

/** Ends the actor's other sessions. */
export async function endOtherSessions(scope: ActorScope): Promise<void> {
  await endSessions(scope, scope.actor.id, scope.actor.sessionId)
  await recordAudit(scope, { action: 'session.ended-elsewhere' })
}

/** Ends all sessions of a user who is changed by somebody else, in every process. */
export async function endSessionsOf(scope: Scope, userId: string): Promise<void> {
  await endSessions(scope, userId)
}

/** Returns the number of a user's sessions and when the user was last seen, for somebody else to see. */
export async function openSessionsOf(
  scope: Scope,
  userId: string,
): Promise<{ count: number; lastSeenAt: string | null }> {
  const sessions = await listSessions(scope, userId)
  return { count: sessions.length, lastSeenAt: sessions[0]?.last_seen_at.toISOString() ?? null }
}
