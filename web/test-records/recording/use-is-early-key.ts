import { useState } from 'react'

/** Nobody has read a new screen before this time, in milliseconds. */
const unread = 700

/** Returns a function that is true for a key press so soon after mounting that it was meant for the previous screen. */
export function useIsEarlyKey(): () => boolean {
  const [shownAt] = useState(() => performance.now())
  return () => performance.now() - shownAt < unread
}
