/** What the field that has the focus was before a key was pressed. */
export interface FieldBefore {
  /** What had the focus then. */
  element: Element | null
  /** The field of text that the key is typed in, if it is one. */
  field: Element | undefined
  /** Whether it held something then. */
  wasFilled: boolean
  /** Gives the field back what it held then, and tells the page. */
  putBack: () => void
  /** Gives the focus back to what had it then. */
  focus: () => void
}

export function fieldBefore(): FieldBefore {
  const active = document.activeElement
  const value = isValued(active) ? active.value : undefined
  return {
    element: active,
    field: isTextField(active) ? active : undefined,
    wasFilled: value !== undefined && value !== '',
    putBack() {
      if (!isValued(active) || !active.isConnected || active.value === value) return
      // As a person would change it: React hears of what is set on the prototype alone.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(active), 'value')?.set?.call(active, value)
      active.dispatchEvent(new Event(active instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    },
    focus() {
      if (active instanceof HTMLElement && active.isConnected && active !== document.activeElement) active.focus()
    },
  }
}

/** Whether what is typed at something is text of it. */
export function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !/^(radio|checkbox|button|submit|file|range|color)$/.test(target.type)
}

function isValued(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return isTextField(element) || element instanceof HTMLSelectElement
}
