import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Sockets on which a server listens beside its first one. */
const others = 15

/**
 * Lets the server listen, and accept several new connections in one turn of its loop. Node accepts one of each socket in a turn
 * (libuv since 1.45). A turn of a busy server is long, so that connections waited for a minute before anybody could
 * tell whether their request is urgent, or refuse it. Linux shares new connections out among sockets on the same
 * port. Elsewhere there is one socket.
 *
 * Fails with `EADDRINUSE` when the port is taken. Call the result once the server has closed.
 */
export async function listenOnSeveralSockets(
  app: FastifyInstance,
  place: { host: string; port: number },
): Promise<() => void> {
  if (process.platform !== 'linux') {
    await app.listen(place)
    return () => undefined
  }
  // Sockets that share a port do not see that another program shares it, too.
  const alone = await listen(createServer(), place)
  alone.close()
  // Fastify passes on what its types do not name.
  const shared = { ...place, reusePort: true }
  await app.listen(shared)
  const { port } = app.server.address() as AddressInfo
  const further = Array.from({ length: others }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  )
  await Promise.all(further.map((server) => listen(server, { ...shared, port })))
  return () => further.forEach((server) => server.close())
}

async function listen(server: Server, place: { host: string; port: number; reusePort?: boolean }): Promise<Server> {
  await once(server.listen(place), 'listening')
  return server
}
