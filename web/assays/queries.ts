import { getAssay } from '../../contract/assays/endpoints.ts'
import { queryOf } from '../api/query.ts'

/** The definition of an assay, for the record form. */
export function assayQuery(id: string) {
  return queryOf(getAssay, { params: { assay_id: id } })
}
