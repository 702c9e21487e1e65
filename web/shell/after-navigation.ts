import type { AnyRouter } from '@tanstack/react-router'
import { refreshPreferences } from '../tenants/queries.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Something opens or closes beside the page, which stays where it is and moves the focus itself. */
    keepsPlace?: boolean
  }
}

/**
 * What follows each navigation to another page: the view returns to the top (spec §2), focus goes to the page's heading so
 * that screen readers start there, and preferences of an earlier hour are fetched again.
 */
export function followNavigation(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
    refreshPreferences()
    if (!pathChanged || fromLocation === undefined || toLocation.state.keepsPlace) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true })
  })
}
