import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from './config.ts'

/**
 * Sets the security headers on every reply. They are computed once, while Fastify's plugin does so at each request. What
 * the build wrote to `assets` gets only the one that concerns it: a page loads dozens of such files, and all headers
 * together outweigh a small one.
 */
export function setSecurityHeaders(app: FastifyInstance, { sentryDsn }: Pick<Config, 'sentryDsn'>): void {
  const set = helmet({
    contentSecurityPolicy: { directives: contentSources(sentryDsn) },
    strictTransportSecurity: app.isSecure,
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/assets/')) {
      return set(request.raw, reply.raw, (failure) => done(failure as Error | undefined))
    }
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
}

/**
 * Allows nothing from other origins except error reports where they are switched on. Inline styles are allowed because
 * the brand sets them at run time.
 */
function contentSources(sentryDsn: string | undefined) {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...(sentryDsn === undefined ? [] : [new URL(sentryDsn).origin])],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': null,
  }
}
