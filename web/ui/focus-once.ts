/** A `ref` of something that takes the focus when it appears. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}

/** A `ref` of something that takes the focus when it appears, without being scrolled into view. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
