import { useCallback, useSyncExternalStore } from 'react'

/**
 * True if a CSS media query matches, and follows the window. During printing the value is kept: paper is narrower than
 * most screens, and must not rearrange what somebody has open.
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

/** The result of each query on the screen. */
const onScreen = new Map<string, boolean>()

function matches(query: string): boolean {
  const known = onScreen.get(query)
  if (known !== undefined && window.matchMedia('print').matches) return known
  const { matches: now } = window.matchMedia(query)
  onScreen.set(query, now)
  return now
}
