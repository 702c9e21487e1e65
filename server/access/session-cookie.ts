import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken, xsrfTokenOf } from './tokens.ts'

const sessionCookie = 'lateral_session'
const xsrfCookie = 'XSRF-TOKEN'

/** The session token that the browser sent, when it has the form of one. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[sessionCookie]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

/** Gives the browser this session token and the XSRF token that belongs to it. */
export function setSessionCookies(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const shared = { path: '/', sameSite: 'lax', secure: request.protocol === 'https' } as const
  reply.setCookie(sessionCookie, token, { ...shared, httpOnly: true })
  reply.setCookie(xsrfCookie, xsrfTokenOf(token), shared)
}

/** Keeps the browser's session token, or starts an anonymous session. A visitor's session is a cookie only: no row. */
export function startAnonymousSession(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookies(request, reply, sessionTokenOf(request) ?? newToken())
}
