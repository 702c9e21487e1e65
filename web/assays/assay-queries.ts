import { getAssay, getAssayForRecording, listAssays, type Assay } from '../../contract/assays/assay.ts'
import {
  createAssay,
  listAssayHistory,
  restoreAssay,
  retireAssay,
  updateAssay,
  type AssayForm,
} from '../../contract/assays/endpoints.ts'
import { listCatalogue, takeFromCatalogue, type CatalogueEntry } from '../../contract/assays/catalogue.ts'
import { getMyDetails } from '../../contract/own-account/user.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useAction, useStored } from '../editing/use-action.ts'

export function assayHistoryQuery(id: string, cursor: string | undefined) {
  return queryOf(listAssayHistory, { params: { id }, query: { ...(cursor && { cursor }) } })
}

export function catalogueQuery() {
  return queryOf(listCatalogue, {})
}

/** Copies an entry of the catalogue to a new assay of the tenant, and returns that. */
export function useTakeOver() {
  return useAction({
    send: async ({ id }: CatalogueEntry) =>
      (await call(takeFromCatalogue, { params: { entry: id }, errors: 'caller' })).data,
    done: () => ['assays:created'],
    refused: { 404: 'assayForm:catalogue.gone', 409: 'assayForm:catalogue.taken' },
    shownBy,
  })
}

export function useCreateAssay() {
  return useStored({ send: (body: AssayForm) => call(createAssay, { body, errors: 'caller' }), shownBy })
}

export function useUpdateAssay(id: string) {
  return useStored({
    send: (body: AssayForm, headers: { 'If-Match': string }) =>
      call(updateAssay, { params: { id }, body, headers, errors: 'caller' }),
    shownBy,
  })
}

/** Retires an assay that is in use, and brings back a retired one. */
export function useRetirement({ id, status }: Pick<Assay, 'id' | 'status'>) {
  return useAction({
    send: async () => {
      const endpoint = status === 'active' ? retireAssay : restoreAssay
      return (await call(endpoint, { params: { id }, errors: 'caller' })).data
    },
    done: (after) => [after.status === 'active' ? 'assays:restored' : 'assays:retired'],
    refused: { 409: 'assays:retiring.isDefault' },
    shownBy,
  })
}

/** The queries that show assays. The user's details include the default assay, and an operator edits the catalogue. */
const shownBy = [listCatalogue, listAssays, getAssay, getAssayForRecording, listAssayHistory, getMyDetails]
