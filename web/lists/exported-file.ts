import type { Endpoint } from '../../contract/endpoint.ts'
import { askAgainAfterSeconds, type FileFormat } from '../../contract/listing.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/client.ts'
import { nothing, type ExportProgress } from './export-progress.ts'
import { readFile, type FileDownload } from './file-stream.ts'

/** Waits in the queue, then fetches an endpoint's answer as a file. Rejects without a file when anything interrupts it. */
export async function fetchFile(
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
