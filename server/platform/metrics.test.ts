import fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { Admission } from './admission.ts'
import { createPool } from './database.ts'
import { metricsRoutes } from './metrics.ts'

const token = 'a-token-of-24-characters'

const pool = createPool({ url: 'postgres://nobody@127.0.0.1:1/none', size: 3, onError: () => undefined })
afterAll(() => pool.end())

function appWith(settings: Parameters<typeof metricsRoutes>[1]) {
  const app = fastify()
  app.decorateRequest('locale', null)
  const pools = { requests: pool, exports: pool, jobs: pool }
  metricsRoutes(app, settings, { version: '1.2.3', pools, admission: new Admission(3) })
  return (authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
}

it('are open outside production and count by route', async () => {
  const ask = appWith({ metricsToken: undefined, environment: 'development' })
  expect((await ask()).statusCode).toBe(200)
  expect((await ask()).body).toContain('route="/metrics",status="200"')
})

it('do not exist in production without a token', async () => {
  const ask = appWith({ metricsToken: undefined, environment: 'production' })
  expect((await ask()).statusCode).toBe(404)
})

it.each(['production', 'development'] as const)('are only for holders of the token in %s', async (environment) => {
  const ask = appWith({ metricsToken: token, environment })
  for (const wrong of [undefined, '', token, `Bearer ${token}x`, 'Bearer ', `Basic ${token}`]) {
    const refused = await ask(wrong)
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(refused.body).not.toContain('http_request_duration')
  }
  expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
})

it('tell the version, and that the database is away, whose figures are unknown then', async () => {
  const { body } = await appWith({ metricsToken: undefined, environment: 'development' })()
  expect(body).toContain('\nlateral_build_info{version="1.2.3"} 1\n')
  expect(body).toContain('\nlateral_database_up 0\n')
  expect(body).toContain('\nlateral_audit_chains_broken Nan\n')
  expect(body).not.toContain('lateral_outbox_messages{')
  expect(body).toContain('\nlateral_database_pool_max_connections{pool="exports"} 3\n')
})
