import { inBrowser } from '../browser.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { abortPending } from '../api/client.ts'
import { forgetTab, isSessionOver } from '../api/open-work.ts'
import { loginAddress, otherSessionAddress } from '../paths.ts'
import { keepMessage, type SnackbarMessage } from '../ui/snackbar-store.ts'

/**
 * Ends the session in the browser (spec §4): stops pending requests, forgets all fetched data and loads another page
 * afresh, which shows the message. Only the same person's unsent work survives (`forgetTab`).
 */
export function leaveSession(
  queries: QueryClient,
  address: string,
  message: string,
  tone: SnackbarMessage['tone'],
): void {
  // The page is already being left because somebody else has logged in.
  if (isLeft) return
  abortPending()
  forgetTab()
  forgetFetched(queries)
  keepMessage(message, tone)
  window.location.assign(address)
}

let isLeft = false

/**
 * Leaves the page after somebody else has logged in in another tab, because nothing on it is meant for them. It is
 * hidden at once, sends no more requests, and cannot be returned to. Unsent work on a test stays with the person who
 * entered it.
 */
export function leaveToOtherPerson(queries: QueryClient): void {
  if (isLeft || isSessionOver()) return
  isLeft = true
  document.body.hidden = true
  abortPending()
  queries.clear()
  forgetTab()
  window.location.replace(otherSessionAddress)
}

/**
 * Forgets all fetched data. Pending requests are not cancelled: their callers, such as a page that is being opened,
 * would receive an error and report it while another page loads.
 */
function forgetFetched(queries: QueryClient): void {
  const cache = queries.getQueryCache()
  for (const query of cache.getAll()) {
    if (query.state.fetchStatus === 'idle') cache.remove(query)
    else query.setState(query.resetState)
  }
  queries.getMutationCache().clear()
}

/** This key is written only to notify other tabs, which browsers tell about changes of storage. */
const leftKey = 'lateral.left'

/** The message for the other tabs: the value under `leftKey`. */
type Farewell = Pick<SnackbarMessage, 'text' | 'tone'>

/** Tells the other tabs of this browser that their session has ended, with the message to show. */
export function tellOtherTabs(farewell: Farewell): void {
  inBrowser.setItem(leftKey, JSON.stringify(farewell))
  inBrowser.removeItem(leftKey)
}

/** Leaves for the login page when another tab ends the session, so that nothing of it stays on the screen. */
export function useLeaveWithOtherTabs(): void {
  const queries = useQueryClient()
  // Storage is outside React.
  useEffect(() => {
    function onStorage(event: StorageEvent) {
      if (event.key !== leftKey || event.newValue === null) return
      // The value was written by `tellOtherTabs`, from the same origin.
      const { text, tone } = JSON.parse(event.newValue) as Farewell
      leaveSession(queries, loginAddress(), text, tone)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [queries])
}
