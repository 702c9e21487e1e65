import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** Sets the security headers on every reply. They are computed once, while Fastify's plugin does so at each request. */
export function setSecurityHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const set = helmet(options)
  app.addHook('onRequest', (request, reply, done) =>
    set(request.raw, reply.raw, (failure) => done(failure as Error | undefined)),
  )
}
