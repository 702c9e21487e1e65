import { useEffect, useRef, type KeyboardEvent } from 'react'

/** A scanner's keys follow each other faster than this, in milliseconds. */
const alone = 250

/** A handler of keys that tells a digit which somebody presses by itself; those of a scanner come before and behind others. */
export function useLoneDigit(onDigit: (digit: number) => void): (event: KeyboardEvent) => void {
  const last = useRef(-alone)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ key, repeat, ctrlKey, metaKey, altKey }) => {
    const isFirst = performance.now() - last.current > alone
    last.current = performance.now()
    clearTimeout(timer.current)
    if (!isFirst || repeat || ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return
    timer.current = setTimeout(() => onDigit(Number(key)), alone)
  }
}
