import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

/** A proxy that behaves like a pooler in transaction mode and changes its database connection on demand. */
export interface SwappingPooler {
  url: string
  /** Uses another connection from the next transaction on, and prepares the client's statements on it. */
  swap(): Promise<void>
  close(): Promise<void>
}

/** Supports one client at a time. */
export async function startSwappingPooler(databaseUrl: string): Promise<SwappingPooler> {
  const target = new URL(databaseUrl)
  const others: pg.Client[] = []
  const preparing = new Map<string, Buffer>()
  let near: Socket | undefined
  let far: Socket | undefined
  const answer = (chunk: Buffer) => void near?.write(chunk)
  const server = createServer((client) => {
    near = client
    const first = connect(Number(target.port), target.hostname)
    far = first.on('data', answer).on('error', () => undefined)
    const frames = new Frames()
    client.on('data', (chunk: Buffer) => {
      for (const frame of frames.next(chunk)) if (frame[0] === 0x50) preparing.set(nameOf(frame), frame)
      far?.write(chunk)
    })
    client.on('error', () => undefined).on('close', () => first.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port) // it listens on TCP
  return {
    url: url.href,
    async swap() {
      const other = new pg.Client({ connectionString: databaseUrl })
      other.on('error', () => undefined)
      await other.connect()
      others.push(other)
      const { stream } = (other as unknown as { connection: pg.Connection }).connection // missing from its types
      stream.removeAllListeners('data')
      for (const frame of preparing.values()) stream.write(frame)
      stream.write(Buffer.from([0x53, 0, 0, 0, 4]))
      await readyAgain(stream)
      far?.off('data', answer)
      far = stream.on('data', answer) as Socket
    },
    async close() {
      near?.destroy()
      far?.destroy()
      for (const other of others) await other.end().catch(() => undefined)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Waits for the answer to a Sync, which ends with ReadyForQuery, a message of six bytes. */
async function readyAgain(stream: NodeJS.ReadableStream): Promise<void> {
  for (;;) {
    const [chunk] = (await once(stream, 'data')) as [Buffer]
    if (chunk.at(-6) === 0x5a) return
  }
}

function nameOf(parse: Buffer): string {
  return parse.toString('utf8', 5, parse.indexOf(0, 5))
}

/** Splits a client's messages, each beginning with its type. The start-up message has no type and is skipped. */
class Frames {
  #rest: Buffer = Buffer.alloc(0)
  #hasBegun = false

  next(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const frames: Buffer[] = []
    for (;;) {
      const head = this.#hasBegun ? 1 : 0
      if (this.#rest.length < head + 4) return frames
      const length = head + this.#rest.readUInt32BE(head)
      if (this.#rest.length < length) return frames
      if (this.#hasBegun) frames.push(this.#rest.subarray(0, length))
      this.#hasBegun = true
      this.#rest = this.#rest.subarray(length)
    }
  }
}
