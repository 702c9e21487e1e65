import { useState } from 'react'

/** Nobody has read a screen after this time, in milliseconds. */
const unread = 700

/** Answers whether a key comes so soon after this appeared that it was meant for the screen before. */
export function useTooSoon(): () => boolean {
  const [shownAt] = useState(() => performance.now())
  return () => performance.now() - shownAt < unread
}
