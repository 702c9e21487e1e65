import { TextInput, type TextInputProps } from '@mantine/core'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: string
  onChange: (typed: string) => void
  /** The format to type in, as readers of this language write it; shown in the empty field. */
  hint: string
}

/** A date as it is typed. What was typed stays as it is; `parseTypedDate` reads it. */
export function DateField({ value, onChange, hint, ...rest }: Props) {
  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      maxLength={20}
      placeholder={hint}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
