import { login, logout, startSession, type Credentials } from '../../contract/session/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { call, request } from '../api/client.ts'
import { reportAs } from '../api/error-reporting.ts'
import { speakerHeader } from '../../contract/speaker.ts'
import { leaveFor } from '../editing/use-submit.ts'
import { loginAddress, safeRedirect, unauthorizedAddress } from '../paths.ts'
import { t } from '../ui/phrases.ts'
import { keepMessage } from '../ui/snackbar-store.ts'
import { handOverEmail } from '../session/kept-in-tab.ts'

/**
 * Starts a session, logs in and checks that the user may use the web app; a user who may not is logged out again (spec
 * §4). Throws the refusal, as `call` does. If the server refuses to start a session, the error page follows instead,
 * because nothing in the form can fix that (spec §8).
 */
export async function logIn(credentials: Credentials): Promise<void> {
  const started = await request(startSession, { errors: 'caller' }).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return await leaveFor(unauthorizedAddress)
    throw error
  })
  if (started.status !== 204) throw new Error('The session did not start')
  const { data: user } = await call(login, { body: credentials, errors: 'caller' })
  reportAs(user)
  if (user.permissions.includes('login-dashboard')) return
  await call(logout, { errors: 'caller', headers: { [speakerHeader]: user.id } })
  const code = 'no-permission-for-web'
  throw new ApiError(403, { code, message: t(`errors:${code}`) })
}

interface AfterChoosing {
  /** The path that the person wanted, if any. */
  wanted?: string | undefined
  /** The message after the login, and the one on the login page if the login was refused. */
  done: string
  otherwise: string
}

/**
 * Logs in somebody who has just chosen a password by a mailed link, which proves that the mailbox is theirs. It is an
 * ordinary login, so that every obstacle to a login applies here too; then the login page takes over. Never returns.
 */
export async function logInByChoice(credentials: Credentials, after: AfterChoosing): Promise<never> {
  const { wanted, done, otherwise } = after
  try {
    await logIn(credentials)
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'no-permission-for-web'
    keepMessage(isRefused ? error.message : otherwise, isRefused ? 'notice' : undefined)
    handOverEmail(credentials.username)
    return await leaveFor(loginAddress(wanted))
  }
  keepMessage(done)
  // Going back would lead to a used link.
  return await leaveFor(safeRedirect(wanted ?? null), 'replace')
}
