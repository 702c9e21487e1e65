/** The state of the focused field before a key was pressed. */
export interface FieldBefore {
  element: Element | null
  /** The text field that the key is typed in, if any. */
  field: Element | undefined
  wasFilled: boolean
  /** Restores the field's text, and tells the page. */
  putBack: () => void
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
      // React only notices a change that is made with the prototype's setter.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(active), 'value')?.set?.call(active, value)
      active.dispatchEvent(new Event(active instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    },
    focus() {
      if (active instanceof HTMLElement && active.isConnected && active !== document.activeElement) active.focus()
    },
  }
}

/** True if the target accepts typed text. */
export function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !/^(radio|checkbox|button|submit|file|range|color)$/.test(target.type)
}

function isValued(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return isTextField(element) || element instanceof HTMLSelectElement
}
