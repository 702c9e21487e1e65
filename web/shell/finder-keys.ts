import { takeLoneKeys, takesText } from '../ui/lone-keys.ts'

/**
 * Calls `open` when somebody asks for the search: by Ctrl-K (or Cmd-K) anywhere, or by `/` outside text fields. Both
 * are ignored while a dialog is open, and so is a `/` within a code that a scanner types, such as an address. Returns a
 * function that stops it.
 */
export function onAskedToFind(open: () => void): () => void {
  function onKeyDown(event: KeyboardEvent) {
    // A browser's autofill sends a `keydown` without a key.
    if (typeof event.key !== 'string' || event.defaultPrevented || event.isComposing || event.repeat) return
    const isAsked =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
    if (!isAsked || isInDialog()) return
    event.preventDefault()
    open()
  }

  document.addEventListener('keydown', onKeyDown)
  const stopTaking = takeLoneKeys({
    meaningOf: (key, at) =>
      key !== '/' || isInDialog() || takesText(at) || at.closest('[role="menu"]') !== null
        ? undefined
        : {
            act() {
              if (!isInDialog()) open()
              return undefined
            },
            refuse: () => undefined,
          },
  })
  return () => {
    stopTaking()
    document.removeEventListener('keydown', onKeyDown)
  }
}

function isInDialog(): boolean {
  return document.querySelector('dialog[open]') !== null
}
