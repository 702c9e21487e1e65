import { useId, useState, type ComponentType } from 'react'
import { ConfirmDialog, type Confirmation } from '../ui/confirm-dialog.tsx'
import type { Elements } from '../ui/elements.ts'
import styles from './actions.module.css'

interface ActionsProps {
  /** On the page of one row, the heading above them; left out in the cell of a list. */
  title?: string
  level?: 2 | 3
  children: Elements
}

/**
 * What can be done about a row. In its list side by side: in the table as small as it gets, on a card as large as a thumb.
 * On its page one below the other under a heading.
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
  /** In a list: the word with whom or what it is about, for who cannot see the row. */
  label?: string
  isPending: boolean
  onAct: () => void
  /** Asked before it is done, for what takes something away; the text says what will happen. */
  confirm?: Confirmation | undefined
  /** Why it cannot be done now. It stays in sight with this beside it, and does nothing. */
  obstacle?: string | undefined
}

/** One thing to do. Whoever works by keyboard stays on it; when it goes, on another of its row. */
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

/** A button that goes with the state that it was for would leave the focus nowhere. */
function handOnFocus(button: HTMLButtonElement | null) {
  return () => {
    if (button === null || document.activeElement !== button) return
    const others = button.closest('[data-actions]')?.querySelectorAll('button') ?? []
    ;[...others].find((other) => other !== button)?.focus()
  }
}
