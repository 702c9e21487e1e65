import { startTransition, Suspense, useEffect, useState } from 'react'
import type { Elements } from './elements.ts'

interface Props {
  children: Elements
  fallback?: Elements
  /** What draws the content, where that is loaded: then it is drawn as soon as it is there. */
  code?: { preload: () => Promise<void> }
}

/**
 * Draws its content once the page around it can be seen, and `fallback` until then and while it loads: what may come later asks for
 * nothing before, so that a slow network brings what was drawn first, and nothing beside it.
 */
export function Later({ children, fallback = null, code }: Props) {
  const isDue = useDue(code)
  return isDue ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}

/**
 * Whether the browser has shown the component and the code is there. To be shown takes a frame: when the one after it begins, that one is
 * on the screen. Code that does not come is asked for again by the content, which says so.
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
