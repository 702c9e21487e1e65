import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * How long a request may take to arrive, in milliseconds: its head, and all of it. 10 MB take 210 s at the 400 kbit/s of a
 * bad mobile network. Replies may take longer. Node looks every five seconds.
 */
export const arrivalLimits = {
  requestTimeout: 300_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
}

/** A body must bring this many bytes, or its end, from one look to the next: 2 kB a second. */
const leastBytes = 30_000
const lookEvery = 15_000

/**
 * Ends requests whose body hardly moves, with a session or without, after 15 to 30 s. A deadline alone would have to be so
 * long that a photo gets through a bad network, and would keep a body of one byte now and then open for as long.
 */
export function endSlowBodies(app: FastifyInstance): void {
  /** What is still arriving, with the bytes that its connection had brought at the last look. */
  const arriving = new Map<IncomingMessage, { response: ServerResponse; bytes: number | undefined }>()

  app.addHook('onRequest', async ({ raw }, { raw: response }) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    arriving.set(raw, { response, bytes: undefined })
    raw.once('close', () => arriving.delete(raw))
  })

  const timer = setInterval(() => {
    for (const [request, { response, bytes }] of arriving) {
      const now = request.socket.bytesRead
      if (request.complete) arriving.delete(request)
      else if (bytes === undefined || now - bytes >= leastBytes) arriving.set(request, { response, bytes: now })
      else end(request, response)
    }
  }, lookEvery).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** As Node ends a request that is over its own limits. */
function end({ socket }: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroy()
}
