import { login, logout, startSession, type Credentials } from '../../contract/session/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { call, request } from '../api/client.ts'
import { reportAs } from '../api/error-reporting.ts'
import { speakerHeader } from '../../contract/speaker.ts'
import { leaveFor } from '../editing/use-submit.ts'
import { unauthorizedAddress } from '../paths.ts'
import { t } from '../ui/phrases.ts'

/**
 * Starts a session, logs in and makes sure that the user may use the web app; who may not is logged out again (spec §4).
 * Throws what refuses it, as `call` does. A session that the server refuses to begin leads to the error page instead:
 * nothing in the form can mend that (spec §8).
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
