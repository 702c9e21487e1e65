import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses with 400 what names more than one host: two `Host` headers, of which a proxy may have read the other one, and a
 * request target with a host of its own. A host decides the tenant, so it must mean the same to everybody on the way.
 */
export function refuseAmbiguousHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length > 1 || raw.url?.startsWith('/') !== true) throw new Failure('bad-request')
  })
}
