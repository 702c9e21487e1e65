import type { Credentials } from '../../contract/session/endpoints.ts'
import type { Scope } from '../access/scope.ts'
import { hashToken, newToken } from '../access/tokens.ts'
import { recordAudit } from '../access/audit.ts'
import { Failure } from '../platform/failure.ts'
import { verifyPassword } from './passwords.ts'
import { deleteSession, findAccount, insertSession, type Account } from './repository.ts'
import { clearAttempts, takeAttempt, type Limit } from './throttle-repository.ts'

const perAccount: Limit = { attempts: 10, minutes: 15 }
const perAddress: Limit = { attempts: 100, minutes: 15 }

type Enter = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/**
 * Logs somebody in and answers the token of their new session. Three steps, so that the attempt is counted for good
 * before the password is hashed, and no database connection waits for the hash. Throws `too-many-attempts`,
 * `wrong-credentials` (the same for an unknown account), and only after the right password what else keeps them out.
 */
export async function logIn(
  enter: Enter,
  { username, password }: Credentials,
  address: string,
): Promise<{ token: string; userId: string }> {
  const accountKey = `login:account:${username.toLowerCase()}`
  const { account, wait } = await enter(async (scope) => ({
    account: await findAccount(scope, username),
    wait:
      (await takeAttempt(scope, accountKey, perAccount)) ??
      (await takeAttempt(scope, `login:address:${address}`, perAddress)),
  }))
  if (wait !== undefined) throw new Failure('too-many-attempts', { retryAfterSeconds: wait })
  const isRight = await verifyPassword(password, account?.password_hash)
  return enterAs(enter, account, isRight, accountKey)
}

async function enterAs(enter: Enter, account: Account | undefined, isRight: boolean, accountKey: string) {
  const refusal = account === undefined || !isRight ? new Failure('wrong-credentials') : whatKeepsOut(account)
  if (account === undefined || refusal !== undefined) {
    await enter((scope) =>
      recordAudit(scope, {
        action: 'session.login',
        outcome: 'refused',
        actorId: account?.id ?? null,
        details: { code: refusal?.code },
      }),
    )
    throw refusal ?? new Failure('wrong-credentials')
  }
  const token = newToken()
  await enter(async (scope) => {
    await insertSession(scope, account.id, token)
    await clearAttempts(scope, accountKey)
    await recordAudit(scope, { action: 'session.login', actorId: account.id })
  })
  return { token, userId: account.id }
}

function whatKeepsOut(account: Account): Failure | undefined {
  if (account.is_suspended) return new Failure('account-suspended')
  if (account.email_verified_at === null) return new Failure('email-unverified', { email: account.email })
  if (account.must_change_password || account.is_password_expired) return new Failure('password-update-required')
  return undefined
}

/** Ends the session of this cookie, if there is one. */
export async function logOut(scope: Scope, token: string | undefined): Promise<void> {
  if (token === undefined || scope.actor === null) return
  await deleteSession(scope, hashToken(token))
  await recordAudit(scope, { action: 'session.logout' })
}
