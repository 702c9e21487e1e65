import { useId, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import * as boxes from './checkbox-field.module.css'
import * as field from './field.module.css'
import * as styles from './checklist-field.module.css'

interface Props<Value extends string> {
  legend: string
  name: string
  help?: string
  options: readonly { value: Value; label: string; help?: ReactNode }[]
  chosen: readonly Value[]
  error?: string | undefined
  onChange: (chosen: Value[]) => void
}

/** A choice of any number of options. The value keeps the order of the options. */
export function ChecklistField<Value extends string>(props: Props<Value>) {
  const { legend, name, help, options, chosen, error, onChange } = props
  const id = useId()
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-invalid={error !== undefined || undefined} aria-describedby={described || undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {help !== undefined && (
        <div id={`${id}-help`} className={field.help}>
          {help}
        </div>
      )}
      {options.map((option) => (
        <div key={option.value} className={boxes.line}>
          <input
            id={`${id}-${option.value}`}
            type="checkbox"
            name={name}
            value={option.value}
            checked={chosen.includes(option.value)}
            className={boxes.box}
            aria-describedby={option.help === undefined ? undefined : `${id}-${option.value}-help`}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                options
                  .map(({ value }) => value)
                  .filter((value) => (value === option.value ? checked : chosen.includes(value))),
              )
            }
          />
          <div>
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
            {option.help !== undefined && (
              <div id={`${id}-${option.value}-help`} className={styles.help}>
                {option.help}
              </div>
            )}
          </div>
        </div>
      ))}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
