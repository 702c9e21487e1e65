import { Writable } from 'node:stream'

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** How much is sent at once, in bytes: each time it is asked before whether the reader still has access. */
const portion = 256 * 1024

/** What a file says of itself as it is sent. */
export interface FileLines {
  /** The chunk as it is to be sent, and how many rows of the file it completes. */
  next: (chunk: Buffer) => { text: Buffer; rows: number }
}

/** Passes a file on to a reader. It takes the next chunk once the last has left, and never ends `output`. */
export class FileSender extends Writable {
  /** Rows that have left this process, which is not to say that they were read. */
  rows = 0
  /** Whether what was sent last could not leave, because nobody is there to take it. */
  hasLostReader = false
  readonly #output: Writable
  readonly #confirm: () => Promise<void>
  readonly #lines: FileLines
  #waitingSince: number | undefined
  #before: Buffer | undefined

  /** `confirm` is asked before each portion is handed over, and throws when the reader may have no more. */
  constructor(output: Writable, confirm: () => Promise<void>, lines: FileLines) {
    super({ highWaterMark: portion })
    this.#output = output
    this.#confirm = confirm
    this.#lines = lines
  }

  /** For how many milliseconds the reader has left unread what it was sent last; 0 when it waits for us. */
  waitedFor(): number {
    return this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince
  }

  /** What stands before the rows goes with the first of them. */
  begin(header: string): void {
    this.#before = Buffer.from(header)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#confirm().then(() => this.#handOver(chunk, done), done)
  }

  /** What came meanwhile goes together. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done)
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#before === undefined) done()
    else this._write(Buffer.alloc(0), 'utf8', done)
  }

  #handOver(chunk: Buffer, done: (error?: Error | null) => void): void {
    const { text, rows } = this.#lines.next(chunk)
    const sent = this.#before === undefined ? text : Buffer.concat([this.#before, text])
    this.#before = undefined
    this.#waitingSince = performance.now()
    this.#output.write(sent, (error) => {
      this.#waitingSince = undefined
      if (error) this.hasLostReader = true
      else this.rows += rows
      done(error)
    })
  }
}

/**
 * PostgreSQL's CSV with each line ended as RFC 4180 wants, with CR LF. What stands inside quotes stays as it was stored, its line
 * breaks too.
 */
export class LineEnds implements FileLines {
  #isQuoted = false

  /** The chunk with its lines ended by CR LF, and how many of them end in it. A doubled quote toggles twice. */
  next(chunk: Buffer): { text: Buffer; rows: number } {
    const ends: number[] = []
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i]
      if (byte === quote) this.#isQuoted = !this.#isQuoted
      else if (byte === lineFeed && !this.#isQuoted) ends.push(i)
    }
    const text = Buffer.allocUnsafe(chunk.length + ends.length)
    let from = 0
    let to = 0
    for (const end of ends) {
      to += chunk.copy(text, to, from, end)
      to = text.writeUInt8(carriageReturn, to)
      from = end
    }
    chunk.copy(text, to, from)
    return { text, rows: ends.length }
  }
}
