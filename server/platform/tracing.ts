import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, Tracer } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { ClientBase, Pool } from 'pg'
import type { Config } from './config.ts'
import { describe } from './described-error.ts'
import { summaryOf } from './statement-summary.ts'

/** Milliseconds that a stopping server spends on sending its last spans. */
const sendLimitMs = 2000

/** Milliseconds between two deliveries of spans. */
const sendEveryMs = 1000

/** Milliseconds after which a collector that does not answer is given up. */
const answerLimitMs = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of a request that is traced. */
    span: Span | null
  }
}

/**
 * Sends traces of a share of the requests to an OpenTelemetry collector, if one is set: a span for the request, and one
 * for each statement that it sends to the database. A span has its times and the attributes that are listed here, which
 * come from the program alone. Nothing that was sent or stored is in them: no address, query, header, body, statement
 * or value, and neither the tenant nor the person. What proxies say about traces of their own is not used, because
 * anybody can write it.
 */
export async function openTracing(
  app: FastifyInstance,
  { endpoint, share }: Config['tracing'],
  { version, pools }: { version: string; pools: readonly Pool[] },
): Promise<void> {
  app.decorateRequest('span', null)
  if (endpoint === undefined) return
  const { tracer, startOfStatement } = await openTracer(app, endpoint, share, version)
  const running = new AsyncLocalStorage<Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, id } = request
    const { url: route } = routeOptions
    if (route?.startsWith('/health/') || route === '/metrics') return done()
    const named = { 'http.request.method': method, 'lateral.request_id': id, ...(route && { 'http.route': route }) }
    const span = tracer.startSpan(`${method} ${route ?? ''}`.trim(), {
      kind: kinds.server,
      root: true,
      attributes: named,
    })
    if (!span.isRecording()) return done()
    request.span = span
    running.run(span, done)
  })
  // A body is read by events of the connection, which lose track of the request.
  app.addHook('preValidation', ({ span }, _reply, done) => (span === null ? done() : running.run(span, done)))
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setAttribute('error.type', String(statusCode)).setStatus({ code: failed })
    span?.end()
  })

  for (const pool of pools) {
    pool.on('connect', (client: ClientBase) => {
      const query = client.query.bind(client) as (...sent: unknown[]) => unknown
      const traced = (...sent: unknown[]): unknown => {
        const parent = running.getStore()
        const answer = query(...sent)
        if (parent?.isRecording()) followStatement(startOfStatement(parent, sent[0]), answer)
        return answer
      }
      client.query = traced as typeof client.query
    })
  }
}

/** The kinds of spans and the status of a failed one, as the protocol numbers them (`SpanKind`, `SpanStatusCode`). */
const kinds = { server: 1, client: 2 } as const
const failed = 2

/** Loads the library, which nobody else pays for. */
async function openTracer(app: FastifyInstance, endpoint: string, share: number, version: string) {
  const [{ trace, ROOT_CONTEXT }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ])
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: answerLimitMs })
  const provider = new sdk.TracerProvider({
    // Given here, because the usual resource names the machine and its processes.
    resource: resourceFromAttributes({ 'service.name': 'lateral', 'service.version': version }),
    sampler: new sdk.TraceIdRatioBasedSampler(share),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  })
  app.addHook('onClose', async () => {
    // A collector that is away is not our error, and its errors would contain its address.
    const sent = provider.shutdown().catch(() => undefined)
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, sendLimitMs).unref())])
  })
  const tracer: Tracer = provider.getTracer('lateral')
  const startOfStatement = (parent: Span, sent: unknown): Span => {
    const { operation, summary } = summaryOf(sent)
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
    }
    return tracer.startSpan(summary, { kind: kinds.client, attributes }, trace.setSpan(ROOT_CONTEXT, parent))
  }
  return { tracer, startOfStatement }
}

/** Ends the span of a statement with its answer: a promise, or the stream of a COPY. */
function followStatement(span: Span, answer: unknown): void {
  const fail = (error: unknown) => {
    const { type, code } = describe(error)
    span.setAttribute('error.type', code ?? type).setStatus({ code: failed })
    span.end()
  }
  if (answer instanceof Promise) {
    answer.then(() => span.end(), fail)
  } else if (isStream(answer)) {
    answer.once('error', fail).once('close', () => span.end())
  } else {
    span.end()
  }
}

function isStream(answer: unknown): answer is NodeJS.EventEmitter {
  return typeof answer === 'object' && answer !== null && 'once' in answer
}
