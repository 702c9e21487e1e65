import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { knownTenantVersion, onPreferences } from '../tenants/queries.ts'
import { userQuery } from './queries.ts'

/**
 * After a change of the tenant, which every reply tells of, the user is asked for anew: they may do other things, or have new
 * terms to accept. On a page where something was typed or chosen that waits until the next page is opened.
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
    // They are also fetched by the hour, when nothing has changed.
    if (before === undefined || before === version) return
    // Nobody is shown who is logged in, as on a page that has gone.
    const shown = queries.getQueryCache().find({ queryKey: userQuery.queryKey })
    if (shown === undefined || shown.getObserversCount() === 0) return
    void queries.invalidateQueries({ queryKey: userQuery.queryKey, refetchType: 'none' })
    if (!isTouched) void router.invalidate()
  })
}
