import { IconAlertCircle } from '@tabler/icons-react'
import { useId, type ReactElement, type ReactNode } from 'react'
import { useT } from './phrases.ts'
import styles from './field.module.css'

interface Props {
  label: string
  /** Stands below the label and says what to enter, when the label does not. */
  help?: ReactNode
  /** Stands below the control and says what is wrong and how to mend it. */
  error?: string | undefined
  /** Marks it as optional; required is the norm and is not marked. */
  isOptional?: boolean
  /** Draws the control with what ties it to its label, help and error. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactElement
}

/** Label above, help below it, then the control and its error. */
export function Field({ label, help, error, isOptional = false, children }: Props) {
  const t = useT()
  const id = useId()
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span>
        {isOptional && <span className={styles.optional}>{` ${t('shell:optional')}`}</span>}
      </label>
      {help !== undefined && (
        <div id={`${id}-help`} className={styles.help}>
          {help}
        </div>
      )}
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          <IconAlertCircle size={18} aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
