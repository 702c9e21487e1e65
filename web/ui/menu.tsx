import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './menu.module.css'

interface Props {
  /** Names the button where its content is not words. */
  label?: string
  /** What the button shows. */
  button: ReactNode
  /** Looks of the button, where it stands among other buttons. */
  buttonClass?: string
  /** What the pointer is told while it rests on the button. */
  title?: string
  /** The button takes the focus when it appears. */
  takesFocus?: boolean
  /** The button does nothing for now and keeps the focus. */
  isInactive?: boolean
  /** Which edge of the button the menu lines up with. */
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces what had the focus: who works by keyboard goes on from here
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
        // The menu hears the keys and clicks of the items in it.
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
