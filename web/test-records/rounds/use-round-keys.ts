import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { holdPresses } from '../../ui/held-presses.ts'
import { useLoneKeys } from '../../ui/use-lone-keys.ts'

/** A key that was pressed for a person, or for nobody. */
export interface RowKey {
  key: string
  rowId: string | undefined
}

interface Keys {
  list: RefObject<HTMLElement | null>
  /** True for a key that means something, in lower case. */
  isKey: (key: string) => boolean
  /** Does what a key means for who had the focus when it was pressed. Returns what undoes it. */
  onKey: (key: RowKey) => (() => void) | undefined
  /** What a scanner typed, wherever the focus is outside text fields. */
  onScan: (text: string) => void
  onMove: (rowId: string, by: 1 | -1) => void
  onClear: (rowId: string) => void
  /** Leads to the people from the page itself, whose title has the focus after a link, and nothing after a reload. */
  onArrive: (() => void) | undefined
}

/**
 * The keys of a roster, which has the focus on one of its rows (`data-row`). Returns the key that is about to be taken, once it is known
 * that no scanner typed it, and what handles the keys that move.
 */
export function useRoundKeys(keys: Keys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })

  const pending = useLoneKeys<RowKey>({
    whatOf(typed, at) {
      const key = typed.toLowerCase()
      if (!keys.isKey(key) || isBehindDialog()) return undefined
      const isInList = keys.list.current?.contains(at) === true
      if (!isInList && !isPage(at)) return undefined
      return { key, rowId: isInList ? rowAt(at) : undefined }
    },
    act: keys.onKey,
    onScan: (text) => !isBehindDialog() && keys.onScan(text),
  })

  // The keyboard is outside React.
  useEffect(() => holdPresses(keys.list.current), [keys.list])

  useEffect(() => {
    function onArrow(event: globalThis.KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (key !== 'ArrowDown' || ctrlKey || metaKey || altKey || shiftKey) return
      const { onArrive } = latest.current
      if (onArrive === undefined || !isPage(target)) return
      event.preventDefault()
      onArrive()
    }
    window.addEventListener('keydown', onArrow)
    return () => window.removeEventListener('keydown', onArrow)
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, ctrlKey, metaKey, altKey, target } = event
    // A menu of a row has taken the key.
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
    if (target.closest('input, textarea, select') !== null) return
    const rowId = rowAt(target)
    if (rowId === undefined) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      keys.onMove(rowId, key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Backspace' || key === 'Delete') {
      event.preventDefault()
      keys.onClear(rowId)
    }
  }

  return { pending, onKeyDown }
}

function rowAt(at: Element): string | undefined {
  return at.closest<HTMLElement>('[data-row]')?.dataset['row']
}

/** True for the page itself, on which nothing has the focus. */
function isPage(at: EventTarget | null): boolean {
  return at instanceof HTMLElement && at.matches('body, main, h1')
}

function isBehindDialog(): boolean {
  return document.querySelector('dialog[open]') !== null
}
