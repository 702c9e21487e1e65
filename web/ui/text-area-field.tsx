import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import * as styles from './field.module.css'

/** A browser would cut what is pasted at a `maxLength` without a word: the form says that it is too long. */
interface Props extends Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'maxLength'> {
  label: string
  help?: string
  error?: string | undefined
  isOptional?: boolean
}

export function TextAreaField({ label, help, error, isOptional, ...area }: Props) {
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional}>
      {(control) => <textarea {...area} {...control} className={styles.input} />}
    </Field>
  )
}
