import fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Config } from './platform/config.ts'

/** Builds the server without listening. The pool stays the caller's to end, after `close`. */
export async function buildApp(options: { config: Config; pool: pg.Pool }): Promise<FastifyInstance> {
  const { config, pool } = options
  const app: FastifyInstance = fastify({ logger: { level: config.logLevel }, trustProxy: config.trustProxy })
  app.get('/health/ready', async () => {
    await pool.query('SELECT 1')
    return { status: 'ready' }
  })
  return app
}
