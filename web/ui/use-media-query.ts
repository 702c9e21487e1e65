import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether a CSS media query matches, now and as the window changes. While a page is printed it stays as it was: paper is narrower than
 * most screens, and what somebody has open must not be taken apart for it.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matches(query))
}

/** What each query was on the screen. */
const onScreen = new Map<string, boolean>()

function matches(query: string): boolean {
  const known = onScreen.get(query)
  if (known !== undefined && window.matchMedia('print').matches) return known
  const { matches: now } = window.matchMedia(query)
  onScreen.set(query, now)
  return now
}
