import { getAssay, getAssayForRecording, listAssays, type Assay } from '../../contract/assays/assay.ts'
import {
  createAssay,
  listAssayHistory,
  restoreAssay,
  retireAssay,
  updateAssay,
} from '../../contract/assays/endpoints.ts'
import { listCatalogue, takeFromCatalogue, type CatalogueEntry } from '../../contract/assays/catalogue.ts'
import { getMyDetails } from '../../contract/own-account/user.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useAction } from '../editing/use-action.ts'
import { useChange, useCreation, useRowAction } from '../editing/row-changes.ts'

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

export const useCreateAssay = () => useCreation(createAssay, { shownBy })

export const useChangeAssay = (id: string) => useChange(id, { get: getAssay, update: updateAssay, shownBy })

/** Retires an assay that is in use, and brings back a retired one. */
export function useRetirement({ id, status }: Pick<Assay, 'id' | 'status'>) {
  return useRowAction(status === 'active' ? retireAssay : restoreAssay, id, {
    done: (after) => [after.status === 'active' ? 'assays:restored' : 'assays:retired'],
    refused: { 409: 'assays:retiring.isDefault' },
    shownBy,
  })
}

/** The queries that show assays. The user's details include the default assay, and an operator edits the catalogue. */
const shownBy = [listCatalogue, listAssays, getAssay, getAssayForRecording, listAssayHistory, getMyDetails]
