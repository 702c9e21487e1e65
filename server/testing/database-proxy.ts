import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network between a server and its database that fails as it is told to. */
export interface DatabaseProxy {
  /** The database's URL, through the proxy. */
  url: string
  /** From now on nothing passes, and nobody is told; connections stay open. */
  fallSilent(): void
  speakAgain(): void
  /** The next commit reaches the database, its answer nobody: the connection breaks instead. */
  loseNextCommit(): void
  /** What is sent in front of the next commit reaches the database, the commit does not: the connection breaks instead. */
  breakBeforeNextCommit(): void
  /** Breaks what is open and refuses what comes. Safe to call twice. */
  close(): Promise<void>
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  let losesCommit = false
  let breaksBeforeCommit = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let isLosing = false
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk: Buffer) => {
        if (isSilent) return
        const commit = from === near && breaksBeforeCommit ? chunk.indexOf('commit\0') : -1
        if (commit >= 0) {
          breaksBeforeCommit = false
          // A byte and a length of four stand in front of a command.
          far.end(chunk.subarray(0, commit - 5))
          return near.destroy()
        }
        if (from === near && losesCommit && chunk.includes('commit\0')) {
          losesCommit = false
          isLosing = true
        }
        if (from === far && isLosing) near.destroy()
        else to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port) // it listens at a port
  return {
    url: url.href,
    fallSilent: () => void (isSilent = true),
    speakAgain: () => void (isSilent = false),
    loseNextCommit: () => void (losesCommit = true),
    breakBeforeNextCommit: () => void (breaksBeforeCommit = true),
    async close() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
