import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import styles from './row-actions.module.css'

/** What can be done about a row, side by side: in the table as small as it gets, on a card as large as a thumb. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface Props {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>
  word: string
  /** The word with whom or what it is about, for who cannot see the row. */
  label: string
  isPending: boolean
  onAct: () => void
  /** Asked before it is done: for what takes something away. */
  confirm?: { title: string; text: string; stay: string; leave: string }
}

/** One thing to do about a row. After the question whoever works by keyboard is where they were, or beside it. */
export function RowAction({ icon: Icon, word, label, isPending, onAct, confirm }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)

  /** A dialog that is gone leaves the focus nowhere. */
  function close(next: HTMLElement | null | undefined) {
    flushSync(() => setAsking(false))
    next?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.action}
        title={word}
        aria-label={label}
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (isPending) return
          if (confirm === undefined) onAct()
          else setAsking(true)
        }}
      >
        <Icon size={16} aria-hidden />
        <span className={styles.word}>{word}</span>
      </button>
      {isAsking && confirm !== undefined && (
        <ConfirmDialog
          {...confirm}
          onStay={() => close(button.current)}
          onLeave={() => {
            // The button goes with the state that it is for; another of the row may stay.
            close(button.current?.parentElement?.querySelector('button'))
            onAct()
          }}
        />
      )}
    </>
  )
}
