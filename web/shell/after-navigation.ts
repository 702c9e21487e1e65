import type { AnyRouter } from '@tanstack/react-router'
import { refreshPreferences } from '../tenants/queries.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Something opens or closes beside the page, which stays where it is and moves the focus itself. */
    keepsPlace?: boolean
  }
}

/**
 * What follows each navigation: the view returns to the top (spec §2), also going back, where browsers would put it where
 * it was. On another page, focus goes to its heading so that screen readers start there. Preferences of an earlier hour
 * are fetched again.
 */
export function followNavigation(router: AnyRouter): () => void {
  window.history.scrollRestoration = 'manual'
  return router.subscribe('onRendered', ({ pathChanged, hrefChanged, fromLocation, toLocation }) => {
    refreshPreferences()
    if (!hrefChanged || fromLocation === undefined || toLocation.state.keepsPlace) return
    window.scrollTo(0, 0)
    if (pathChanged) focusHeading()
  })
}

let waiting: MutationObserver | undefined

/**
 * While a part of the app still loads, the page that was left is hidden and takes no focus. The heading takes it when it
 * comes, unless the user went on meanwhile.
 */
function focusHeading(): void {
  waiting?.disconnect()
  waiting = undefined
  if (couldFocus()) return
  const before = document.activeElement
  waiting = new MutationObserver((_, observer) => {
    const wentOn = document.activeElement !== before && document.activeElement !== document.body
    if (wentOn || couldFocus()) observer.disconnect()
  })
  waiting.observe(document.body, { childList: true, subtree: true })
}

function couldFocus(): boolean {
  const heading = document.querySelector<HTMLElement>('[data-page-heading]')
  heading?.focus({ preventScroll: true })
  return heading !== null && document.activeElement === heading
}
