import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A network path to a port of this machine that can be cut and mended, as if somebody pulled a cable. */
export class Link {
  readonly #sockets = new Set<Socket>()
  /** Sockets whose other end closed while the path was cut. */
  readonly #orphans = new Set<Socket>()
  readonly #server: Server
  #isCut = false

  private constructor(to: number) {
    this.#server = createServer((near) => {
      const far = connect(to, '127.0.0.1')
      for (const [from, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        from.setNoDelay(true)
        from.on('data', (chunk: Buffer) => {
          if (other.write(chunk)) return
          from.pause()
          other.once('drain', () => this.#isCut || from.resume())
        })
        from.on('error', () => undefined)
        from.on('close', () => {
          this.#sockets.delete(from)
          if (this.#isCut) this.#orphans.add(other)
          else other.destroy()
        })
        if (this.#isCut) from.pause()
      }
    })
  }

  /** Opens a path from one port to another. */
  static async open(from: number, to: number): Promise<Link> {
    const link = new Link(to)
    link.#server.listen(from, '127.0.0.1')
    await once(link.#server, 'listening')
    return link
  }

  /** Holds everything back. Nothing is lost or closed, and new connections are silent, too. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.pause()
  }

  mend(): void {
    this.#isCut = false
    for (const socket of this.#orphans) socket.destroy()
    this.#orphans.clear()
    for (const socket of this.#sockets) socket.resume()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}
