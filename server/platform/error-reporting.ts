import type { FastifyRequest } from 'fastify'
import { environmentOf } from './environment.ts'
import type { ReportError } from './error-handler.ts'

/** The share of requests that are traced (spec §9). */
const tracesSampleRate = 0.1

/**
 * Reports errors to Sentry when a DSN is set, loaded only then; never from test hosts. Of a person it names
 * id and email of the user who met the error (spec §7), and nothing else.
 */
export async function openErrorReporting(dsn: string | undefined): Promise<ReportError> {
  if (dsn === undefined) return () => undefined
  const sentry = await import('@sentry/node')
  sentry.init({ dsn, tracesSampleRate, sendDefaultPii: false })
  return (error: unknown, request: FastifyRequest) => {
    const environment = environmentOf(request.hostname)
    if (environment === 'local' || environment === 'local-fe') return
    sentry.withScope((scope) => {
      scope.setTag('environment', environment)
      scope.setTag('request_id', request.id)
      if (request.reportedUser !== null) scope.setUser(request.reportedUser)
      sentry.captureException(error)
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who to name in an error report. */
    reportedUser: { id: string; email: string } | null
  }
}
