import { useId, type ReactElement, type ReactNode } from 'react'
import { useT } from './phrases.ts'
import { FieldError } from './field-error.tsx'
import * as styles from './field.module.css'

interface Props {
  label: string
  /** Explains below the label what to enter, if the label alone does not. */
  help?: ReactNode
  /** Tells below the control what is wrong and how to fix it. */
  error?: string | undefined
  /** Marks the field as optional; required fields are not marked. */
  isOptional?: boolean
  /** Draws the control with the attributes that tie it to its label, help and error. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactElement
}

/** A form field: the label, the help below it, then the control and its error. */
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
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
