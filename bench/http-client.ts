import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request without its `Host` and `Content-Length`, which the client adds. */
export interface Request {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  body: Buffer
}

/**
 * One kept-alive connection that does as little as possible, so that on a shared machine the measured server gets the
 * processor. Understands replies with a Content-Length and chunked ones.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (data: Buffer) => this.#take(data))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')))
  }

  /** `host` is the name that the request asks for; the connection goes to this machine. */
  static async open(port: number, host: string): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return new Connection(socket, `${host}:${port}`)
  }

  /**
   * Sends one request and waits for its reply. Must not be called again before then. Rejects when the server has closed
   * the connection.
   */
  send({ method, path, headers = {}, body }: Request): Promise<Answer> {
    if (this.#socket.destroyed) return Promise.reject(new Error('The server has closed the connection'))
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const length =
      body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    const answer = new Promise<Answer>((resolve, reject) => (this.#waiting = { resolve, reject }))
    this.#socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${lines.join('')}${length}\r\n${body ?? ''}`,
    )
    return answer
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data])
    const answer = readAnswer(this.#received)
    if (answer === undefined) return
    this.#received = Buffer.alloc(0)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(answer)
  }
}

/** Parses a whole reply; undefined while part of it is still to come. */
function readAnswer(data: Buffer): Answer | undefined {
  const end = data.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = data.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const start = end + 4
  if (/^transfer-encoding: *chunked/im.test(head)) {
    return data.subarray(-5).equals(lastChunk) ? { status, body: joinChunks(data.subarray(start)) } : undefined
  }
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  return data.length >= start + length ? { status, body: data.subarray(start, start + length) } : undefined
}

const lastChunk = Buffer.from('0\r\n\r\n')

function joinChunks(data: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = data.indexOf('\r\n', at)
    const size = Number.parseInt(data.toString('latin1', at, lineEnd), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(data.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
