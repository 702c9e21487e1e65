import type { FastifyInstance } from 'fastify'
import { Socket } from 'node:net'
import type { ServerResponse } from 'node:http'
import { readyPath, sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining
  }
}

/** The server's shutdown, for work that outlives its reply. */
interface Draining {
  /** True if something, such as a load balancer, asked for `/health/ready` within the last minute. */
  readonly isWatched: boolean
  /**
   * Answers `/health/ready` with 503 from now on, while everything else is served. Resolves after these milliseconds,
   * in which load balancers turn away.
   */
  turnAway(milliseconds: number): Promise<void>
  /** Aborted when new requests are refused, and what has not begun should go elsewhere. */
  hasBegun: AbortSignal
  /** Aborted when slow readers and senders are no longer waited for. */
  isOver: AbortSignal
  /** Makes the shutdown wait for this work, even if the reader of its reply has left. */
  during<T>(work: Promise<T>): Promise<T>
}

/** Milliseconds that a stopping server waits for clients to read their reply or send their request. */
const othersLimitMs = 4_000

/** Milliseconds for which whoever asked whether the server is ready counts as watching. */
const watchedMs = 60_000

/**
 * Lets load balancers turn away with `turnAway`, and makes `close` drain the server. Running requests are answered while the port stays open. New ones are refused as
 * `unavailable`, including `/health/ready`, so that a load balancer goes elsewhere; `/health/live` still answers. Then
 * the port is closed. Clients that do not finish reading or sending are cut off after four seconds.
 */
export function drainOnClose(app: FastifyInstance): void {
  const running = new Set<ServerResponse | Promise<unknown>>()
  const [begun, over] = [new AbortController(), new AbortController()]
  let state: 'serving' | 'turning away' | 'draining' = 'serving'
  let askedAt = Number.NEGATIVE_INFINITY
  let whenIdle: (() => void) | undefined
  const forget = (one: ServerResponse | Promise<unknown>): void => {
    if (running.delete(one) && running.size === 0) whenIdle?.()
  }
  app.decorate('draining', {
    get isWatched() {
      return performance.now() - askedAt < watchedMs
    },
    async turnAway(milliseconds) {
      state = 'turning away'
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
    },
    hasBegun: begun.signal,
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
    const { url } = request.routeOptions
    if (url === readyPath) askedAt = performance.now()
    // Kept connections come to an end, so that none is cut in the moment of its next request.
    if (state !== 'serving') reply.header('connection', 'close')
    if (state === 'draining' ? url !== '/health/live' : state === 'turning away' && url === readyPath) {
      await sendFailure(request, reply, new Failure('unavailable', { reason: 'draining' }))
      return reply
    }
    const response = reply.raw
    running.add(response)
    // A sent reply emits 'finish'; one whose reader left only emits 'close'.
    response.once('finish', () => forget(response)).once('close', () => forget(response))
    return undefined
  })
  app.addHook('preClose', async () => {
    state = 'draining'
    begun.abort()
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

/** HTTP/1.0 readers take a closed connection for the end of the reply, so it is reset. */
function cutOff(response: ServerResponse): void {
  if (response.socket instanceof Socket) response.socket.resetAndDestroy()
  response.destroy()
}
