import { useId, type ReactNode } from 'react'
import { Button } from './button.tsx'
import * as styles from './confirm-dialog.module.css'

export interface Confirmation {
  title: string
  text: string
  /** The text of the button that keeps things as they are; it comes first and has the focus. */
  stay: string
  /** The text of the button that acts, which names the action. */
  leave: string
  /** `loss` if the action loses something, `stay` if staying is the suggested answer, otherwise a plain `deed`. */
  kind?: 'deed' | 'loss' | 'stay'
}

interface Props extends Confirmation {
  onStay: () => void
  onLeave: () => void
  /** A third button, which leaves without losing anything. */
  between?: { label: string; onChoose: () => void }
  /** Details of the question, which scroll if they are long. */
  children?: ReactNode
}

/** Asks before an action. Escape stays. The dialog is open for as long as it is rendered. */
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

/** Opens the dialog. It is closed before it unmounts, so that the focus returns to where it was. */
function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal()
  return () => dialog?.close()
}
