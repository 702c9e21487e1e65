import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  endMyOtherSessions,
  listMySessions,
  updateMyEmail,
  updateMyPassword,
} from '../../contract/own-account/endpoints.ts'
import { login, logout, startSession } from '../../contract/session/endpoints.ts'
import { requestPasswordReset, setPassword } from '../../contract/session/passwords.ts'
import {
  openEmailLink,
  openRegistrationLink,
  requestVerification as requestVerificationEndpoint,
  selfRegister,
  verifyEmail,
  verifyInvitation,
  verifyRegistration,
} from '../../contract/session/registration.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import {
  browserTokenOf,
  recogniseBrowser,
  sessionTokenOf,
  setBrowserCookie,
  setSessionCookies,
  startAnonymousSession,
} from '../access/sessions/session-cookie.ts'
import { newToken } from '../access/sessions/tokens.ts'
import { getUser } from '../accounts/service.ts'
import { changeEmail } from './email-service.ts'
import {
  changePassword,
  openInvitation,
  requestPasswordReset as requestReset,
  setPassword as savePassword,
} from './password-service.ts'
import { register } from './registration-service.ts'
import { endOtherSessions, getOwnSessions, logIn, logOut } from './service.ts'
import { openVerification, requestVerification, verify } from './verification-service.ts'

export function sessionRoutes(app: FastifyInstance): void {
  serve(app, startSession, async (_scope, { request, reply }) => {
    startAnonymousSession(request, reply)
    return {}
  })

  serveInSteps(app, login, async (enter, { body, request, reply }) => {
    const browser = browserTokenOf(request) ?? newToken()
    const { token, userId } = await logIn(enter, body, {
      address: request.ip,
      browser,
      earlierToken: sessionTokenOf(request),
    })
    const user = await enter((scope) => getUser(scope, userId))
    setBrowserCookie(request, reply, browser)
    setSessionCookies(request, reply, token)
    return { body: { data: user } }
  })

  serve(app, logout, async (scope, { request, reply }) => {
    await logOut(scope, sessionTokenOf(request))
    setSessionCookies(request, reply, newToken())
    return {}
  })

  serveInSteps(app, requestPasswordReset, async (enter, { body, request }) => {
    await inEvenTime(() => enter((scope) => requestReset(scope, body.email, request.ip)))
    return {}
  })

  serveInSteps(app, setPassword, async (enter, { body, request, reply }) => {
    const browser = browserTokenOf(request) ?? newToken()
    await savePassword(enter, body, { address: request.ip, browser })
    setBrowserCookie(request, reply, browser)
    return {}
  })

  serveInSteps(app, selfRegister, async (enter, { body, request, reply }) => {
    await register(enter, body, { address: request.ip, browser: recogniseBrowser(request, reply) })
    return { body: { data: { email: body.email } } }
  })

  const links = [
    { kind: 'verify-registration', open: openRegistrationLink, confirm: verifyRegistration },
    { kind: 'verify-email', open: openEmailLink, confirm: verifyEmail },
  ] as const
  for (const { kind, open, confirm } of links) {
    serve(app, open, async (scope, { query, request }) => ({
      body: { data: await openVerification(scope, { kind, id: query.id, browser: browserTokenOf(request) }) },
    }))

    serveInSteps(app, confirm, async (enter, { body: { id, password }, request }) => {
      const opened = { kind, id, browser: browserTokenOf(request) }
      return { body: { data: { email: await verify(enter, opened, { password, address: request.ip }) } } }
    })
  }

  serve(app, verifyInvitation, async (scope, { query }) => ({
    body: { data: await openInvitation(scope, query.id) },
  }))

  serveInSteps(app, requestVerificationEndpoint, async (enter, { body, request }) => {
    await inEvenTime(() => requestVerification(enter, body.email, request.ip))
    return {}
  })

  serveInSteps(app, updateMyPassword, async (enter, { body }) => {
    await changePassword(enter, body)
    return {}
  })

  serveInSteps(app, updateMyEmail, async (enter, { body, request, reply }) => {
    await changeEmail(enter, body, recogniseBrowser(request, reply))
    setSessionCookies(request, reply, newToken())
    return {}
  })

  serve(app, listMySessions, async (scope) => ({ body: { data: await getOwnSessions(scope) } }))

  serve(app, endMyOtherSessions, async (scope) => {
    await endOtherSessions(scope)
    return {}
  })
}

/** Longer than it takes to queue a message. */
const leastMilliseconds = 50

/**
 * Runs work that takes longer for some people than for others, such as queueing a mail for an account, in at least a
 * fixed time, so that the reply's time does not tell them apart. Holds no connection while it waits.
 */
async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const least = sleep(leastMilliseconds)
  try {
    return await work()
  } finally {
    await least
  }
}
