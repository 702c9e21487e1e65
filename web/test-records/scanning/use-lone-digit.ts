import { useEffect, useRef, type KeyboardEvent } from 'react'

/** A scanner's keys follow each other faster than this, in milliseconds. */
const alone = 250

/**
 * Recognises a digit that somebody presses by itself, as opposed to a scanner's digits, which come with other keys.
 * `settle` applies a digit that was pressed a moment ago, because its page is being left. Both return true if a digit
 * did something.
 */
export function useLoneDigit(onDigit: (digit: number) => boolean) {
  const last = useRef(-alone)
  const waiting = useRef<{ digit: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => forget, [])

  function forget() {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }

  function settle(): boolean {
    const digit = waiting.current?.digit
    forget()
    return digit !== undefined && onDigit(digit)
  }

  function onKeyDown({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    // Keys with a name are no part of a code: Shift comes before a digit on some keyboards, and Enter or Tab after it.
    if (key.length > 1) return
    const isFirst = performance.now() - last.current > alone
    last.current = performance.now()
    forget()
    if (!isFirst || repeat || ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return
    waiting.current = { digit: Number(key), timer: setTimeout(settle, alone) }
  }

  return { onKeyDown, settle }
}
