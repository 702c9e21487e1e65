import { startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Elements } from './elements.ts'
import { Skeleton } from './skeleton.tsx'

/**
 * Draws its content once it comes within a screen of what is seen, is to be printed, or its turn has come: one by one, as often as the
 * browser has nothing else to do. So who opens a long page can use what they see at once, and searching in the page finds the rest soon.
 * Until then its room is kept, `height` pixels.
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

/** Safari knows no idle time. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 100)
}
