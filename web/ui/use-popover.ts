import { useId, useRef, useState, type ComponentProps, type ToggleEvent } from 'react'
import { flushSync } from 'react-dom'
import * as styles from './popover.module.css'

/** The edge of the button with which a panel lines up. */
export type Alignment = 'start' | 'end'

/**
 * The attributes of a button and of the panel that it opens below itself: the browser's own popover, which Escape and a
 * press elsewhere close. The content is rendered only while it is open. The pressed option in it, or its first control,
 * takes the focus, and the button gets it back.
 */
export function usePopover(align: Alignment = 'start') {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const anchor = `--${id.replaceAll(/\W/g, '')}`

  function onBeforeToggle({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) {
    if (newState !== 'open') return
    // Safari does not focus a button that is clicked, and browsers return the focus to what had it before.
    opener.current?.focus()
    // Rendered before the panel is visible, so that it opens at its full size.
    flushSync(() => setOpen(true))
    // The browser focuses it as it opens, before a key that follows at once. A panel without an anchor has no place yet.
    const first = firstOf(currentTarget)
    if (first !== null && isAnchored()) first.autofocus = true
  }

  function onToggle({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) {
    if (newState === 'closed') {
      setOpen(false)
      return
    }
    if (opener.current !== null) placeBelow(currentTarget, opener.current, align)
    if (!currentTarget.contains(document.activeElement)) firstOf(currentTarget)?.focus()
  }

  return {
    isOpen,
    close: () => panel.current?.hidePopover(),
    opener: {
      ref: opener,
      type: 'button',
      style: { anchorName: anchor },
      popoverTarget: id,
      'aria-expanded': isOpen,
    } satisfies ComponentProps<'button'>,
    panel: {
      ref: panel,
      id,
      popover: 'auto',
      className: styles.panel,
      style: { positionAnchor: anchor },
      'data-align': align,
      onBeforeToggle,
      onToggle,
    } satisfies ComponentProps<'div'> & { 'data-align': Alignment },
  } as const
}

/** Finds what takes the focus: the pressed option, or the first control. */
function firstOf(panel: HTMLElement): HTMLElement | null {
  return (
    panel.querySelector<HTMLElement>('[aria-pressed="true"]') ??
    panel.querySelector<HTMLElement>('button, input, select, a')
  )
}

/** False in browsers without CSS anchor positioning. */
function isAnchored(): boolean {
  return CSS.supports?.('position-area', 'bottom') !== false
}

/** Positions the panel in browsers without CSS anchor positioning, such as Firefox before 147 and Safari before 26. */
function placeBelow(panel: HTMLElement, opener: HTMLElement, align: Alignment) {
  if (isAnchored()) return
  const { left, right, bottom } = opener.getBoundingClientRect()
  const wanted = align === 'start' ? left : right - panel.offsetWidth
  const room = document.documentElement.clientWidth - panel.offsetWidth - margin
  panel.style.inset = 'auto'
  panel.style.top = `${bottom + window.scrollY + 6}px`
  panel.style.left = `${Math.max(margin, Math.min(wanted, room))}px`
}

/** The free space at the edge of the screen, in pixels. */
const margin = 16
