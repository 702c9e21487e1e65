import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type AnyRouter, type RouterHistory } from '@tanstack/react-router'
import { nameRoutesBy, reportError, traceNavigation } from './api/error-reporting.ts'
import { handleFailures } from './api/failures.ts'
import { makeQueryClient } from './api/query.ts'
import { onOtherSpeaker } from './api/speaker.ts'
import { loginAddress, tenantsAddress } from './paths.ts'
import { routeTree } from './routes.tsx'
import { followNavigation } from './routing/after-navigation.ts'
import { rememberError } from './visitors/last-error.ts'
import { PageFailed } from './loading/page-failed.tsx'
import { PagePending } from './loading/page-pending.tsx'
import { followUser } from './session/following-user.ts'
import { leaveSession, leaveToOtherPerson } from './session/leaving-session.ts'
import { userQuery } from './session/queries.ts'
import { forgetPreferences } from './preferences/preferences.ts'
import { t } from './ui/phrases.ts'
import { keepMessage, showMessage } from './ui/snackbar-store.ts'

/** How long a page may take before its placeholder appears, in milliseconds. */
export const pendingMs = 300

/** The router with its query cache, and the central handling of errors (spec §8) connected to both. */
export function makeRouter(history?: RouterHistory) {
  const queries: QueryClient = makeQueryClient()
  const router = createRouter({
    routeTree,
    context: { queries },
    ...(history && { history }),
    scrollRestoration: false,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultPendingMs: pendingMs,
    defaultErrorComponent: PageFailed,
    defaultOnCatch: reportError,
  })
  followNavigation(router)
  loadPagesAhead(router)
  nameRoutesBy((pathname) => router.getMatchedRoutes(pathname)[2]?.fullPath)
  traceNavigations(router)
  followUser(router, queries)
  const otherPerson = () => leaveToOtherPerson(queries)
  const otherPlace = () => {
    forgetPreferences()
    keepMessage(t('errors:entered-elsewhere'), 'notice')
    window.location.assign('/')
  }
  onOtherSpeaker((other) => (other === 'other-person' ? otherPerson() : otherPlace()))
  handleFailures({
    otherPerson,
    otherPlace,
    isLoggedIn: () => queries.getQueryData(userQuery.queryKey) !== undefined,
    sessionExpired: ({ code, message }) => {
      const words = code === 'access-suspended' ? message : t('session:expired')
      leaveSession(queries, loginAddress(router.latestLocation.href), words, 'notice')
    },
    notFound: () => {
      showMessage(t('errors:not-found'), 'danger')
      void router.navigate({ to: '/', replace: true })
    },
    entryEnded: () => {
      // The next document fetches everything again, in the operator's own brand.
      forgetPreferences()
      keepMessage(t('errors:entry-ended'), 'notice')
      window.location.assign(tenantsAddress)
    },
    showError: (error) => {
      rememberError(error)
      void router.navigate({ to: '/error', replace: false })
    },
  })
  return { router, queries }
}

/**
 * Loads a page's code while its guards wait for the user. A failure here is repeated and reported when the page is
 * drawn.
 */
function loadPagesAhead(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ toLocation }) => {
    for (const { routeId } of router.matchRoutes(toLocation)) {
      router.routesById[routeId]?.options.component?.preload?.().catch(() => undefined)
    }
  })
}

function traceNavigations(router: AnyRouter): void {
  let startedAt: number | undefined
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    startedAt = fromLocation !== undefined && pathChanged ? performance.now() : undefined
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    if (startedAt !== undefined) traceNavigation(toLocation.pathname, startedAt)
    startedAt = undefined
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>['router']
  }
}
