import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { readyPath, sendFailure, wasDiskFullWithin } from './error-handler.ts'
import { Failure } from './failure.ts'

/** Milliseconds within which the database must confirm that it takes writes. */
const readyLimitMs = 1500

/**
 * Milliseconds for which a full disk that a request met counts, because it may be another disk than the one that is
 * checked here.
 */
const fullLimitMs = 10_000

/**
 * Serves `/health/live` (the process runs) and `/health/ready` (it reaches a database that takes writes). The latter
 * answers within 2 s.
 */
export function healthRoutes(app: FastifyInstance, pool: Pool): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  // Simultaneous requests share one check.
  let trying: Promise<boolean> | undefined
  app.get(readyPath, async (request, reply) => {
    trying ??= takesWrites(pool).finally(() => (trying = undefined))
    if ((await trying) && !wasDiskFullWithin(app, fullLimitMs)) return { status: 'ready' }
    await sendFailure(request, reply, new Failure('unavailable', { reason: 'not-ready' }))
    return reply
  })
}

/**
 * Returns false for a replica, for a database that is away or has a full disk, and for one that does not answer in
 * time.
 */
async function takesWrites(pool: Pool): Promise<boolean> {
  const answer = askWhetherWritable(pool).catch(() => false)
  // The query's time limit does not include the wait for a connection.
  const limit = new AbortController()
  try {
    return await Promise.race([answer, sleep(readyLimitMs, false, { signal: limit.signal })])
  } finally {
    limit.abort()
  }
}

/**
 * Sorts more than fits into the least memory, so that PostgreSQL writes 300 kB to its disk and reads them back. Nothing
 * else reveals a full disk, because rows fit into existing pages for a while.
 */
const writing = `begin;
  set local work_mem = '64kB';
  with written as materialized (select repeat('x', 1000) as line from generate_series(1, 300))
  select count(line)::int as lines, pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"
  from written;
  commit`

async function askWhetherWritable(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const query = {
      text: writing,
      query_timeout: readyLimitMs, // not in the types of node-postgres
    }
    // Each of the statements has a result, which the types do not know.
    const results = (await client.query(query)) as unknown as { rows: { isReadOnly: boolean }[] }[]
    const isWritable = results[2]?.rows[0]?.isReadOnly === false
    client.release(!isWritable)
    return isWritable
  } catch (error) {
    client.release(true)
    throw error
  }
}
