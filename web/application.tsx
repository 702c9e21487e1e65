import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { makeRouter } from './router.ts'

/** Everything but the login page. */
export function Application() {
  const [{ router, queries }] = useState(makeRouter)
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
