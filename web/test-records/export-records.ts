import { askAgainAfterSeconds, exportTestRecords } from '../../contract/test-records/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/client.ts'
import { readCsv, type CsvDownload } from './csv-stream.ts'
import { testRecordAddress, type ListSearch } from './list-search.ts'

/** How far an export is: waiting for its turn, or arriving. */
export type ExportProgress = { place: number } | { rows: number }

/**
 * Fetches the records of this list, whatever its page, as CSV, once it is their turn. Rejects without a file when anything
 * breaks it off.
 */
export async function fetchExport(
  search: ListSearch,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<CsvDownload> {
  const query = testRecordAddress.whole(search)
  for (;;) {
    try {
      const response = await request(exportTestRecords, { query, signal, errors: 'caller' }, undefined, {})
      if (response.body === null) throw new Error('The export has no content')
      onProgress({ rows: 0 })
      return await readCsv(response.body, (rows) => onProgress({ rows }), signal)
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
