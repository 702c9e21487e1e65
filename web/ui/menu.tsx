import type { KeyboardEvent, ReactNode } from 'react'
import { usePopover, type Alignment } from './use-popover.ts'
import * as styles from './menu.module.css'

interface Props {
  /** Names the button if its content is not text. */
  label?: string
  /** The content of the button. */
  button: ReactNode
  /** Styles the button to match those around it. */
  buttonClass?: string
  /** The tooltip of the button. */
  title?: string
  /** Focuses the button when it appears. */
  takesFocus?: boolean
  /** Ignores presses and keeps the focus. */
  isInactive?: boolean
  align?: Alignment
  /** Items: buttons and links with role `menuitem` or `menuitemradio`. */
  children: ReactNode
}

/** A button that opens a menu. Arrow keys, Home, End, Escape and Tab work as in any menu; a choice closes it. */
export function Menu(props: Props) {
  const {
    label,
    button,
    buttonClass = styles.button,
    title,
    takesFocus = false,
    isInactive = false,
    align = 'end',
    children,
  } = props
  const { isOpen, close, opener, panel } = usePopover(align)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Closed after the focus has moved on, because closing takes it back.
    if (event.key === 'Tab') setTimeout(close)
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const next = nextItem(items, document.activeElement, event.key)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return (
    <>
      <button
        {...opener}
        className={buttonClass}
        title={title}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the focused element, so that keyboard users keep their place
        autoFocus={takesFocus}
        popoverTarget={isInactive ? undefined : panel.id}
        aria-haspopup="menu"
        aria-controls={isOpen ? panel.id : undefined}
        aria-label={label}
        aria-disabled={isInactive || undefined}
        data-inactive={isInactive || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isInactive) return
          event.preventDefault()
          if (!isOpen) event.currentTarget.click()
        }}
      >
        {button}
      </button>
      {/* The menu handles the keys and clicks of its items. */}
      <div
        {...panel}
        className={`${panel.className} ${styles.menu}`}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={close}
      >
        {isOpen && children}
      </div>
    </>
  )
}

function nextItem(items: HTMLElement[], focused: Element | null, key: string): HTMLElement | undefined {
  const at = items.findIndex((item) => item === focused)
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at(at - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      return undefined
  }
}
