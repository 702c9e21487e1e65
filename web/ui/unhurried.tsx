import { startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Elements } from './elements.ts'
import { Skeleton } from './skeleton.tsx'

/**
 * Draws its content when it comes within a screen of the visible part, when the page is printed, or when its turn
 * comes: one by one, whenever the browser is idle. A long page is thus usable at once, and searching in it soon finds
 * the rest. Until then `height` pixels are reserved.
 */
export function Unhurried({ height, children }: { height: number; children: Elements }) {
  const place = useRef<HTMLDivElement>(null)
  const [isDue, setDue] = useState(!('IntersectionObserver' in window))

  useEffect(() => {
    if (isDue || place.current === null) return undefined
    const draw = () => startTransition(() => setDue(true))
    const drawForPaper = () => flushSync(() => setDue(true))
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) draw()
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(place.current)
    waiting.add(draw)
    letNext()
    window.addEventListener('beforeprint', drawForPaper)
    return () => {
      observer.disconnect()
      waiting.delete(draw)
      window.removeEventListener('beforeprint', drawForPaper)
    }
  }, [isDue])

  return isDue ? (
    children
  ) : (
    <div ref={place}>
      <Skeleton height={height} />
    </div>
  )
}

const waiting = new Set<() => void>()
let isTurnAhead = false

function letNext(): void {
  if (isTurnAhead || waiting.size === 0) return
  isTurnAhead = true
  whenIdle(() => {
    isTurnAhead = false
    const [draw] = waiting
    if (draw === undefined) return
    waiting.delete(draw)
    draw()
    letNext()
  })
}

/** Runs work when the browser is idle, with a fallback for Safari, which does not report idle time. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 100)
}
