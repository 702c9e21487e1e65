import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useChoices } from './use-choices.ts'

test('choices are pending from the first typed letter until the server has answered', async () => {
  let answer: (ids: string[]) => void = () => undefined
  const asked: string[] = []
  const query = (search = '') => ({
    queryKey: ['choices', search],
    queryFn: async () => {
      asked.push(search)
      if (search === '') return { data: [{ id: 'a' }], page: { next: 'more' } }
      const ids = await new Promise<string[]>((resolve) => (answer = resolve))
      return { data: ids.map((id) => ({ id })), page: { next: null } }
    },
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useChoices(query), { wrapper })
  expect(result.current).toMatchObject({ isLoaded: false, isPending: true })
  await waitFor(() => expect(result.current).toMatchObject({ isLoaded: true, isPending: false }))

  // First before the request, which waits for a pause in typing, and then while it is under way.
  act(() => result.current.onSearch('b'))
  expect(result.current.isPending).toBe(true)
  await waitFor(() => expect(asked).toEqual(['', 'b']))
  expect(result.current.isPending).toBe(true)
  act(() => answer([]))
  await waitFor(() => expect(result.current.isPending).toBe(false))
  expect(result.current.choices).toEqual([{ id: 'a' }])

  act(() => result.current.onSearch(''))
  expect(result.current.isPending).toBe(false)
})
