import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { csrfToken } from './api/csrf.ts'
import { makeRouter } from './router.ts'
import { userQuery } from './session/queries.ts'

/** Everything but the login page. Asks for the user at once where the browser has a session, beside all that is loaded. */
export function makeApplication() {
  const { router, queries } = makeRouter()
  if (csrfToken() !== undefined) void queries.prefetchQuery(userQuery)
  return function Application() {
    return (
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    )
  }
}
