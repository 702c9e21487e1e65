import { useEffect, useRef } from 'react'

/** Returns a function that tells whether the calling component is still mounted, for work that finishes after the user may have left. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false)
  // The component is unmounted outside its own rendering.
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return () => isHere.current
}
