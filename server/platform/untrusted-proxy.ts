import type { FastifyInstance } from 'fastify'

/**
 * Says once, as an error in the log, that a proxy forwards requests which `TRUST_PROXY` does not name, where people reach
 * Lateral by https. Everybody then seems to have the proxy's address: a few wrong passwords of one stranger lock
 * everybody out, and the audit trail names nobody else.
 */
export function sayUntrustedProxy(app: FastifyInstance): void {
  if (!app.isSecure) return
  let isSaid = false
  app.addHook('onRequest', async (request) => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    // Fastify lists the addresses that it believes, beginning with the one that is connected.
    if ((request.ips ?? []).length > 1) return
    isSaid = true
    app.log.error(
      'A proxy that TRUST_PROXY does not name forwards requests, so everybody has its address, and wrong passwords of one person lock out all: set TRUST_PROXY to the address of the proxy',
    )
  })
}
