import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken, xsrfTokenOf } from './tokens.ts'

const sessionCookie = 'lateral_session'
const browserCookie = 'lateral_browser'
const xsrfCookie = 'XSRF-TOKEN'

/** Seconds that a browser is recognised after it was last used to log in, to register or to ask for a new email. */
const browserSeconds = 365 * 24 * 60 * 60

/** The session token that the browser sent, when it has the form of one. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return tokenIn(request, sessionCookie)
}

/** What the browser is recognised by, when it sent that: it outlives sessions, and says nothing of who used them. */
export function browserTokenOf(request: FastifyRequest): string | undefined {
  return tokenIn(request, browserCookie)
}

function tokenIn(request: FastifyRequest, name: string): string | undefined {
  const token = request.cookies[name]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

/** Gives the browser this session token and the XSRF token that belongs to it. */
export function setSessionCookies(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const shared = sharedBy(request)
  reply.setCookie(sessionCookie, token, { ...shared, httpOnly: true })
  reply.setCookie(xsrfCookie, xsrfTokenOf(token), shared)
}

/** Gives the browser this token to be recognised by. */
export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(browserCookie, token, { ...sharedBy(request), httpOnly: true, maxAge: browserSeconds })
}

function sharedBy(request: FastifyRequest) {
  return { path: '/', sameSite: 'lax', secure: request.protocol === 'https' } as const
}

/** Keeps the browser's session token, or starts an anonymous session. A visitor's session is a cookie only: no row. */
export function startAnonymousSession(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookies(request, reply, sessionTokenOf(request) ?? newToken())
}
