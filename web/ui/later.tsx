import { startTransition, Suspense, useEffect, useState } from 'react'
import type { Elements } from './elements.ts'

interface Props {
  children: Elements
  fallback?: Elements
  /** The lazily loaded component of the content, so that the content is drawn as soon as its code is there. */
  code?: { preload: () => Promise<void> }
}

/**
 * Draws its content once the page around it is visible, and `fallback` until then. The content requests nothing before
 * that, so that a slow network serves the visible part first.
 */
export function Later({ children, fallback = null, code }: Props) {
  const isDue = useDue(code)
  return isDue ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}

/**
 * True once the browser has shown the component and the code is loaded. Showing takes one frame, so the component is on
 * the screen when the next one begins. If the code fails to load, the content requests it again and reports the
 * failure.
 */
function useDue(code: Props['code']): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const draw = () => startTransition(() => setDue(true))
    const begin = () => (code === undefined ? draw() : void code.preload().then(draw, draw))
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(begin)
    })
    return () => cancelAnimationFrame(frame)
  }, [code])
  return isDue
}
