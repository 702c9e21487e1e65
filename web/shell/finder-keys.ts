/** A scanner types its next key sooner than this, in milliseconds, and somebody who wants to search does not. */
const scannersPause = 80
/** Whoever types nowhere in particular is no scanner when they have not touched a key for so long, in milliseconds. */
const quietBefore = 250

/**
 * Calls back when somebody asks for the search: by Ctrl-K (or Cmd-K) anywhere, and by `/` where nothing is typed. Neither while a dialog is
 * open; nor `/` in the middle of a code that a scanner types, as in an address. Answers how to stop.
 */
export function onAskedToFind(open: () => void): () => void {
  let lastKeyAt = Number.NEGATIVE_INFINITY
  let waiting: ReturnType<typeof setTimeout> | undefined

  function onKeyDown(event: KeyboardEvent) {
    // What a browser fills in by itself comes as a `keydown` without a key.
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

/** Whether keys are typed into an element: a list of choices goes to what begins so. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'submit', 'reset'].includes(target.type)
  return target.isContentEditable || target.matches('textarea, select, [role="combobox"], [role="menu"] *')
}
