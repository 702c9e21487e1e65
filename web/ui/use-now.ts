import { useSyncExternalStore } from 'react'
import { presentTime } from '../../contract/rules/present.ts'

const minute = 60_000

/** The present time, updated every minute, so that a page left open shows today's date. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute))
}

function currentMinute(): number {
  return Math.floor(presentTime().getTime() / minute) * minute
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, minute / 4)
  return () => clearInterval(timer)
}
