import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'

/**
 * Makes `close` drain the server: requests that run are answered while the port stays open, and whatever else is asked
 * meanwhile is refused as `unavailable`, `/health/ready` too, so that a load balancer goes elsewhere. Only then is the
 * port closed. `/health/live` goes on answering.
 */
export function drainOnClose(app: FastifyInstance): void {
  const running = new Set<ServerResponse>()
  let isDraining = false
  let whenIdle: (() => void) | undefined
  app.addHook('onRequest', async (request, reply) => {
    if (isDraining && request.routeOptions.url !== '/health/live') {
      reply.header('connection', 'close')
      await sendFailure(request, reply, new Failure('unavailable', { retryAfterSeconds: 5 }))
      return reply
    }
    const response = reply.raw
    running.add(response)
    const forget = (): void => {
      if (running.delete(response) && running.size === 0) whenIdle?.()
    }
    // A reply that is sent finishes; one whose reader went away only closes.
    response.once('finish', forget).once('close', forget)
    return undefined
  })
  app.addHook('preClose', async () => {
    isDraining = true
    if (running.size > 0) await new Promise<void>((resolve) => (whenIdle = resolve))
  })
}
