import type { FastifyInstance } from 'fastify'
import { Socket } from 'node:net'
import type { ServerResponse } from 'node:http'
import { sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining
  }
}

/** How the server comes to its end, for work that outlives its reply. */
interface Draining {
  /** Aborted when whoever reads or sends slowly is waited for no longer. */
  isOver: AbortSignal
  /** Has the server wait for this work, also when the reader of its reply has gone. */
  during<T>(work: Promise<T>): Promise<T>
}

/** For how many milliseconds a server that stops waits for those who read their reply, or send their request. */
const othersLimitMs = 4_000

/**
 * Makes `close` drain the server: requests that run are answered while the port stays open, and whatever else is asked
 * meanwhile is refused as `unavailable`, `/health/ready` too, so that a load balancer goes elsewhere. Only then is the
 * port closed. `/health/live` goes on answering. Whoever does not read what was begun, or does not send the rest of what they ask, is
 * cut off after four seconds.
 */
export function drainOnClose(app: FastifyInstance): void {
  const running = new Set<ServerResponse | Promise<unknown>>()
  const over = new AbortController()
  let isDraining = false
  let whenIdle: (() => void) | undefined
  const forget = (one: ServerResponse | Promise<unknown>): void => {
    if (running.delete(one) && running.size === 0) whenIdle?.()
  }
  app.decorate('draining', {
    isOver: over.signal,
    async during(work) {
      running.add(work)
      try {
        return await work
      } finally {
        forget(work)
      }
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isDraining && request.routeOptions.url !== '/health/live') {
      reply.header('connection', 'close')
      await sendFailure(request, reply, new Failure('unavailable', { retryAfterSeconds: 5 }))
      return reply
    }
    const response = reply.raw
    running.add(response)
    // A reply that is sent finishes; one whose reader went away only closes.
    response.once('finish', () => forget(response)).once('close', () => forget(response))
    return undefined
  })
  app.addHook('preClose', async () => {
    isDraining = true
    if (running.size === 0) return
    const limit = setTimeout(() => {
      over.abort()
      for (const one of running) if (!(one instanceof Promise) && waitsForOthers(one)) cutOff(one)
    }, othersLimitMs)
    await new Promise<void>((resolve) => (whenIdle = resolve))
    clearTimeout(limit)
  })
}

function waitsForOthers({ req, headersSent }: ServerResponse): boolean {
  return headersSent || !req.complete
}

/** A reset: an ended connection would be the end of the reply to a reader of HTTP/1.0. */
function cutOff(response: ServerResponse): void {
  if (response.socket instanceof Socket) response.socket.resetAndDestroy()
  response.destroy()
}
