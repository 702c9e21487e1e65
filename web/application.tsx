import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { csrfToken } from './api/csrf.ts'
import { makeRouter, pendingMs } from './router.ts'
import { userQuery } from './session/queries.ts'

/**
 * Creates everything but the login page. If the page is for users and the browser has a session, it requests the user
 * at once. `load` settles when the first page can be drawn completely with its data, or has taken so long that its
 * placeholder is shown; until then the document's static picture stays. Call it once the preferences are known, and
 * render only then: if the router loads while it is rendered, it renders several times over, each time without a pause.
 */
export function makeApplication() {
  const { router, queries } = makeRouter()
  const isForUsers = router.matchRoutes(router.latestLocation).some(({ routeId }) => routeId === '/logged-in')
  if (isForUsers && csrfToken() !== undefined) void queries.prefetchQuery(userQuery)
  return { Page: Application, load }

  function Application() {
    return (
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    )
  }

  async function load(): Promise<void> {
    await Promise.race([loadWhole(), new Promise((resolve) => setTimeout(resolve, pendingMs))])
  }

  async function loadWhole(): Promise<void> {
    await router.load()
    await Promise.all(router.state.matches.flatMap(({ context }) => context.answered ?? []))
  }
}
