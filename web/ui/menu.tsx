import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
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
  /** The edge of the button with which the menu lines up. */
  align?: 'start' | 'end'
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
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  // Focus and clicks elsewhere are outside React.
  useEffect(() => {
    if (!isOpen) return undefined
    itemsOf(list.current)[0]?.focus()
    const close = (event: PointerEvent) => {
      const target = event.target as Node
      if (!list.current?.contains(target) && !opener.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])

  function closeAndReturn() {
    setOpen(false)
    opener.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab') setOpen(false)
    if (event.key === 'Escape') closeAndReturn()
    const next = nextItem(itemsOf(list.current), document.activeElement, event.key)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div className={styles.place}>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        title={title}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the focused element, so that keyboard users keep their place
        autoFocus={takesFocus}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        aria-disabled={isInactive || undefined}
        data-inactive={isInactive || undefined}
        onClick={() => setOpen(!isOpen && !isInactive)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isInactive) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {button}
      </button>
      {isOpen && (
        // The menu handles the keys and clicks of its items.
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className={styles.menu}
          data-align={align}
          onKeyDown={onKeyDown}
          onClick={closeAndReturn}
        >
          {children}
        </div>
      )}
    </div>
  )
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
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
