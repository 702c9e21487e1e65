import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loginAddress } from '../paths.ts'
import type { SnackbarMessage } from '../ui/snackbar-store.ts'
import { leaveSession } from './leave-session.ts'

/** Written only to be heard: browsers tell the other tabs of a change of storage. */
const key = 'lateral.left'

type Farewell = Pick<SnackbarMessage, 'text' | 'tone'>

/** Tells the other tabs of this browser that their session is over too, and what to say of it. */
export function tellOtherTabs(farewell: Farewell): void {
  try {
    localStorage.setItem(key, JSON.stringify(farewell))
    localStorage.removeItem(key)
  } catch {
    // Storage is switched off: the next request of each tab finds out.
    return
  }
}

/** Leaves for the login page when another tab ended the session: nothing of it stays on the screen. */
export function useLeaveWithOtherTabs(): void {
  const queries = useQueryClient()
  // Storage is outside React.
  useEffect(() => {
    function onStorage(event: StorageEvent) {
      if (event.key !== key || event.newValue === null) return
      // Written by tellOtherTabs above, of the same origin.
      const { text, tone } = JSON.parse(event.newValue) as Farewell
      leaveSession(queries, loginAddress(), text, tone)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [queries])
}
