import { exportTestRecords } from '../../contract/test-records/endpoints.ts'
import { request } from '../api/client.ts'
import { readCsv, type CsvDownload } from './csv-stream.ts'
import { defaultSort, filterOf, type ListSearch } from './list-search.ts'

/** Fetches the records of this list, whatever its page, as CSV. Rejects without a file when anything breaks it off. */
export async function fetchExport(
  search: ListSearch,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<CsvDownload> {
  const query = { ...filterOf(search), sort: search.sort ?? defaultSort }
  const response = await request(exportTestRecords, { query, signal, errors: 'caller' }, undefined, {})
  if (response.body === null) throw new Error('The export has no content')
  return readCsv(response.body, onRows, signal)
}
