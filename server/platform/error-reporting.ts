import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BaseTransportOptions, Envelope, Event, Transport } from '@sentry/core'
import { errorEvent, traceEvent, type Circumstances } from '../../contract/error-reports/events.ts'
import { isTestHost } from '../../contract/error-reports/test-hosts.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { describe } from './described-error.ts'
import { environmentOf } from './environment.ts'
import type { ReportError } from './error-handler.ts'

/** The share of requests that are traced (spec §9). */
const tracesSampleRate = 0.1

const millisecondsToAnswer = 10_000
const millisecondsToDrain = 2000

interface Settings {
  dsn: string | undefined
  release: string
  /** Returns a number from 0 to 1 for each request; requests below the sample rate are traced. */
  chance?: () => number
}

/**
 * Reports errors, and traces a share of the requests, to Sentry when a DSN is set; never from test hosts. Of a request
 * it sends the method, the route's pattern, the id, the times and the user (spec §7): see
 * `contract/error-reports/events.ts`. Only the library's envelopes and transport are used, and none of its data
 * collection.
 */
export async function openErrorReporting(
  app: FastifyInstance,
  { dsn, release, chance = Math.random }: Settings,
): Promise<ReportError> {
  if (dsn === undefined) return () => undefined
  const send = await openTransport(dsn, app)

  app.addHook('onResponse', async (request, reply) => {
    if (isUnreported(request) || chance() >= tracesSampleRate) return
    const endedAt = presentTime().getTime()
    const trace = {
      spanId: randomBytes(8).toString('hex'),
      operation: 'http.server',
      status: reply.statusCode >= 500 ? 'internal_error' : 'ok',
      startedAt: endedAt - reply.elapsedTime,
      endedAt,
    } as const
    send(traceEvent(trace, circumstancesOf(request, release)))
  })

  return (error, request) => {
    if (isUnreported(request)) return
    send(
      errorEvent(describe(error), request.reportedUser, {
        ...circumstancesOf(request, release),
        at: presentTime().getTime(),
      }),
    )
  }
}

function isUnreported({ hostname }: FastifyRequest): boolean {
  return isTestHost(hostname) || environmentOf(hostname).startsWith('local')
}

function circumstancesOf({ id, method, routeOptions, hostname }: FastifyRequest, release: string): Circumstances {
  return {
    id: randomBytes(16).toString('hex'),
    platform: 'node',
    route: `${method} ${routeOptions.url ?? 'of no route'}`,
    release,
    environment: environmentOf(hostname),
    requestId: id,
  }
}

/**
 * Loads the library and returns a function that sends an event. Events are sent in order, at most 64 at once, and fewer
 * when the service asks for that.
 */
async function openTransport(dsn: string, app: FastifyInstance): Promise<(event: Event) => void> {
  const sentry = await import('@sentry/core/server')
  const components = sentry.dsnFromString(dsn)
  if (components === undefined) throw new Error('SENTRY_DSN: expected https://key@host/number')
  const address = sentry.getEnvelopeEndpointWithUrlEncodedAuth(components)
  const options: BaseTransportOptions = { url: address, recordDroppedEvent: () => undefined }
  const transport: Transport = sentry.createTransport(options, async ({ body }) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(millisecondsToAnswer),
    })
    await response.body?.cancel()
    return {
      statusCode: response.status,
      headers: {
        'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
        'retry-after': response.headers.get('retry-after'),
      },
    }
  })
  app.addHook('onClose', async () => void (await transport.flush(millisecondsToDrain)))
  return (event) => {
    const envelope: Envelope = sentry.createEventEnvelope(event, components)
    // An unavailable service is not our error, and its errors would contain its address.
    transport.send(envelope).then(undefined, () => undefined)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user to name in an error report. */
    reportedUser: { id: string; email: string } | null
  }
}
