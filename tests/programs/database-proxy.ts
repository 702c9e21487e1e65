import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network between a server and its database that fails on demand. */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string
  /** Drops all traffic from now on, also what would end a connection. */
  fallSilent(): void
  speakAgain(): void
  /** Passes the next commit to the database but breaks the connection instead of passing the answer. */
  loseNextCommit(): void
  /**
   * Passes everything before the next commit to the database but breaks the connection instead of passing the commit.
   */
  breakBeforeNextCommit(): void
  /** Passes everything before the next commit to the database, and the commit once this work is done. */
  beforeNextCommit(work: () => Promise<void>): void
  /** Breaks open connections and refuses new ones. May be called twice. */
  close(): Promise<void>
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  let losesCommit = false
  let breaksBeforeCommit = false
  let workBeforeCommit: (() => Promise<void>) | undefined
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
          // The type byte and the four bytes of length precede a command.
          far.end(chunk.subarray(0, commit - 5))
          return near.destroy()
        }
        const waiting = from === near && workBeforeCommit !== undefined ? chunk.indexOf('commit\0') : -1
        if (waiting >= 0) {
          const work = workBeforeCommit
          workBeforeCommit = undefined
          far.write(chunk.subarray(0, waiting - 5))
          near.pause()
          return void work?.().finally(() => {
            far.write(chunk.subarray(waiting - 5))
            near.resume()
          })
        }
        if (from === near && losesCommit && chunk.includes('commit\0')) {
          losesCommit = false
          isLosing = true
        }
        if (from === far && isLosing) near.destroy()
        else if (!to.write(chunk)) {
          from.pause()
          to.once('drain', () => from.resume())
        }
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (!isSilent) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port) // it listens on TCP
  return {
    url: url.href,
    fallSilent: () => void (isSilent = true),
    speakAgain: () => void (isSilent = false),
    loseNextCommit: () => void (losesCommit = true),
    breakBeforeNextCommit: () => void (breaksBeforeCommit = true),
    beforeNextCommit: (work) => void (workBeforeCommit = work),
    async close() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
