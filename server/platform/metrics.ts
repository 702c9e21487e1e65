import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { registerAdmission } from './admission-metrics.ts'
import type { Admission } from './admission.ts'
import type { Config } from './config.ts'
import { sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'

/** Milliseconds to wait for the database before a figure is left out. */
const databaseLimitMs = 1500

/**
 * Serves `/metrics` for Prometheus to clients that send `METRICS_TOKEN` as a bearer token. Without that setting it is
 * open outside production, and does not exist in production.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { metricsToken, environment }: Pick<Config, 'metricsToken' | 'environment'>,
  countAuditAlarms: () => Promise<number>,
  admission?: Admission,
): void {
  if (metricsToken === undefined && environment === 'production') return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (admission !== undefined) registerAdmission(registry, admission)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const alarms = new Gauge({
    name: 'lateral_audit_chains_broken',
    help: 'Tenants whose audit chain was found broken, until somebody clears the alarm',
    registers: [registry],
    async collect() {
      // While the database is away, the other figures are still reported. The number is then unknown, which is not 0.
      const count = countAuditAlarms().catch(() => Number.NaN)
      alarms.set(await Promise.race([count, sleep(databaseLimitMs, Number.NaN, { ref: false })]))
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern is used instead of the URL, which may name a person.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== undefined && !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      reply.header('www-authenticate', 'Bearer')
      await sendFailure(request, reply, new Failure('unauthenticated'))
      return reply
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Compares two texts in a time that does not depend on where they differ. */
function isSame(a: string, b: string): boolean {
  const [hashOfA, hashOfB] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return hashOfA !== undefined && hashOfB !== undefined && timingSafeEqual(hashOfA, hashOfB)
}
