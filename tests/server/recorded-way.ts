import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A relay to a server that records what is sent through it. */
export interface RecordedWay {
  /** The server's URL through the relay. */
  url: string
  /** Returns everything that was sent to the server since the last call, unchanged. */
  taken(): Buffer
  /** Breaks open connections and refuses new ones. May be called twice. */
  close(): Promise<void>
}

export async function recordWay(target: string): Promise<RecordedWay> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let sent: Buffer[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('data', (chunk: Buffer) => sent.push(chunk))
    near.pipe(far)
    far.pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    taken() {
      const all = Buffer.concat(sent)
      sent = []
      return all
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
