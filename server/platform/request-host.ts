import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses requests that name more than one host with 400: those with two `Host` headers, of which a proxy may have read
 * the other, and those whose target contains a host. The host decides the tenant, so everybody on the way must read the
 * same one.
 */
export function refuseAmbiguousHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length > 1 || raw.url?.startsWith('/') !== true) throw new Failure('bad-request')
  })
}
