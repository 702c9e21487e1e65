import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isSame } from '../ui/same-value.ts'
import type { SubjectValues } from './details-values.ts'

/** What was typed of a subject, field by field. It goes with all else that was loaded when the session ends. */
type TypedBefore = Partial<SubjectValues>

/** So long is kept what was typed, in milliseconds, while somebody compares two subjects. */
const keptMs = 60 * 60 * 1000

const keyOf = (subjectId: string) => ['typedOfSubject', subjectId] as const

/** Keeps what differs from the stored values in the form of a subject that is left in order to compare it with another one. */
export function keepTyped(queries: QueryClient, subjectId: string, stored: SubjectValues, typed: SubjectValues): void {
  const differing = Object.entries(typed).filter(([name, value]) => !isSame(value, stored[name as keyof SubjectValues]))
  queries.setQueryDefaults(keyOf(subjectId), { gcTime: keptMs })
  // The names are those of the values.
  queries.setQueryData(keyOf(subjectId), Object.fromEntries(differing) as TypedBefore)
}

/** Returns what was kept of a subject's form; undefined if nothing was. */
export function typedBefore(queries: QueryClient, subjectId: string): TypedBefore | undefined {
  return queries.getQueryData<TypedBefore>(keyOf(subjectId))
}

/** Keeps for the subject that two were merged into what was typed of either. */
export function moveTyped(queries: QueryClient, from: string, to: string): void {
  const typed = typedBefore(queries, from)
  queries.removeQueries({ queryKey: keyOf(from) })
  queries.setQueryDefaults(keyOf(to), { gcTime: keptMs })
  if (typed !== undefined) queries.setQueryData(keyOf(to), typed)
}

/** Returns what was kept of a subject's form to the form that is filled with it, which keeps it from then on. */
export function useTypedBefore(subjectId: string): TypedBefore | undefined {
  const queries = useQueryClient()
  const [typed] = useState(() => typedBefore(queries, subjectId))
  useEffect(() => queries.removeQueries({ queryKey: keyOf(subjectId) }), [queries, subjectId])
  return typed
}
