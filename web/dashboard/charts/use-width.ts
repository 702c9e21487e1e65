import { startTransition, useCallback, useState } from 'react'

/** The width to use without a layout, as in jsdom. */
const widthWithoutLayout = 720

/**
 * The width of an element in whole pixels, following changes; undefined until it is known, because anything drawn
 * earlier might be too wide.
 */
export function useWidth(): [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  width: number | undefined,
] {
  const [width, setWidth] = useState('ResizeObserver' in window ? undefined : widthWithoutLayout)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null || !('ResizeObserver' in window)) return undefined
    const observer = new ResizeObserver(() => {
      const measured = element.clientWidth
      // On paper the picture is scaled and not drawn again.
      const isPaper = window.matchMedia('print').matches
      startTransition(() =>
        setWidth((known) => (measured === 0 || (known !== undefined && isPaper) ? known : measured)),
      )
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
