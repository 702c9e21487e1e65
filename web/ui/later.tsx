import { Suspense, useDeferredValue, type ReactNode } from 'react'

/**
 * Draws its content once the page around it is on the screen, and `fallback` until then and while it loads: what may come later asks
 * for nothing before.
 */
export function Later({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  const isDrawn = useDeferredValue(true, false)
  return isDrawn ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
