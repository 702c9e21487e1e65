import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken, xsrfTokenOf } from './tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True if `PUBLIC_URL` uses https, whatever a proxy says about single requests. */
    isSecure: boolean
  }
}

const sessionCookie = 'lateral_session'
const browserCookie = 'lateral_browser'
/** The name that Axios and Sanctum's clients expect. Its value is derived from the session cookie. */
const xsrfCookie = 'XSRF-TOKEN'

/**
 * Returns the name of a cookie that only this host may set. Behind https, browsers enforce that by its prefix: neither
 * a neighbouring host nor somebody on the line can plant one.
 */
function ownName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

/** The name of the cookie that holds the session's token. */
export function sessionCookieName(isSecure: boolean): string {
  return ownName(sessionCookie, isSecure)
}

/** Seconds that a browser is recognised after it was last used to log in, register or ask for a new email. */
const browserSeconds = 365 * 24 * 60 * 60

/** Returns the session token that the browser sent, if it is well formed. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return tokenIn(request, sessionCookie)
}

/** Tells whether the request carries a session's cookie, well formed or not. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.cookies[sessionCookieName(request.server.isSecure)] !== undefined
}

/**
 * Returns the token by which the browser is recognised, if it sent one. It outlives sessions and does not identify a
 * user.
 */
export function browserTokenOf(request: FastifyRequest): string | undefined {
  return tokenIn(request, browserCookie)
}

function tokenIn(request: FastifyRequest, name: string): string | undefined {
  const token = request.cookies[ownName(name, request.server.isSecure)]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

/** Sets the session cookie and the matching XSRF cookie. */
export function setSessionCookies(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const shared = sharedBy(request)
  reply.setCookie(sessionCookieName(request.server.isSecure), token, { ...shared, httpOnly: true })
  reply.setCookie(xsrfCookie, xsrfTokenOf(token), shared)
}

/** Sets the cookie by which the browser is recognised. */
export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(ownName(browserCookie, request.server.isSecure), token, {
    ...sharedBy(request),
    httpOnly: true,
    maxAge: browserSeconds,
  })
}

/** Starts or goes on recognising the browser, and returns its token. */
export function recogniseBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const token = browserTokenOf(request) ?? newToken()
  setBrowserCookie(request, reply, token)
  return token
}

function sharedBy(request: FastifyRequest) {
  return { path: '/', sameSite: 'lax', secure: request.server.isSecure || request.protocol === 'https' } as const
}

/**
 * Keeps the browser's session token, or starts an anonymous session. A visitor's session is only a cookie, without a
 * row.
 */
export function startAnonymousSession(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookies(request, reply, sessionTokenOf(request) ?? newToken())
}
