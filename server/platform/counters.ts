import { Counter, Histogram, Registry } from 'prom-client'
import type { ErrorCode } from '../../contract/errors/errors.ts'
import { refusalReasons, type RefusalReason } from './refusals.ts'

/** What is counted in this process where it happens. `/metrics` shows it. */
export const counters = new Registry()

const requestsRefused = new Counter({
  name: 'lateral_requests_refused_total',
  help: 'Requests answered with 503, by reason; not those for /health/ready',
  labelNames: ['reason'],
  registers: [counters],
})

// Prometheus sees the first increase only of a counter that it knew before.
for (const reason of refusalReasons) requestsRefused.inc({ reason }, 0)

/**
 * Counts a request that was answered with 503. `sendFailure` does so for every `Failure`; whoever refuses a request in
 * another way calls this.
 */
export function countRefusal(reason: RefusalReason): void {
  requestsRefused.inc({ reason })
}

const loginsFailed = new Counter({
  name: 'lateral_logins_failed_total',
  help: 'Logins that were refused, by error code',
  labelNames: ['code'],
  registers: [counters],
})

for (const code of ['wrong-credentials', 'too-many-attempts'] as const) loginsFailed.inc({ code }, 0)

export function countFailedLogin(code: ErrorCode): void {
  loginsFailed.inc({ code })
}

/** The pools of connections to the database, as `/metrics` names them. */
export type PoolName = 'requests' | 'exports' | 'jobs'

const poolWaits = new Histogram({
  name: 'lateral_database_pool_wait_seconds',
  help: 'Time that work waited for a connection to the database, also if none came',
  labelNames: ['pool'],
  buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [counters],
})

/** Keeps how long somebody waited for a connection of a pool, in seconds. */
export function observePoolWait(pool: PoolName, seconds: number): void {
  poolWaits.observe({ pool }, seconds)
}
