import { useId, useRef, useState, type ReactNode, type RefObject, type ToggleEvent } from 'react'
import { flushSync } from 'react-dom'
import * as styles from './popover.module.css'

interface Props {
  /** The content of the button. */
  button: ReactNode
  buttonClass: string | undefined
  /** Names the button if its content is not enough. */
  buttonLabel?: string
  /** Names the panel. */
  label: string
  /** Draws the content while the panel is open; `close` closes it. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a small panel below itself: the browser's own popover, which Escape and a press elsewhere close.
 * The pressed option in it, or its first control, takes the focus.
 */
export function Popover({ button, buttonClass, buttonLabel, label, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const anchor = `--${id.replaceAll(/\W/g, '')}`

  /** Renders the content before the panel is visible, so that it opens at its full size. */
  function onBeforeToggle({ newState }: ToggleEvent<HTMLDivElement>) {
    if (newState === 'open') flushSync(() => setOpen(true))
  }

  function onToggle({ newState }: ToggleEvent<HTMLDivElement>) {
    if (newState === 'closed') {
      setOpen(false)
      return
    }
    placeBelow(panel, opener)
    const first = panel.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    const focused = first ?? panel.current?.querySelector<HTMLElement>('button, input, select, a')
    focused?.focus()
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        style={{ anchorName: anchor }}
        popoverTarget={id}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.panel}
        style={{ positionAnchor: anchor }}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
      >
        {isOpen && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  )
}

/** Positions the panel in browsers without CSS anchor positioning, such as Firefox before 147 and Safari before 26. */
function placeBelow(
  { current: panel }: RefObject<HTMLElement | null>,
  { current: opener }: RefObject<HTMLElement | null>,
) {
  if (panel === null || opener === null || CSS.supports?.('position-area', 'bottom') !== false) return
  const { left, bottom } = opener.getBoundingClientRect()
  const room = document.documentElement.clientWidth - panel.offsetWidth - margin
  panel.style.inset = 'auto'
  panel.style.top = `${bottom + window.scrollY + 6}px`
  panel.style.left = `${Math.max(margin, Math.min(left, room))}px`
}

/** The free space at the edge of the screen, in pixels. */
const margin = 16
