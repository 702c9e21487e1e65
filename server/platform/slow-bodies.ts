import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Milliseconds within which a request must arrive: its headers, and the whole. 10 MB take 210 s at the 400 kbit/s of a
 * bad mobile network. Replies may take longer. Node checks every five seconds.
 */
export const arrivalLimits = {
  requestTimeout: 300_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
}

/** Bytes that a body must bring between two checks, unless it ends: 2 kB a second. */
const leastBytes = 30_000
const lookEvery = 15_000

/**
 * Ends requests whose body hardly progresses after 15 to 30 s, with or without a session. A deadline alone would have
 * to be long enough for a photo on a bad network, and a body that sends a byte now and then would stay open for as
 * long.
 */
export function endSlowBodies(app: FastifyInstance): void {
  /** Requests that are still arriving, with the bytes that their connection had read at the last check. */
  const arriving = new Map<IncomingMessage, { response: ServerResponse; bytes: number | undefined }>()

  app.addHook('onRequest', async ({ raw }, { raw: response }) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    arriving.set(raw, { response, bytes: undefined })
    raw.once('close', () => arriving.delete(raw))
  })

  const timer = setInterval(() => {
    for (const [request, { response, bytes }] of arriving) {
      const now = request.socket.bytesRead
      // What has come and nobody has read yet waits for the server, and not for the client.
      const isServersTurn = request.readableLength > 0 && !response.headersSent
      if (request.complete) arriving.delete(request)
      else if (bytes === undefined || now - bytes >= leastBytes || isServersTurn) {
        arriving.set(request, { response, bytes: now })
      } else end(request, response)
    }
  }, lookEvery).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Ends a request as Node does when its own limits are exceeded. */
function end({ socket }: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroy()
}
