import { useCallback, useState } from 'react'

/** The width of an element in whole pixels, now and as it changes; what was guessed until it is there. */
export function useWidth(
  guess: number,
): [ref: (element: HTMLElement | null) => (() => void) | undefined, width: number] {
  const [width, setWidth] = useState(guess)
  const ref = useCallback((element: HTMLElement | null) => {
    // Where nothing is laid out, nothing changes its width.
    if (element === null || !('ResizeObserver' in window)) return undefined
    const observer = new ResizeObserver(() => {
      // On paper the picture is scaled instead: it is not drawn anew for it.
      if (element.clientWidth > 0 && !window.matchMedia('print').matches) setWidth(element.clientWidth)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
