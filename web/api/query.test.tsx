import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { makeQueryClient, useShownAnew } from './query.ts'

test('an answer that was under way during a change is replaced by one from after it', async () => {
  const queries = makeQueryClient()
  const first = Promise.withResolvers<string>()
  const answers = [first.promise, Promise.resolve('after the change')]
  const { result } = renderHook(
    () => ({
      history: useQuery({ queryKey: ['listHistory', 'x'], queryFn: async () => await answers.shift() }),
      showAnew: useShownAnew([{ name: 'listHistory' }]),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      ),
    },
  )
  expect(result.current.history.isFetching).toBe(true)
  result.current.showAnew()
  first.resolve('before the change')
  await waitFor(() => expect(result.current.history.data).toBe('after the change'))
})
