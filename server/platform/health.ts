import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'

/** A database that does not say in this time, in milliseconds, that it takes writes is as good as none. */
const readyLimitMs = 1500

/** `/health/live` (the process runs) and `/health/ready` (it reaches a database that takes writes; answered within 2 s). */
export function healthRoutes(app: FastifyInstance, pool: Pool): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (request, reply) => {
    if (await takesWrites(pool)) return { status: 'ready' }
    await sendFailure(request, reply, new Failure('unavailable'))
    return reply
  })
}

/** False for a replica, for a database that is away, and for one that keeps us waiting. */
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

async function askWhetherWritable(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const query = {
      text: `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      query_timeout: readyLimitMs, // not in the types of node-postgres
    }
    const { rows } = await client.query<{ isReadOnly: boolean }>(query)
    const isWritable = rows[0]?.isReadOnly === false
    client.release(!isWritable)
    return isWritable
  } catch (error) {
    client.release(true)
    throw error
  }
}
