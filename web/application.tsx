import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { csrfToken } from './api/csrf.ts'
import { makeRouter } from './router.ts'
import { userQuery } from './session/queries.ts'

/** Everything but the login page. Where the page is for users and the browser has a session, asks for them at once. */
export function makeApplication() {
  const { router, queries } = makeRouter()
  const isForUsers = router.matchRoutes(router.latestLocation).some(({ routeId }) => routeId === '/logged-in')
  if (isForUsers && csrfToken() !== undefined) void queries.prefetchQuery(userQuery)
  return function Application() {
    return (
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    )
  }
}
