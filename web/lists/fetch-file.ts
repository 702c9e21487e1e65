import type { Endpoint } from '../../contract/endpoint.ts'
import type { FileFormat } from '../../contract/listing.ts'
import type { CallArguments } from '../api/client.ts'
import type { ExportProgress } from './export-progress.ts'
import type { FileDownload } from './file-stream.ts'

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
  return async (format, onProgress, signal) => {
    const { fetchFile } = await import('./exported-file.ts')
    return await fetchFile(endpoint, parts, format, onProgress, signal)
  }
}
