/** What a finished export holds. `rows` counts records, without the line of headers. */
export interface CsvDownload {
  file: Blob
  rows: number
}

const quote = 0x22
const lineFeed = 0x0a

/**
 * Reads a CSV reply to its end, telling how many records have arrived so far. Chunks are handed to Blobs as they come,
 * which the browser may keep on disk. Rejects when the signal aborts, when the connection breaks, and when the text
 * stops in the middle of a line, so that half a file is never taken for a whole one.
 */
export async function readCsv(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRows: (rows: number) => void,
  signal?: AbortSignal,
): Promise<CsvDownload> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel(signal?.reason).catch(() => undefined)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const lines = countLines()
    const parts: Blob[] = []
    for (;;) {
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      if (done) break
      parts.push(new Blob([value]))
      onRows(Math.max(lines.add(value) - 1, 0))
    }
    if (!lines.endedWhole()) throw new Error('The export ended in the middle of a line')
    return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows: Math.max(lines.total() - 1, 0) }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Counts line ends outside quotes over any division into chunks; a doubled quote toggles twice and so counts right. */
function countLines() {
  let lines = 0
  let isQuoted = false
  let last = lineFeed
  return {
    add(chunk: Uint8Array): number {
      for (const byte of chunk) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineFeed && !isQuoted) lines += 1
      }
      last = chunk.at(-1) ?? last
      return lines
    },
    total: () => lines,
    endedWhole: () => lines > 0 && last === lineFeed && !isQuoted,
  }
}
