import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { makeRouter } from '../router.ts'

/** Renders the web app at an address, with elements beside it, and returns its router. */
export function openAt(address: string, beside?: ReactNode) {
  const { router, queries } = makeRouter(createMemoryHistory({ initialEntries: [address] }))
  // Otherwise a failed query would be repeated in the middle of a later test.
  onTestFinished(() => queries.clear())
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      {beside}
    </QueryClientProvider>,
  )
  return router
}
