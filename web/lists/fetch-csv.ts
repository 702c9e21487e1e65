import type { Endpoint } from '../../contract/endpoint.ts'
import { askAgainAfterSeconds } from '../../contract/listing.ts'
import { ApiError } from '../api/api-error.ts'
import { request, type CallArguments } from '../api/client.ts'
import { readCsv, type CsvDownload } from './csv-stream.ts'

/** How far an export is: waiting for its turn, or arriving. */
export type ExportProgress = { place: number } | { rows: number }

/** Fetches all of a list as CSV, once it is its turn. */
export type FetchCsv = (onProgress: (progress: ExportProgress) => void, signal: AbortSignal) => Promise<CsvDownload>

/** Fetches what an endpoint answers to a query as CSV. Rejects without a file when anything breaks it off. */
export function csvOf<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): FetchCsv {
  return (onProgress, signal) => fetchCsv(endpoint, input, onProgress, signal)
}

async function fetchCsv(
  endpoint: Endpoint,
  input: object | undefined,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<CsvDownload> {
  for (;;) {
    try {
      const response = await request(endpoint, { ...input, signal, errors: 'caller' }, undefined, {})
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
