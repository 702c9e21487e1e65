import { Writable } from 'node:stream'

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Bytes sent at once. The reader's access is checked before each portion. */
const portion = 256 * 1024

/** Splits a file into what is sent and counts its rows. */
export interface FileLines {
  /** Returns the chunk in the form to be sent, and the number of rows that it completes. */
  next: (chunk: Buffer) => { text: Buffer; rows: number }
}

/** Passes a file on to a reader. It takes the next chunk once the last one has left, and never ends `output`. */
export class FileSender extends Writable {
  /** The number of rows that have left this process, which the reader need not have read. */
  rows = 0
  /** True once a write has failed because the reader is gone. */
  hasLostReader = false
  readonly #output: Writable
  readonly #confirm: () => Promise<void>
  readonly #lines: FileLines
  #waitingSince: number | undefined
  #before: Buffer | undefined

  /** `confirm` is called before each portion, and throws when the reader may get no more. */
  constructor(output: Writable, confirm: () => Promise<void>, lines: FileLines) {
    super({ highWaterMark: portion })
    this.#output = output
    this.#confirm = confirm
    this.#lines = lines
  }

  /** Milliseconds for which the reader has left the last portion unread; 0 while it waits for more. */
  waitedFor(): number {
    return this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince
  }

  /** Sets the text before the rows, which is sent with the first of them. */
  begin(header: string): void {
    this.#before = Buffer.from(header)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#confirm().then(() => this.#handOver(chunk, done), done)
  }

  /** Chunks that queued up while the last portion was sent go out together. */
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

/** Ends each line of PostgreSQL's CSV with CR LF, as RFC 4180 asks. Line breaks inside quotes stay as stored. */
export class LineEnds implements FileLines {
  #isQuoted = false

  /**
   * Returns the chunk with CR LF at its line ends, and the number of them. A doubled quote toggles the state twice, so
   * it needs no care.
   */
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
