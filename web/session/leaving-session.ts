import { inBrowser } from '../browser.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { abortPending } from '../api/client.ts'
import { forgetTab, isSessionOver } from '../api/open-work.ts'
import { loginAddress, otherSessionAddress } from '../paths.ts'
import { keepMessage, type SnackbarMessage } from '../ui/snackbar-store.ts'

/**
 * Ends the session on this side (spec §4): stops pending requests, forgets everything that was fetched and loads another
 * page afresh, which shows the message. Nothing outlives it but what the same person left unsent (`forgetTab`).
 */
export function leaveSession(
  queries: QueryClient,
  address: string,
  message: string,
  tone: SnackbarMessage['tone'],
): void {
  // Somebody else's session has been left already, and the page is on its way.
  if (isLeft) return
  abortPending()
  forgetTab()
  forgetFetched(queries)
  keepMessage(message, tone)
  window.location.assign(address)
}

let isLeft = false

/**
 * Leaves the session of somebody else, who has logged in in another tab: nothing that this page shows or holds is for them. It goes
 * out of sight at once, sends nothing more, and cannot be come back to. What the same person left unsent of a test stays theirs.
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
 * Forgets what was fetched. What is under way is not cancelled: whoever waits for it, such as a page that is just being opened, would be told of
 * an error, and need not be told anything while another page loads.
 */
function forgetFetched(queries: QueryClient): void {
  const cache = queries.getQueryCache()
  for (const query of cache.getAll()) {
    if (query.state.fetchStatus === 'idle') cache.remove(query)
    else query.setState(query.resetState)
  }
  queries.getMutationCache().clear()
}

/** The key is written only to be heard: browsers tell the other tabs of a change of storage. */
const leftKey = 'lateral.left'

/** What the other tabs are to say: the value under `leftKey`. */
type Farewell = Pick<SnackbarMessage, 'text' | 'tone'>

/** Tells the other tabs of this browser that their session is over too, and what to say of it. */
export function tellOtherTabs(farewell: Farewell): void {
  inBrowser.setItem(leftKey, JSON.stringify(farewell))
  inBrowser.removeItem(leftKey)
}

/** Leaves for the login page when another tab ended the session: nothing of it stays on the screen. */
export function useLeaveWithOtherTabs(): void {
  const queries = useQueryClient()
  // Storage is outside React.
  useEffect(() => {
    function onStorage(event: StorageEvent) {
      if (event.key !== leftKey || event.newValue === null) return
      // Written by `tellOtherTabs`, of the same origin.
      const { text, tone } = JSON.parse(event.newValue) as Farewell
      leaveSession(queries, loginAddress(), text, tone)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [queries])
}
