import { useEffect, useState } from 'react'

/** Seconds that are left of a pause, which starts with the component and again with `restart`. */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [start, setStart] = useState(Date.now)
  const [now, setNow] = useState(start)
  const left = Math.max(0, Math.ceil(seconds - (now - start) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver, start])
  return {
    left,
    restart: () => {
      setStart(Date.now())
      setNow(Date.now())
    },
  }
}
