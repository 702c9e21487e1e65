import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken, xsrfTokenOf } from './tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether browsers reach the product by https, as `PUBLIC_URL` says, whatever a proxy tells of single requests. */
    isSecure: boolean
  }
}

const sessionCookie = 'lateral_session'
const browserCookie = 'lateral_browser'
/** Axios and Sanctum's clients look for this name, so it is the same everywhere. It follows from the session's cookie. */
const xsrfCookie = 'XSRF-TOKEN'

/**
 * The name of a cookie that nobody but this host may set. Behind https its prefix makes browsers see to that: a host beside
 * it, or somebody on the line, cannot plant one.
 */
function ownName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

/** The name of the cookie that holds the session's token. */
export function sessionCookieName(isSecure: boolean): string {
  return ownName(sessionCookie, isSecure)
}

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
  const token = request.cookies[ownName(name, request.server.isSecure)]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

/** Gives the browser this session token and the XSRF token that belongs to it. */
export function setSessionCookies(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const shared = sharedBy(request)
  reply.setCookie(sessionCookieName(request.server.isSecure), token, { ...shared, httpOnly: true })
  reply.setCookie(xsrfCookie, xsrfTokenOf(token), shared)
}

/** Gives the browser this token to be recognised by. */
export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(ownName(browserCookie, request.server.isSecure), token, {
    ...sharedBy(request),
    httpOnly: true,
    maxAge: browserSeconds,
  })
}

/** Has the browser recognised from now on, by what it was recognised by before if it was; answers the token of that. */
export function recogniseBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const token = browserTokenOf(request) ?? newToken()
  setBrowserCookie(request, reply, token)
  return token
}

function sharedBy(request: FastifyRequest) {
  return { path: '/', sameSite: 'lax', secure: request.server.isSecure || request.protocol === 'https' } as const
}

/** Keeps the browser's session token, or starts an anonymous session. A visitor's session is a cookie only: no row. */
export function startAnonymousSession(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookies(request, reply, sessionTokenOf(request) ?? newToken())
}
