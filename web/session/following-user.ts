import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { knownTenantVersion, onPreferences } from '../preferences/preferences.ts'
import { userQuery } from './queries.ts'

/**
 * Reloads the user after a change of the tenant, whose version every reply carries: permissions or terms may have
 * changed. On a page with typed or chosen data this waits until the next page is opened.
 */
export function followUser(router: AnyRouter, queries: QueryClient): void {
  let isTouched = false
  document.addEventListener(
    'input',
    () => {
      isTouched = true
    },
    { capture: true },
  )
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) isTouched = false
  })
  let version = knownTenantVersion()
  onPreferences(() => {
    const before = version
    version = knownTenantVersion()
    // The first version says nothing, and an hourly reload may bring the same one.
    if (before === undefined || before === version) return
    // No page shows the user, for instance because it has gone.
    const shown = queries.getQueryCache().find({ queryKey: userQuery.queryKey })
    if (shown === undefined || shown.getObserversCount() === 0) return
    void queries.invalidateQueries({ queryKey: userQuery.queryKey, refetchType: 'none' })
    if (!isTouched) void router.invalidate()
  })
}
