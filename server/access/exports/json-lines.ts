import { Transform, type TransformCallback } from 'node:stream'

const lineFeed = 0x0a

/**
 * Turns one column of JSON in PostgreSQL's text format into lines. JSON has no line break and no other control character, so each
 * line of the text is one row, in which only backslashes are doubled. CSV would double each quote, of which JSON has many.
 */
export class JsonLines extends Transform {
  #rest: Buffer = Buffer.alloc(0)
  readonly #linesOf: (json: string) => readonly string[]

  constructor(linesOf: (json: string) => readonly string[]) {
    super()
    this.#linesOf = linesOf
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf(lineFeed)
    if (end < 0) {
      this.#rest = Buffer.concat([this.#rest, chunk])
      done()
      return
    }
    const whole = Buffer.concat([this.#rest, chunk.subarray(0, end)]).toString()
    this.#rest = Buffer.from(chunk.subarray(end + 1))
    try {
      const lines = whole.split('\n').flatMap((line) => this.#linesOf(line.replaceAll('\\\\', '\\')))
      done(null, lines.length === 0 ? null : Buffer.from(`${lines.join('\n')}\n`))
    } catch (error) {
      done(error instanceof Error ? error : new Error('A row could not be written'))
    }
  }
}

export function countOfLines(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf(lineFeed); at >= 0; at = text.indexOf(lineFeed, at + 1)) count += 1
  return count
}
