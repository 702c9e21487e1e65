import { useId, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'

export interface Confirmation {
  title: string
  text: string
  /** The button that keeps things as they are; it is quiet, stands first and has the focus. */
  stay: string
  /** The button that does it, and says what it does. */
  leave: string
  /** `loss` where doing it loses something, `stay` where staying is what the question is for; else a plain `deed`. */
  kind?: 'deed' | 'loss' | 'stay'
}

interface Props extends Confirmation {
  onStay: () => void
  onLeave: () => void
  /** A third way, where there is one: it leaves and loses nothing. */
  between?: { label: string; onChoose: () => void }
  /** What it is about, where that is more than a sentence. It scrolls where it is long. */
  children?: ReactNode
}

/** Asks before something is done. Escape stays. Shown for as long as it is rendered. */
export function ConfirmDialog({ title, text, stay, leave, onStay, onLeave, between, children, kind = 'deed' }: Props) {
  const id = useId()
  const variants = variantsOf[kind]
  return (
    <dialog ref={open} className={styles.dialog} aria-labelledby={id} onCancel={onStay}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children !== undefined && <div className={styles.about}>{children}</div>}
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button variant={variants.stay} onClick={onStay}>
          {stay}
        </Button>
        {between !== undefined && (
          <Button variant="default" onClick={between.onChoose}>
            {between.label}
          </Button>
        )}
        <Button variant={variants.leave} onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </dialog>
  )
}

const variantsOf = {
  deed: { stay: 'quiet', leave: 'filled' },
  loss: { stay: 'quiet', leave: 'danger' },
  stay: { stay: 'filled', leave: 'quiet' },
} as const

/** Closed before it goes, it gives the focus back to where that was. */
function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal()
  return () => dialog?.close()
}
