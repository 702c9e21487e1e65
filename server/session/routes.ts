import type { FastifyInstance } from 'fastify'
import { endMyOtherSessions, listMySessions, updateMyPassword } from '../../contract/own-account/endpoints.ts'
import { login, logout, startSession } from '../../contract/session/endpoints.ts'
import { redeemInvite, verifyInvite } from '../../contract/invites/endpoints.ts'
import { requestPasswordReset, setPassword } from '../../contract/session/passwords.ts'
import {
  requestVerification as requestVerificationEndpoint,
  selfRegister,
  verifyEmail as verifyEmailEndpoint,
  verifyRegistration as verifyRegistrationEndpoint,
} from '../../contract/session/registration.ts'
import { serve, serveInSteps } from '../access/serve.ts'
import { sessionTokenOf, setSessionCookies, startAnonymousSession } from '../access/session-cookie.ts'
import { newToken } from '../access/tokens.ts'
import { getUser } from '../own-account/service.ts'
import { openInvite, redeem } from './invitee-service.ts'
import {
  changePassword,
  requestPasswordReset as requestReset,
  setPassword as savePassword,
} from './password-service.ts'
import { register } from './registration-service.ts'
import { endOtherSessions, getOwnSessions, logIn, logOut } from './service.ts'
import { requestVerification, verifyEmail, verifyRegistration } from './verification-service.ts'

export function sessionRoutes(app: FastifyInstance): void {
  serve(app, startSession, async (_scope, { request, reply }) => {
    startAnonymousSession(request, reply)
    return {}
  })

  serveInSteps(app, login, async (enter, { body, request, reply }) => {
    const { token, userId } = await logIn(enter, body, request.ip, sessionTokenOf(request))
    const user = await enter((scope) => getUser(scope, userId))
    setSessionCookies(request, reply, token)
    return { body: { data: user } }
  })

  serve(app, logout, async (scope, { request, reply }) => {
    await logOut(scope, sessionTokenOf(request))
    setSessionCookies(request, reply, newToken())
    return {}
  })

  serve(app, requestPasswordReset, async (scope, { body, request }) => {
    await requestReset(scope, body.email, request.ip)
    return {}
  })

  serveInSteps(app, setPassword, async (enter, { body, request }) => {
    await savePassword(enter, body, request.ip)
    return {}
  })

  serveInSteps(app, selfRegister, async (enter, { body, request }) => {
    await register(enter, body, request.ip)
    return { body: { data: { email: body.email } } }
  })

  serve(app, verifyRegistrationEndpoint, async (scope, { query }) => ({
    body: { data: { email: await verifyRegistration(scope, query.id) } },
  }))

  serve(app, verifyEmailEndpoint, async (scope, { query }) => ({
    body: { data: { email: await verifyEmail(scope, query.id) } },
  }))

  serveInSteps(app, requestVerificationEndpoint, async (enter, { body, request }) => {
    await requestVerification(enter, body.email, request.ip)
    return {}
  })

  serveInSteps(app, verifyInvite, async (enter, { query, request }) => ({
    body: { data: await openInvite(enter, query.code, request.ip) },
  }))

  serveInSteps(app, redeemInvite, async (enter, { body, request }) => ({
    body: { data: await redeem(enter, body, request.ip) },
  }))

  serveInSteps(app, updateMyPassword, async (enter, { body }) => {
    await changePassword(enter, body)
    return {}
  })

  serve(app, listMySessions, async (scope) => ({ body: { data: await getOwnSessions(scope) } }))

  serve(app, endMyOtherSessions, async (scope) => {
    await endOtherSessions(scope)
    return {}
  })
}
