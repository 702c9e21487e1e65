import { useEffect, useRef, type KeyboardEvent } from 'react'

/** A scanner's keys follow each other faster than this, in milliseconds, and no finger's do. */
const gapMs = 40

/** A scanner may pause for so long within a code, in milliseconds. */
const scanGapMs = 100

interface Keys {
  /** A key that was pressed by itself while this row had the focus. */
  onKey: (key: string, rowId: string) => void
  /** What a scanner typed. */
  onScan: (text: string) => void
  onMove: (rowId: string, by: 1 | -1) => void
  onClear: (rowId: string) => void
  /** Leads to the people from the page itself, whose title has the focus after a link, and nothing after a reload. */
  onArrive: (() => void) | undefined
}

/**
 * The keys of a roster, which has the focus on one of its rows (`data-row`). A key is taken a moment later, once it is known
 * that it is not the beginning of what a scanner types, whose digits would choose results.
 */
export function useRoundKeys(keys: Keys) {
  const latest = useRef(keys)
  // A key is taken by what the page shows then, not by what it showed when it was pressed.
  useEffect(() => {
    latest.current = keys
  })
  const typed = useRef<{ text: string; rowId: string; timer: ReturnType<typeof setTimeout> | undefined }>({
    text: '',
    rowId: '',
    timer: undefined,
  })
  useEffect(() => {
    const { current } = typed
    return () => clearTimeout(current.timer)
  }, [])

  useEffect(() => {
    function onArrow(event: globalThis.KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (key !== 'ArrowDown' || ctrlKey || metaKey || altKey || shiftKey) return
      const { onArrive } = latest.current
      if (onArrive === undefined || !(target instanceof HTMLElement) || !target.matches('body, main, h1')) return
      event.preventDefault()
      onArrive()
    }
    window.addEventListener('keydown', onArrow)
    return () => window.removeEventListener('keydown', onArrow)
  }, [])

  function settle() {
    const { text, rowId, timer } = typed.current
    clearTimeout(timer)
    typed.current = { text: '', rowId: '', timer: undefined }
    if (text.length === 1) latest.current.onKey(text.toLowerCase(), rowId)
    // Two keys at once are an accident, which enters nothing.
    else if (text.length > 3) latest.current.onScan(text)
  }

  return function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, repeat, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
    if (target.closest('input, textarea, select') !== null) return
    const rowId = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (rowId === undefined) return
    if (key === 'Enter' && typed.current.text !== '') {
      event.preventDefault()
      return settle()
    }
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      return keys.onMove(rowId, key === 'ArrowDown' ? 1 : -1)
    }
    if (key === 'Backspace' || key === 'Delete') {
      event.preventDefault()
      return keys.onClear(rowId)
    }
    if (key.length !== 1 || key === ' ' || repeat) return
    event.preventDefault()
    const text = typed.current.text + key
    const from = typed.current.text === '' ? rowId : typed.current.rowId
    clearTimeout(typed.current.timer)
    typed.current = { text, rowId: from, timer: setTimeout(settle, text.length === 1 ? gapMs : scanGapMs) }
  }
}
