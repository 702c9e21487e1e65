import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import styles from './field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  label: string
  help?: string
  error?: string | undefined
  isOptional?: boolean
}

/** A line of text. Spread `form.field(name)` on it. */
export function TextField({ label, help, error, isOptional, ...input }: Props) {
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional}>
      {(control) => <input {...input} {...control} className={styles.input} />}
    </Field>
  )
}

/** An email, which keyboards are to leave as it is typed. `autoComplete` is `off` for somebody else's. */
export function EmailField(field: Omit<Props, 'type' | 'autoCapitalize' | 'spellCheck'> & { autoComplete: string }) {
  return <TextField {...field} type="email" autoCapitalize="none" spellCheck={false} />
}
