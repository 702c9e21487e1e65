import { useQueryClient } from '@tanstack/react-query'
import { getSubject, listSubjects } from '../../contract/subjects/endpoints.ts'
import {
  listDuplicates,
  listMerges,
  mergeSubject,
  undoMerge,
  type SubjectMerge,
} from '../../contract/subjects/merging.ts'
import type { SubjectDetails } from '../../contract/subjects/subject.ts'
import { listTestRecords } from '../../contract/test-records/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useAction } from '../editing/use-action.ts'
import { isSame } from '../ui/same-value.ts'

const ofOne = [getSubject, listDuplicates, listMerges]

/**
 * Loads the possible duplicates of a subject. The page is useful without them, so a failure is reported in their place.
 */
export function duplicatesQuery(id: string) {
  return queryOf(listDuplicates, { params: { id }, errors: 'caller' })
}

/** Loads the subjects that were merged into one and can still be separated. */
export function mergesQuery(id: string) {
  return queryOf(listMerges, { params: { id }, errors: 'caller' })
}

/** Loads a page of search results, from which one is chosen. */
export function foundSubjectsQuery(search: string, cursor: string | undefined) {
  return queryOf(listSubjects, { query: { search, ...(cursor && { cursor }) } })
}

interface Pair {
  kept: SubjectDetails
  merged: SubjectDetails
  /** True once the user has read what differs and says that it is one person. */
  isSamePerson: boolean
}

/**
 * Merges one subject into another, with the versions of both as shown, and reports the outcome. `refused` receives a
 * failure first, and returns true if it has handled it.
 */
export function useMerge(refused: (failure: unknown) => boolean | Promise<boolean>) {
  const queries = useQueryClient()
  return useAction({
    send: async ({ kept, merged, isSamePerson }: Pair): Promise<SubjectMerge> => {
      try {
        const { data } = await call(mergeSubject, {
          params: { id: kept.id },
          headers: { 'If-Match': `"${kept.version}"` },
          body: { subjectId: merged.id, version: merged.version, ...(isSamePerson && { isSamePerson }) },
          errors: 'caller',
        })
        for (const { name } of ofOne) {
          const asked = { params: { id: merged.id } }
          // The merged subject no longer exists, so a page that still shows it must not fetch it.
          void queries.invalidateQueries({ queryKey: [name, asked], refetchType: 'none' })
          void queries.invalidateQueries({ queryKey: [name], predicate: (query) => !isSame(query.queryKey[1], asked) })
        }
        return data
      } catch (failure) {
        if ((await refused(failure)) && failure instanceof ApiError) failure.isHandled = true
        throw failure
      }
    },
    done: ({ tests: count }) => ['merging:done', { count }],
    failed: 'merging:mergeFailed',
    shownBy: [listSubjects, listTestRecords],
  })
}

export function useUndo({ subjectId, id }: SubjectMerge) {
  return useAction({
    send: async () => (await call(undoMerge, { params: { id: subjectId, mergeId: id }, errors: 'caller' })).data,
    done: ({ testsStaying: count = 0 }) => (count === 0 ? ['merging:undone'] : ['merging:undone.staying', { count }]),
    refused: { 403: 'merging:undo.beyondScope', 404: 'merging:undo.over', 409: 'merging:undo.taken' },
    shownBy: [listSubjects, listTestRecords, ...ofOne],
  })
}
