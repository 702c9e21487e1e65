import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useDelayed } from './use-delayed.ts'

interface Page<T> {
  data: readonly T[]
  page: { next: string | null }
}

/**
 * What can be chosen from: the first page of a list, and where that is not all of it, what the server finds for a typed
 * text too. `query` asks for the list, with a text for those whose name holds it.
 */
export function useChoices<T extends { id: string }, P extends Page<T>, K extends QueryKey>(
  query: (search?: string) => UseQueryOptions<P & Page<T>, Error, P & Page<T>, K>,
  { isNeeded = true } = {},
) {
  /** What is typed, at once, and what the server is asked for, a little later. */
  const [latest, setLatest] = useState('')
  const [typed, setTyped] = useState('')
  const typing = useDelayed(setTyped)
  const { data: first, isLoading: isFirstLoading } = useQuery({ ...query(), enabled: isNeeded })
  const hasMore = first !== undefined && first.page.next !== null
  const { data: found, isLoading } = useQuery({ ...query(typed), enabled: hasMore && typed !== '' })
  const all = first?.data ?? []
  const others = (found?.data ?? []).filter(({ id }) => all.every((one) => one.id !== id))
  return {
    isLoaded: first !== undefined,
    /** Whether choices for what is typed are still on their way. */
    isPending: isFirstLoading || isLoading || (hasMore && latest !== typed),
    /** Whether the server has more of them than these. */
    hasMore,
    choices: [...all, ...others],
    /** Takes what is typed; an empty text, as when something was chosen, counts at once. */
    onSearch: (text: string) => {
      setLatest(text)
      if (text === '') typing.now(text)
      else typing.soon(text)
    },
  }
}
