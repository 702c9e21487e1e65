import { useId, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import * as field from './field.module.css'
import * as styles from './checkbox-field.module.css'

interface Props {
  label: string
  name: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** Drawn below the label, such as a link to the terms. */
  help?: ReactNode
  error?: string | undefined
}

/** A checkbox with its label, for consent. */
export function CheckboxField({ label, name, isChecked, onChange, help, error }: Props) {
  const id = useId()
  return (
    <div className={field.field}>
      <div className={styles.line}>
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={isChecked}
          className={styles.box}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <div>
          <label htmlFor={id}>{label}</label>
          {help !== undefined && <div className={styles.help}>{help}</div>}
        </div>
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
