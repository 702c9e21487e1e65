import { useState } from 'react'
import { delayOf } from '../../ui/key-times.ts'

/** Nobody has read a new screen before this time, in milliseconds. */
const unread = 700

/**
 * Returns a function that is true for a key press so soon after mounting that it was meant for the previous screen. The press counts,
 * and not when a busy page came to handle it.
 */
export function useIsEarlyKey(): (event: { timeStamp: number }) => boolean {
  const [shownAt] = useState(() => performance.now())
  return (event) => performance.now() - delayOf(event) - shownAt < unread
}
