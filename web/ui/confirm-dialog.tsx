import { useId, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'

interface Props {
  title: string
  text: string
  /** The button that goes back to where one was; it stands first and has the focus. */
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
  /** A third way, where there is one: it leaves and loses nothing. */
  between?: { label: string; onChoose: () => void }
  /** What it is about, where that is more than a sentence. It scrolls where it is long. */
  children?: ReactNode
}

/** Asks before something is lost. Escape stays. Shown for as long as it is rendered. */
export function ConfirmDialog({ title, text, stay, leave, onStay, onLeave, between, children }: Props) {
  const id = useId()
  return (
    <dialog ref={open} className={styles.dialog} aria-labelledby={id} onCancel={onStay}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children !== undefined && <div className={styles.about}>{children}</div>}
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button onClick={onStay}>{stay}</Button>
        {between !== undefined && (
          <Button variant="default" onClick={between.onChoose}>
            {between.label}
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </dialog>
  )
}

/** Closed before it goes, it gives the focus back to where that was. */
function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal()
  return () => dialog?.close()
}
