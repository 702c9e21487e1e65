import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

interface Props extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> {
  value: string
  onChange: (typed: string) => void
  /** The date format in the reader's language, shown in the empty field. */
  hint: string
}

/** A date as it is typed. The text stays as typed; `parseTypedDate` reads it. */
export function DateField({ onChange, hint, ...rest }: Props) {
  return (
    <TextField
      autoComplete="off"
      inputMode="numeric"
      placeholder={hint}
      {...rest}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
