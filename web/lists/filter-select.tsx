import { Field } from '../ui/field.tsx'
import * as field from '../ui/field.module.css'

/** Values to choose from, in labelled groups; a single group needs no label. */
export type FilterOptions<Value extends string> = readonly {
  label?: string
  options: readonly { value: Value; label: string }[]
}[]

interface Props<Value extends string> {
  label: string
  /** The text of the empty choice. */
  any: string
  value: Value | undefined
  options: FilterOptions<Value>
  onChange: (value: Value | undefined) => void
}

export function FilterSelect<Value extends string>({ label, any, value, options, onChange }: Props<Value>) {
  const all = options.flatMap((group) => group.options)
  const shown = (group: FilterOptions<Value>[number]) =>
    group.options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className={field.input}
          value={value ?? ''}
          onChange={(event) => onChange(all.find((option) => option.value === event.currentTarget.value)?.value)}
        >
          <option value="">{any}</option>
          {options.map((group) =>
            group.label === undefined ? (
              shown(group)
            ) : (
              <optgroup key={group.label} label={group.label}>
                {shown(group)}
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  )
}
