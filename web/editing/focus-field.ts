/**
 * Focuses a field of a form by its name, in sight and with what hides it opened. Without such a field, nothing happens. A field of
 * several controls gets the focus at the first that is empty.
 */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const place = form?.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const control = place ? controlIn(place, name) : form?.querySelector<HTMLElement>(selectorOf(name))
  if (control == null) return
  for (let fold = control.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  control.focus({ preventScroll: true })
  control.scrollIntoView?.({ block: 'center' })
}

function controlIn(place: Element, name: string): HTMLElement | undefined {
  const own = place.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  if (own !== null) return own
  const controls = [...place.querySelectorAll<HTMLInputElement>('input, select, textarea')]
  return (
    controls.find(({ value, disabled }) => value === '' && !disabled) ??
    controls.find(({ disabled }) => !disabled) ??
    place.querySelector<HTMLElement>('button') ??
    undefined
  )
}

/** A control of this name, or the checkbox of a list, whose name and value stand beside a dot. */
function selectorOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const box = `[name="${CSS.escape(name.slice(0, dot))}"][value="${CSS.escape(name.slice(dot + 1))}"]`
  return `[name="${CSS.escape(name)}"]${dot > 0 ? `, ${box}` : ''}`
}

/** How a field gets the focus: whether the page scrolls to it, and whether an empty one goes before a full one. */
interface FirstFocus extends FocusOptions {
  prefersEmpty?: boolean
}

/**
 * Focuses the first field that is wrong, or else the first, or the first empty one; of radio buttons the chosen one, because
 * focus on another would look like a choice.
 */
export function focusFirstField(form: HTMLFormElement | null, { prefersEmpty = false, ...options }: FirstFocus): void {
  const all = form?.querySelectorAll<Field>('input, select, textarea') ?? []
  const fields = [...all].filter(({ disabled, type }) => !disabled && type !== 'file' && type !== 'hidden')
  const first = fields.find(isWrong) ?? (prefersEmpty ? fields.find(isEmpty) : undefined) ?? fields[0]
  const made = first?.type === 'radio' && form?.querySelector<HTMLInputElement>(`${sameName(first)}:checked`)
  const field = made || first
  field?.focus(options)
}

/** A `ref` around a form that takes the place of the button that opened it: its first field has the focus then. */
export function focusFormIn(around: HTMLElement | null): void {
  focusFirstField(around?.querySelector('form') ?? null, {})
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isWrong(field: Field): boolean {
  return field.getAttribute('aria-invalid') === 'true'
}

function isEmpty(field: Field): boolean {
  if (field.type === 'radio') return field.form?.querySelector(`${sameName(field)}:checked`) === null
  return field.type !== 'checkbox' && field.value === ''
}

function sameName({ name }: Field): string {
  return `input[name="${CSS.escape(name)}"]`
}
