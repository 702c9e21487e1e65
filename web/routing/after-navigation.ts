import type { AnyRouter } from '@tanstack/react-router'
import { refreshPreferences } from '../preferences/preferences.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Something opens or closes beside the page, which keeps its position and moves the focus itself. */
    keepsPlace?: boolean
  }
}

/**
 * Handles every navigation: the view returns to the top (spec §2), also going back, where browsers would restore the
 * position. On another page, the focus goes to its heading so that screen readers start there, or to the heading of what
 * is open beside a list. Preferences that are more than an hour old are fetched again.
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
 * While a part of the app is loading, the previous page is hidden and takes no focus. The heading takes the focus when
 * it appears, unless the user has moved on.
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
  const ofDetail = document.querySelector<HTMLElement>('[data-detail] h2')
  const heading = ofDetail ?? document.querySelector<HTMLElement>('[data-page-heading]')
  heading?.focus({ preventScroll: true })
  return heading !== null && document.activeElement === heading
}
