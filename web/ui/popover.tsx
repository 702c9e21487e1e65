import { useId, useRef, useState, type ReactNode, type RefObject, type ToggleEvent } from 'react'
import { flushSync } from 'react-dom'
import styles from './popover.module.css'

interface Props {
  /** What the button shows. */
  button: ReactNode
  buttonClass: string | undefined
  /** Names the button where what it shows does not say enough. */
  buttonLabel?: string
  /** Names what it opens. */
  label: string
  /** Is drawn while it is open, and may close it. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a small panel below itself: the browser's own popover, which Escape and a press elsewhere close. What is
 * pressed in it, or its first control, takes the focus.
 */
export function Popover({ button, buttonClass, buttonLabel, label, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const anchor = `--${id.replaceAll(/\W/g, '')}`

  /** What it holds is there before it is seen: so it opens at its size. */
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

/** Where the browser does not place what is anchored, as Firefox until 147 and Safari until 26. */
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

/** What stays free at the edge of the screen, in pixels. */
const margin = 16
