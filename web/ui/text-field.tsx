import type { ComponentProps } from 'react'
import { meantEmail } from '../../contract/rules/name-and-email.ts'
import { Field } from './field.tsx'
import * as styles from './field.module.css'

/** A browser would cut what is pasted at a `maxLength` without a word: the form says that it is too long. */
interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'maxLength'> {
  label: string
  help?: string
  error?: string | undefined
  isOptional?: boolean
}

/** A one-line text field. Spread `form.field(name)` on it. */
export function TextField({ label, help, error, isOptional, ...input }: Props) {
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional}>
      {(control) => <input {...input} {...control} className={styles.input} />}
    </Field>
  )
}

interface EmailProps extends Omit<Props, 'type' | 'autoCapitalize' | 'spellCheck' | 'value' | 'onChange'> {
  autoComplete: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/**
 * An email field, which keyboards must not autocorrect. `autoComplete` is `off` for somebody else's email. On blur, it
 * reduces pasted text to the address in it.
 */
export function EmailField({ value, onChange, onBlur, ...field }: EmailProps) {
  return (
    <TextField
      {...field}
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={onChange}
      onBlur={(event) => {
        const meant = meantEmail(value)
        if (meant !== value && meant !== '') onChange({ currentTarget: { value: meant } })
        onBlur?.(event)
      }}
    />
  )
}
