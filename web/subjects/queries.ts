import { queryOptions, useMutation } from '@tanstack/react-query'
import { acquaintSubject, createSubject, getSubject, lookUpSubject } from '../../contract/subjects/endpoints.ts'
import { matchSubjects } from '../../contract/subjects/matching.ts'
import type { Subject, SubjectLookup } from '../../contract/subjects/subject.ts'
import type { KnowinglyLike, NewSubject } from '../../contract/subjects/whole-subject.ts'
import { listTestRecords } from '../../contract/test-records/endpoints.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'

/** Finds a subject. It is a mutation and not a query, so that nothing of it is cached. */
export function useSubjectLookup() {
  return useMutation({
    mutationFn: async (body: SubjectLookup) => (await call(lookUpSubject, { body, errors: 'caller' })).data,
  })
}

export function useNewSubject() {
  return useMutation({
    mutationFn: async (body: NewSubject) => (await call(createSubject, { body, errors: 'caller' })).data,
  })
}

/** Makes a subject known to another group, as the same one, and says in what it is knowingly like somebody there. */
export function useAcquainting() {
  return useMutation({
    mutationFn: ({ id, groupId, ...body }: { id: string; groupId: string } & KnowinglyLike) =>
      call(acquaintSubject, { params: { id, groupId }, body, errors: 'caller' }),
  })
}

export function subjectQuery(id: string) {
  return queryOf(getSubject, { params: { id } })
}

/** Searches for subjects that match the typed text. Results are not cached, and a failure does not hold up the user. */
export function subjectMatchesQuery(search: string, groupId: string | undefined) {
  return queryOptions({
    queryKey: [matchSubjects.name, { search, groupId }],
    queryFn: ({ signal }) => call(matchSubjects, { body: { search, groupId }, signal, errors: 'caller' }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** Opens a chosen subject in its present state, which is cached nowhere else. */
export function useSubjectOpening() {
  return useMutation({
    mutationFn: async (id: string) => (await call(getSubject, { params: { id }, errors: 'caller' })).data,
  })
}

/** Loads the last test of a subject, voided ones aside; null if there is none. Nothing depends on the answer. */
export function lastTestQuery(subjectId: string) {
  return queryOptions({
    queryKey: [listTestRecords.name, { lastOf: subjectId }],
    queryFn: async ({ signal }) => {
      const query = { subject_id: subjectId, sort: '-performed_at', per_page: '5' } as const
      return (await call(listTestRecords, { query, signal, errors: 'caller' })).data[0] ?? null
    },
    retry: false,
  })
}

/** Converts a subject to the form in which a test of one of its groups names it. */
export function subjectIn(groupId: string | null, details: Subject): Subject {
  const { id, kind, email, dateOfBirth, firstName, lastName, localId, customId1, customId2 } = details
  return { id, kind, email, dateOfBirth, firstName, lastName, localId, customId1, customId2, groupId }
}
