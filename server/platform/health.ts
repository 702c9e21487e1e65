import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { sendFailure, wasDiskFullWithin } from './error-handler.ts'
import { Failure } from './failure.ts'

/** A database that does not say in this time, in milliseconds, that it takes writes is as good as none. */
const readyLimitMs = 1500

/** For how many milliseconds a full disk that a request met is believed in: it may be another than the one that is tried here. */
const fullLimitMs = 10_000

/** `/health/live` (the process runs) and `/health/ready` (it reaches a database that takes writes; answered within 2 s). */
export function healthRoutes(app: FastifyInstance, pool: Pool): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  // However many ask at once, it is tried once.
  let trying: Promise<boolean> | undefined
  app.get('/health/ready', async (request, reply) => {
    trying ??= takesWrites(pool).finally(() => (trying = undefined))
    if ((await trying) && !wasDiskFullWithin(app, fullLimitMs)) return { status: 'ready' }
    await sendFailure(request, reply, new Failure('unavailable'))
    return reply
  })
}

/** False for a replica, for a database that is away or whose disk is full, and for one that keeps us waiting. */
async function takesWrites(pool: Pool): Promise<boolean> {
  const answer = askWhetherWritable(pool).catch(() => false)
  // The limit of the query does not count the wait for a connection.
  const limit = new AbortController()
  try {
    return await Promise.race([answer, sleep(readyLimitMs, false, { signal: limit.signal })])
  } finally {
    limit.abort()
  }
}

/**
 * Sorts more than fits into the least memory, so that PostgreSQL writes 300 kB to its disk and takes them back: nothing else tells that it is
 * full, as rows find room for a while in pages that are there.
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
    // One result for each of its statements, which the types do not know.
    const results = (await client.query(query)) as unknown as { rows: { isReadOnly: boolean }[] }[]
    const isWritable = results[2]?.rows[0]?.isReadOnly === false
    client.release(!isWritable)
    return isWritable
  } catch (error) {
    client.release(true)
    throw error
  }
}
