/** A scanner types its next key sooner than this, in milliseconds, and a person does not. */
const scannersPause = 80
/**
 * Typing outside any field comes from a person, not from a scanner, if no key was pressed for this long, in
 * milliseconds.
 */
const quietBefore = 250

/**
 * Calls `open` when somebody asks for the search: by Ctrl-K (or Cmd-K) anywhere, or by `/` outside text fields. Both
 * are ignored while a dialog is open, and so is a `/` within a code that a scanner types, such as an address. Returns a
 * function that stops it.
 */
export function onAskedToFind(open: () => void): () => void {
  let lastKeyAt = Number.NEGATIVE_INFINITY
  let waiting: ReturnType<typeof setTimeout> | undefined

  function onKeyDown(event: KeyboardEvent) {
    // A browser's autofill sends a `keydown` without a key.
    if (typeof event.key !== 'string' || isModifier(event.key)) return
    clearTimeout(waiting)
    const isQuiet = event.timeStamp - lastKeyAt > quietBefore
    lastKeyAt = event.timeStamp
    if (event.defaultPrevented || event.isComposing || event.repeat || isInDialog()) return
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      open()
    } else if (event.key === '/' && !event.ctrlKey && !event.metaKey && isQuiet && !isTyped(event.target)) {
      // Firefox would search the page.
      event.preventDefault()
      waiting = setTimeout(() => !isInDialog() && open(), scannersPause)
    }
  }

  document.addEventListener('keydown', onKeyDown)
  return () => {
    clearTimeout(waiting)
    document.removeEventListener('keydown', onKeyDown)
  }
}

function isModifier(key: string): boolean {
  return ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'].includes(key)
}

function isInDialog(): boolean {
  return document.querySelector('dialog[open]') !== null
}

/** True if keys have a meaning in an element: text fields, and select lists, which jump to the typed letter. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'submit', 'reset'].includes(target.type)
  return target.isContentEditable || target.matches('textarea, select, [role="combobox"], [role="menu"] *')
}
