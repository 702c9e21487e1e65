import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useDelayed } from './use-delayed.ts'

interface Page<T> {
  data: readonly T[]
  page: { next: string | null }
}

/**
 * The choices of a field: the first page of a list and, if the list has more, the server's matches for a typed text.
 * `query` fetches the list; with a text, only the rows whose name contains it.
 */
export function useChoices<T extends { id: string }, P extends Page<T>, K extends QueryKey>(
  query: (search?: string) => UseQueryOptions<P & Page<T>, Error, P & Page<T>, K>,
  { isNeeded = true } = {},
) {
  /** The typed text at once, and the text to search for a little later. */
  const [latest, setLatest] = useState('')
  const [typed, setTyped] = useState('')
  const typing = useDelayed(setTyped)
  const asked = useQuery({ ...query(), enabled: isNeeded })
  const first = asked.data
  const hasMore = first !== undefined && first.page.next !== null
  const { data: found, isLoading } = useQuery({ ...query(typed), enabled: hasMore && typed !== '' })
  const all = first?.data ?? []
  const others = (found?.data ?? []).filter(({ id }) => all.every((one) => one.id !== id))
  return {
    /** The query of the first page, for a form that needs its answer. */
    asked,
    isLoaded: first !== undefined,
    isPending: asked.isLoading || isLoading || (hasMore && latest !== typed),
    /** True if the server has more choices than these. */
    hasMore,
    choices: [...all, ...others],
    /** Takes the typed text; an empty text, as after a choice, applies at once. */
    onSearch: (text: string) => {
      setLatest(text)
      if (text === '') typing.now(text)
      else typing.soon(text)
    },
  }
}
