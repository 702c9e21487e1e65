import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Sets on every reply the headers that tell browsers what to refuse. What they say is worked out once: Fastify's plugin for it does
 * so at each request.
 */
export function setSecurityHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const set = helmet(options)
  app.addHook('onRequest', (request, reply, done) =>
    set(request.raw, reply.raw, (failure) => done(failure as Error | undefined)),
  )
}
