import { getAssay, getAssayForRecording, listAssays } from '../../contract/assays/assay.ts'
import { assayList } from '../../contract/assays/assay-filter.ts'
import { queryOf } from '../api/query.ts'
import { addressOf } from '../lists/list-address.ts'
import type { AssaysSearch } from '../paths.ts'

export const assayAddress = addressOf(assayList)

/** The page of the list that an address asks for. */
export function assaysQuery(search: AssaysSearch) {
  return queryOf(listAssays, { query: assayAddress.page(search) })
}

export function assayQuery(id: string) {
  return queryOf(getAssay, { params: { id } })
}

/** What can be recorded with: every assay in use, as many as a list can show at once. */
export function offeredAssaysQuery() {
  return queryOf(listAssays, { query: { status: 'active', per_page: '100' } })
}

/** The assays to choose among records by, retired ones too; those whose name begins with the text. */
export function assayChoices(search?: string) {
  return queryOf(listAssays, { query: { per_page: '100', ...(search && { search }) } })
}

/** The definition of an assay with its instructions, for the record form. */
export function assayForRecordingQuery(id: string) {
  return queryOf(getAssayForRecording, { params: { assay_id: id } })
}
