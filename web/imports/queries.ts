import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  answerImportPerson,
  cancelImport,
  chooseImportDifferences,
  correctImportRow,
  foreseeImportUndo,
  getImport,
  listImportRows,
  listImports,
  previewImport,
  startImport,
  undoImport,
} from '../../contract/imports/endpoints.ts'
import type { Body } from '../../contract/endpoint.ts'
import type { FileImport, ImportState, PersonAnswer, RowOutcome } from '../../contract/imports/import.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useChange, useRowAction } from '../editing/row-changes.ts'
import { useStored } from '../editing/use-action.ts'
import { t as say } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'

/** The states that end by themselves. */
const underWay: readonly ImportState[] = ['waiting', 'reading', 'matching', 'running', 'undoing']

export function isUnderWay({ state }: Pick<FileImport, 'state'>): boolean {
  return underWay.includes(state)
}

/** How often an import is asked for while something happens to it, in milliseconds: soon at first, as most files are small. */
const soonMs = 700
const laterMs = 3000

/** After so many answers nobody is asked any more, because questions keep an unused session alive. */
const mostAnswers = 600

export function importsQuery(cursor: string | undefined) {
  return queryOptions({
    ...queryOf(listImports, { query: { per_page: '10', ...(cursor && { cursor }) } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.data.some(isUnderWay) && dataUpdateCount < mostAnswers ? laterMs : false,
  })
}

export function importQuery(id: string) {
  return queryOptions({
    ...queryOf(getImport, { params: { id } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data === undefined || !isUnderWay(data.data) || dataUpdateCount > mostAnswers) return false
      return dataUpdateCount < 10 ? soonMs : laterMs
    },
  })
}

interface RowsShown {
  outcome: RowOutcome | undefined
  /** True for the rows alone that say something otherwise than is stored. */
  isDiffering?: boolean
  cursor?: string | undefined
  perPage?: '5' | '25'
}

/** A page of the rows of a file, as they are after its last reading. */
export function importRowsQuery(
  { id, state, version }: FileImport,
  { outcome, isDiffering = false, cursor, perPage = '25' }: RowsShown,
) {
  const { queryKey, queryFn } = queryOf(listImportRows, {
    params: { id },
    query: {
      per_page: perPage,
      ...(outcome && { outcome }),
      ...(isDiffering && { differs: 'yes' as const }),
      ...(cursor && { cursor }),
    },
  })
  return queryOptions({ queryKey: [...queryKey, `${state} ${version}`], queryFn })
}

const keptAs = ({ id }: FileImport) => importQuery(id).queryKey

/** Returns a function that has a file read with answers about it. */
export function useAnswers(id: string) {
  return useChange(id, { get: getImport, update: previewImport, shownBy: [listImports, listImportRows], keptAs }).send
}

/**
 * Returns what a form does after a failure: it shows the import as it is now and, if that is why nothing was sent, says that
 * somebody else has changed it. What was typed stays.
 */
export function useOutdated(id: string) {
  const queries = useQueryClient()
  return async (failure: unknown): Promise<boolean> => {
    const isOutdated = failure instanceof ApiError && failure.code === 'stale-version'
    if (isOutdated) showMessage(say('importing:outdated'), 'danger')
    await queries.invalidateQueries(importQuery(id))
    return isOutdated
  }
}

export interface CorrectedCell {
  column: number
  text: string
}

/** Returns a function that corrects cells of a row. The numbers of the import change with it. */
export function useCorrection(id: string, line: number) {
  return useStored({
    send: (cells: CorrectedCell[]) =>
      call(correctImportRow, { params: { id, line }, body: { cells }, errors: 'caller' }),
    shownBy: [getImport, listImports, listImportRows],
  })
}

/** Returns a function that answers whether a row is of the same person or of another, which other rows then are, too. */
export function usePersonAnswer(id: string, line: number) {
  return useStored({
    send: (answer: PersonAnswer) =>
      call(answerImportPerson, { params: { id, line }, body: { answer }, errors: 'caller' }),
    shownBy: [getImport, listImports, listImportRows],
  })
}

export type Choice = Body<typeof chooseImportDifferences>

/** Returns a function that says whether a detail is taken from the file, of one row or of all. */
export function useChoice(id: string) {
  return useStored({
    send: (choice: Choice) => call(chooseImportDifferences, { params: { id }, body: choice, errors: 'caller' }),
    shownBy: [listImports, listImportRows],
    keptAs,
  })
}

const shownBy = [getImport, listImports, listImportRows]

export const useStart = (id: string) =>
  useRowAction(startImport, id, { done: () => ['importing:run.started'], shownBy })

export const useCancel = (id: string) =>
  useRowAction(cancelImport, id, {
    done: ({ run }) => [run === null ? 'importing:cancel.done' : 'importing:stopped.title'],
    shownBy,
  })

export const useUndo = (id: string) => useRowAction(undoImport, id, { done: () => ['importing:undo.begun'], shownBy })

/** What undoing an import would do now, which changes with its tests and people, whose pages do not know of it. */
export const foreseenUndoQuery = (id: string) =>
  queryOptions({ ...queryOf(foreseeImportUndo, { params: { id } }), staleTime: 0 })
