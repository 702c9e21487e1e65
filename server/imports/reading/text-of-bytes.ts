import { isUtf8 } from 'node:buffer'
import { RefusedFile } from './refused-file.ts'
import { singleByteEncodingOf } from './single-byte-encoding.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | ReturnType<typeof singleByteEncodingOf>

/**
 * Decodes the bytes of a text file, without its byte-order mark. A file without a mark is UTF-16 if nearly every second byte of
 * its beginning is zero, and otherwise UTF-8 or, if its first letters beyond ASCII are none of UTF-8, that of Windows or of an
 * old Macintosh.
 */
export async function* textOfBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    if (decoder === undefined) {
      const encoding = encodingOf(chunk)
      // Plain ASCII reads alike in both, so that the decision waits for the first letter beyond it.
      if (encoding !== undefined) decoder = new TextDecoder(encoding)
    }
    const text = decoder === undefined ? chunk.toString('latin1') : decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder?.decode() ?? ''
  if (rest !== '') yield rest
}

/** The encoding that a chunk tells; undefined for plain ASCII, and for an empty one. */
function encodingOf(chunk: Buffer): Encoding | undefined {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
  const beginning = chunk.subarray(0, 256)
  if (isMostlySecondZero(beginning, 1)) return 'utf-16le'
  if (isMostlySecondZero(beginning, 0)) return 'utf-16be'
  const first = chunk.findIndex((byte) => byte >= 0x80)
  if (first === -1) return undefined
  // The last letter of a chunk may be cut.
  const end = chunk.length - cutBytes(chunk)
  return isUtf8(chunk.subarray(first, Math.max(first, end))) ? 'utf-8' : singleByteEncodingOf(chunk)
}

/** The share of letters of one byte, such as separators and those of English, in a text of two bytes for each letter. */
const fewestPlain = 0.5

/**
 * True if of each two bytes the one at this place, 0 or 1, is mostly zero and the other never. Letters of other scripts, dashes and
 * curly quotes have no zero.
 */
function isMostlySecondZero(bytes: Buffer, place: number): boolean {
  if (!bytes.includes(0)) return false
  const zeros = bytes.filter((byte, at) => byte === 0 && at % 2 === place).length
  const others = bytes.filter((byte, at) => byte === 0 && at % 2 !== place).length
  return bytes.length >= 4 && others === 0 && zeros >= (fewestPlain * bytes.length) / 2
}

/** The number of bytes at the end of a chunk that begin a letter whose rest is in the next one. */
function cutBytes(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = chunk[chunk.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** The share of control characters above which a file is no text. Random bytes have a ninth, a text with some NULs fewer. */
const mostControls = 0.05

/** Throws `notATable` for the beginning of a picture, a document, a program or anything else that is no text. */
export function expectText(beginning: Buffer): void {
  const isWide = encodingOf(beginning)?.startsWith('utf-16') ?? false
  if (isWide) return
  const head = beginning
    .toString('latin1', 0, 16)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  const controls = beginning.filter((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d).length
  const isOther = /^(%PDF|\{\\rtf|<|\x89PNG|\xff\xd8\xff|GIF8|RIFF|\x1f\x8b)/.test(head)
  if (isOther || controls > mostControls * beginning.length) throw new RefusedFile('notATable')
}
