/** A `ref` of a question that may appear out of sight or behind the bar of a form: scrolls no further than until it is seen. */
export function shownWhole(question: HTMLElement | null): void {
  question?.scrollIntoView?.({ block: 'nearest' })
}
