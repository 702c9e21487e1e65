import { fileTypes, type FileFormat } from '../../contract/listing.ts'

/**
 * How much of an export has arrived. `rows` counts records without the header line, for formats whose lines can be
 * counted.
 */
export interface Arrived {
  rows: number | undefined
  bytes: number
}

export type FileDownload = Arrived & { file: Blob }

const quote = 0x22
const lineFeed = 0x0a

/**
 * Reads an exported file to its end and reports how much has arrived. Chunks are handed to Blobs as they come, which
 * the browser may keep on disk. Rejects when the signal aborts, when the connection breaks, and when the file has no
 * proper end, so that half a file is never taken for a whole one.
 */
export async function readFile(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  format: FileFormat,
  onArrived: (arrived: Arrived) => void,
  signal?: AbortSignal,
): Promise<FileDownload> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel(signal?.reason).catch(() => undefined)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const looked = format === 'csv' ? lookAtLines() : lookAtEnd()
    const parts: Blob[] = []
    let bytes = 0
    for (;;) {
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      if (done) break
      parts.push(new Blob([value]))
      bytes += value.length
      looked.add(value)
      onArrived({ rows: looked.rows(), bytes })
    }
    if (!looked.isWhole()) throw new Error('The export ended before its end')
    return { file: new Blob(parts, { type: fileTypes[format] }), rows: looked.rows(), bytes }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/**
 * Counts the lines of a CSV file outside quotes, however it is split into chunks. A doubled quote toggles twice and so
 * counts right.
 */
function lookAtLines() {
  let lines = 0
  let isQuoted = false
  let last = lineFeed
  return {
    add(chunk: Uint8Array): void {
      for (const byte of chunk) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineFeed && !isQuoted) lines += 1
      }
      last = chunk.at(-1) ?? last
    },
    rows: () => Math.max(lines - 1, 0),
    isWhole: () => lines > 0 && last === lineFeed && !isQuoted,
  }
}

/** The signature of a ZIP archive's end record, which 18 more bytes follow. A workbook is a ZIP archive. */
const endOfArchive = [0x50, 0x4b, 0x05, 0x06]
const lengthOfEnd = 22

/** Checks that an archive is complete, however it is split into chunks. */
function lookAtEnd() {
  let last: number[] = []
  return {
    add(chunk: Uint8Array): void {
      last = [...last, ...chunk.slice(-lengthOfEnd)].slice(-lengthOfEnd)
    },
    rows: () => undefined,
    isWhole: () => endOfArchive.every((byte, at) => last[at] === byte),
  }
}
