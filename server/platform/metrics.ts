import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { addAdmission } from './admission-metrics.ts'
import type { Admission } from './admission.ts'
import type { Config } from './config.ts'
import { counters, type PoolName } from './counters.ts'
import { addDatabaseFigures } from './database-figures.ts'
import { sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'

/** What metrics are about, besides the requests of the app. */
interface Measured {
  version: string
  pools: Readonly<Record<PoolName, Pool>>
  admission: Admission
}

/**
 * Serves `/metrics` for Prometheus to clients that send `METRICS_TOKEN` as a bearer token. Without that setting it is
 * open outside production, and does not exist in production. No label names a tenant or a person. docs/running.md lists
 * the metrics.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { metricsToken, environment }: Pick<Config, 'metricsToken' | 'environment'>,
  { version, pools, admission }: Measured,
): void {
  if (metricsToken === undefined && environment === 'production') return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addAdmission(registry, admission)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'lateral_build_info',
    help: 'The version that runs; always 1',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  addPoolGauges(registry, pools)
  // Jobs need a connection for moments only, so that requests which hold all of theirs do not make the database look away.
  addDatabaseFigures(registry, pools.jobs)
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
    return reply.type(registry.contentType).send(await Registry.merge([registry, counters]).metrics())
  })
}

function addPoolGauges(registry: Registry, pools: Measured['pools']): void {
  const each = Object.entries(pools)
  const add = (name: string, help: string, read: (pool: Pool) => number) => {
    const gauge = new Gauge({
      name: `lateral_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, parts] of each) gauge.set({ pool }, read(parts))
      },
    })
  }
  add('max_connections', 'Connections that a pool may hold', ({ options }) => options.max)
  add('connections', 'Connections that a pool holds', ({ totalCount }) => totalCount)
  add('connections_in_use', 'Connections that are lent', ({ totalCount, idleCount }) => totalCount - idleCount)
  add('waiting', 'Pieces of work that wait for a connection', ({ waitingCount }) => waitingCount)
}

/** Compares two texts in a time that does not depend on where they differ. */
function isSame(a: string, b: string): boolean {
  const [hashOfA, hashOfB] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return hashOfA !== undefined && hashOfB !== undefined && timingSafeEqual(hashOfA, hashOfB)
}
