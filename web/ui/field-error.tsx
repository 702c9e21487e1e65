import { IconAlertCircle } from '@tabler/icons-react'
import * as styles from './field.module.css'

interface Props {
  /** Ties it to its control, which names this id in `aria-describedby`. */
  id?: string | undefined
  /** `alert` for a control that does not get the focus when it is refused. */
  role?: 'alert'
  children: string
}

/** What is wrong with a control and how to put it right, below the control. */
export function FieldError({ id, role, children }: Props) {
  return (
    <p id={id} role={role} className={styles.error}>
      <IconAlertCircle size={18} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
