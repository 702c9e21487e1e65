import fastify from 'fastify'
import { expect, it } from 'vitest'
import { metricsRoutes } from './metrics.ts'

const token = 'a-token-of-24-characters'

function appWith(settings: Parameters<typeof metricsRoutes>[1], countAuditAlarms = async () => 0) {
  const app = fastify()
  app.decorateRequest('locale', null)
  metricsRoutes(app, settings, countAuditAlarms)
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

it.each([
  ['the number of broken chains', async () => 2, '2'],
  ['no number of broken chains while the database is away', () => Promise.reject(new Error('away')), 'Nan'],
  ['no number of broken chains while the database does not answer', () => new Promise<number>(() => undefined), 'Nan'],
])('contain %s', async (_, countAuditAlarms, said) => {
  const ask = appWith({ metricsToken: undefined, environment: 'development' }, countAuditAlarms)
  expect((await ask()).body).toContain(`\nlateral_audit_chains_broken ${said}\n`)
})
