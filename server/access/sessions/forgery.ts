import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/failure.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { isSameSecret, xsrfTokenOf } from './tokens.ts'

/**
 * Refuses an unsafe request that another site could have caused: one with a foreign Origin, or without its session's
 * XSRF token in `X-XSRF-TOKEN`. Laravel Sanctum's clients, and axios by default, send that header.
 */
export function refuseForgery(request: FastifyRequest): void {
  const origin = request.headers.origin
  if (origin !== undefined && hostOf(origin) !== request.host) throw new Failure('foreign-origin')
  const token = sessionTokenOf(request)
  const sent = request.headers['x-xsrf-token']
  if (token === undefined || typeof sent !== 'string' || !isSameSecret(sent, xsrfTokenOf(token))) {
    throw new Failure('csrf-mismatch')
  }
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
