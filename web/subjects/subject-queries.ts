import { infiniteQueryOptions } from '@tanstack/react-query'
import { getSubject, listSubjects } from '../../contract/subjects/endpoints.ts'
import { subjectList } from '../../contract/subjects/subject-list.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { listTestRecords } from '../../contract/test-records/endpoints.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { addressOf } from '../routing/list-address.ts'
import type { SubjectsSearch } from '../paths.ts'

export const subjectAddress = addressOf(subjectList)

export function subjectsQuery(search: SubjectsSearch) {
  return queryOf(listSubjects, { query: subjectAddress.page(search) })
}

/** Loads the tests of a subject, including voided ones, latest first, ten at a time. */
export function testsOfSubject(id: string) {
  return infiniteQueryOptions({
    queryKey: [listTestRecords.name, { ofSubject: id }],
    queryFn: ({ signal, pageParam }) =>
      call(listTestRecords, {
        query: { subject_id: id, state: 'all', per_page: '10', ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
  })
}

/** Fetches the stored subject, for a form whose version was outdated. */
export async function fetchSubject(id: string): Promise<OpenedSubject> {
  return (await call(getSubject, { params: { id }, errors: 'caller' })).data
}
