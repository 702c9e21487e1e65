import type { Endpoint } from '../../contract/endpoint.ts'
import { askAgainAfterSeconds, type FileFormat } from '../../contract/listing.ts'
import { ApiError } from '../api/api-error.ts'
import { request, type CallArguments } from '../api/client.ts'
import { readFile, type Arrived, type FileDownload } from './file-stream.ts'

/** The progress of an export: queued at a place, or arriving. */
export type ExportProgress = { place: number } | Arrived

/** Waits in the queue, then fetches the whole list as a file. */
export type FetchFile = (
  format: FileFormat,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
) => Promise<FileDownload>

/** Fetches an endpoint's answer to a query as a file. Rejects without a file when anything interrupts it. */
export function fileOf<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): FetchFile {
  // The declaration's types hold for the caller; below here only the shape matters.
  const parts = (input ?? {}) as { query?: object }
  return (format, onProgress, signal) => fetchFile(endpoint, parts, format, onProgress, signal)
}

async function fetchFile(
  endpoint: Endpoint,
  { query, ...input }: { query?: object },
  format: FileFormat,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<FileDownload> {
  for (;;) {
    try {
      const response = await request(endpoint, { ...input, query: { ...query, format }, signal, errors: 'caller' })
      if (response.body === null) throw new Error('The export has no content')
      onProgress(nothing)
      return await readFile(response.body, format, onProgress, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'export-queued' || error.place === undefined) throw error
      onProgress({ place: error.place })
      await pause(askAgainAfterSeconds * 1000, signal)
    }
  }
}

/** The progress before the first byte has arrived. */
export const nothing: Arrived = { rows: undefined, bytes: 0 }

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
