import { useMutation } from '@tanstack/react-query'
import { createSubject, getSubject, lookUpSubject } from '../../contract/subjects/endpoints.ts'
import type { NewSubject, SubjectLookup } from '../../contract/subjects/subject.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'

/** Finds a subject. It is a mutation, not a query: what was looked up is kept nowhere. */
export function useSubjectLookup() {
  return useMutation({
    mutationFn: async (body: SubjectLookup) => (await call(lookUpSubject, { body, errors: 'caller' })).data,
  })
}

/** Adds a subject to a group. */
export function useNewSubject() {
  return useMutation({
    mutationFn: async (body: NewSubject) => (await call(createSubject, { body, errors: 'caller' })).data,
  })
}

export function subjectQuery(id: string) {
  return queryOf(getSubject, { params: { id } })
}
