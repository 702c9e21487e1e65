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
  const [typed, setTyped] = useState('')
  const typing = useDelayed(setTyped)
  const first = useQuery({ ...query(), enabled: isNeeded }).data
  const hasMore = first !== undefined && first.page.next !== null
  const found = useQuery({ ...query(typed), enabled: hasMore && typed !== '' }).data
  const all = first?.data ?? []
  const others = (found?.data ?? []).filter(({ id }) => all.every((one) => one.id !== id))
  return {
    isLoaded: first !== undefined,
    /** Whether the server has more of them than these. */
    hasMore,
    choices: [...all, ...others],
    /** Takes what is typed; an empty text, as when something was chosen, counts at once. */
    onSearch: (text: string) => (text === '' ? typing.now(text) : typing.soon(text)),
  }
}
