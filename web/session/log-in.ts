import { login, logout, startSession, type Credentials } from '../../contract/session/endpoints.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call, request } from '../api/client.ts'
import { reportAs } from '../api/error-reporting.ts'
import { t } from '../ui/phrases.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/**
 * How a login ended: logged in, with what sets the new password that is due, with the email that is not verified yet, with
 * a session that the server refuses to begin, or what to show at the fields and above them.
 */
export type LoginOutcome =
  | { isLoggedIn: true }
  | { isLoggedIn: false; passwordDue: { token: string; email: string } }
  | { isLoggedIn: false; unverified: { email: string } }
  | { isLoggedIn: false; isSessionRefused: true }
  | { isLoggedIn: false; errors?: FieldErrors; message?: string; cause?: unknown }

/**
 * Starts a session, logs in and makes sure that the user may use the web app; who may not is logged out again (spec §4).
 * Never throws: every failure has its words, and `cause` where it should be reported.
 */
export async function logIn(credentials: Credentials): Promise<LoginOutcome> {
  try {
    const started = await request(startSession, { errors: 'caller' }, undefined, {}).catch(refused)
    // Nothing in the form can mend that (spec §8).
    if (started === 'refused') return { isLoggedIn: false, isSessionRefused: true }
    if (started.status !== 204) return { isLoggedIn: false, message: t('session:failed') }
    const { data: user } = await call(login, { body: credentials, errors: 'caller' })
    reportAs(user)
    if (user.permissions.includes('login-dashboard')) return { isLoggedIn: true }
    await call(logout, { errors: 'caller' })
    return { isLoggedIn: false, message: t('errors:no-permission-for-web') }
  } catch (error) {
    return outcomeOf(error)
  }
}

function refused(error: unknown): 'refused' {
  if (error instanceof ApiError && error.status === 401) return 'refused'
  throw error
}

function outcomeOf(error: unknown): LoginOutcome {
  if (!(error instanceof ApiError)) return { isLoggedIn: false, message: t('session:failed'), cause: error }
  if (error.status === 0) return { isLoggedIn: false, message: t('session:offline') }
  // The server's words, shown as the field's validation message (spec §8).
  if (error.status === 401) return { isLoggedIn: false, errors: { password: error.message } }
  if (error.status === 422) return { isLoggedIn: false, errors: fieldErrors(error) }
  const { code, token, email } = error
  if (code === 'password-update-required' && token !== undefined && email !== undefined) {
    return { isLoggedIn: false, passwordDue: { token, email } }
  }
  if (code === 'email-unverified' && email !== undefined) return { isLoggedIn: false, unverified: { email } }
  // Suspended, no permission for the web, too many attempts: their own words.
  if (error.status === 403 || error.status === 429) return { isLoggedIn: false, message: error.message }
  return { isLoggedIn: false, message: t('session:failed'), cause: error }
}
