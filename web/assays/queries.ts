import { getAssay, getAssayForRecording, listAssays } from '../../contract/assays/assay.ts'
import { assayList } from '../../contract/assays/assay-list.ts'
import { queryOf } from '../api/query.ts'
import { addressOf } from '../routing/list-address.ts'
import type { AssaysSearch } from '../paths.ts'

export const assayAddress = addressOf(assayList)

export function assaysQuery(search: AssaysSearch) {
  return queryOf(listAssays, { query: assayAddress.page(search) })
}

export function assayQuery(id: string) {
  return queryOf(getAssay, { params: { id } })
}

/** Loads every assay in use, as many as one page of a list can hold. */
export function offeredAssaysQuery() {
  return queryOf(listAssays, { query: { status: 'active', per_page: '100' } })
}

/** Assays to filter records by, including retired ones; with a search, those whose name begins with the text. */
export function assayChoices(search?: string) {
  return queryOf(listAssays, { query: { per_page: '100', ...(search && { search }) } })
}

/** The definition of an assay with its instructions, for the record form. */
export function assayForRecordingQuery(id: string) {
  return queryOf(getAssayForRecording, { params: { assay_id: id } })
}
