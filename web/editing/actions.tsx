import { useId, useState, type ComponentType } from 'react'
import { ConfirmDialog, type Confirmation } from '../ui/confirm-dialog.tsx'
import type { Elements } from '../ui/elements.ts'
import * as styles from './actions.module.css'

interface ActionsProps {
  /** The heading on the page of one row; left out in the cell of a list. */
  title?: string
  level?: 2 | 3
  children: Elements
}

/**
 * The actions for a row. In a list they are side by side, small in the table and thumb-sized on a card; on the row's
 * page they are one below the other under a heading, above all that loads later, so that no button moves under a finger.
 */
export function Actions({ title, level = 2, children }: ActionsProps) {
  const Heading = `h${level}` as const
  if (title === undefined) {
    return (
      <div data-actions className={styles.row}>
        {children}
      </div>
    )
  }
  return (
    <section data-actions className={styles.page}>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </section>
  )
}

interface Props {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>
  word: string
  /** In a list: the action with its object, for screen readers. */
  label?: string
  isPending: boolean
  onAct: () => void
  /** Asked before a harmful action; the text explains its effect. */
  confirm?: Confirmation | undefined
  /** Explains why the action is not possible now. The button stays visible with the explanation, and does nothing. */
  obstacle?: string | undefined
}

/** One action. After it, the focus stays on the button. If it disappears, the focus moves to another one of the row, or else to the page's title. */
export function Action({ icon: Icon, word, label, isPending, onAct, confirm, obstacle }: Props) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const isInactive = isPending || obstacle !== undefined
  return (
    <div className={styles.item}>
      <button
        ref={handOnFocus}
        type="button"
        className={styles.action}
        title={word}
        aria-label={label}
        aria-disabled={isInactive || undefined}
        aria-busy={isPending || undefined}
        aria-describedby={obstacle === undefined ? undefined : id}
        onClick={() => {
          if (isInactive) return
          if (confirm === undefined) onAct()
          else setAsking(true)
        }}
      >
        <Icon size={16} aria-hidden />
        <span className={styles.word}>{word}</span>
      </button>
      {obstacle !== undefined && (
        <p id={id} className={styles.obstacle}>
          {obstacle}
        </p>
      )}
      {isAsking && confirm !== undefined && (
        <ConfirmDialog
          {...confirm}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false)
            onAct()
          }}
        />
      )}
    </div>
  )
}

/** A button that disappears with the state it acted on would leave the focus nowhere. */
function handOnFocus(button: HTMLButtonElement | null) {
  return () => {
    if (button === null || document.activeElement !== button) return
    const others = button.closest('[data-actions]')?.querySelectorAll('button') ?? []
    const other = [...others].find((one) => one !== button)
    if (other !== undefined) other.focus()
    else document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true })
  }
}
