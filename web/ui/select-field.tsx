import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import * as styles from './field.module.css'

interface Props extends Omit<ComponentProps<'select'>, 'className' | 'id' | 'onChange' | 'children'> {
  label: string
  help?: string
  error?: string | undefined
  isOptional?: boolean
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A form field with the browser's own select. */
export function SelectField({ label, help, error, isOptional, options, onChange, ...select }: Props) {
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional}>
      {(control) => (
        <select
          {...select}
          {...control}
          className={styles.input}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
