import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import type { TextField } from './text-field.tsx'
import { entryClock, parseTypedTime, typedTime } from './typed-time.ts'
import * as styles from './field.module.css'

interface Props extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type' | 'help'> {
  value: string
  onChange: (typed: string) => void
  /** The tenant's clock pattern, as in `useDates`. */
  clock: string
}

/**
 * A time of day as it is typed. The text stays as typed; `parseTypedTime` reads it, and a reading that differs from the
 * text is shown at the end of the field.
 */
export function TimeField({ label, error, isOptional, value, onChange, clock, ...rest }: Props) {
  const ofTwelve = entryClock(clock) === 'h:mm A'
  const time = parseTypedTime(value)
  const read = time === undefined ? '' : typedTime(time, clock)
  const isAsTyped = read.toLowerCase() === value.trim().toLowerCase()
  return (
    <Field label={label} error={error} isOptional={isOptional}>
      {(control) => (
        <div className={styles.with} data-read={!isAsTyped || undefined}>
          <input
            autoComplete="off"
            inputMode={ofTwelve ? 'text' : 'numeric'}
            placeholder={ofTwelve ? 'hh:mm AM' : 'hh:mm'}
            {...rest}
            {...control}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <span role="status" className={styles.read}>
            {!isAsTyped && read}
          </span>
        </div>
      )}
    </Field>
  )
}
