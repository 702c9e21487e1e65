import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Finds a port of this machine that nobody listens on, for a program that needs its number beforehand. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo // it listens on TCP
  listener.close()
  await once(listener, 'close')
  return port
}
