import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loginAddress } from '../paths.ts'
import { leaveSession } from './leave-session.ts'
import { leftKey, type Farewell } from './other-tabs.ts'

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
