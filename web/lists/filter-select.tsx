import { PlainSelect } from '../ui/plain-select.tsx'
import styles from './list-filters.module.css'

interface Choices<Value extends string> {
  /** What its options have in common; left out where there is one group. */
  label?: string
  options: readonly { value: Value; label: string }[]
}

interface Props<Value extends string> {
  label: string
  /** The words for choosing nothing. */
  any: string
  value: Value | undefined
  options: readonly Choices<Value>[]
  onChange: (value: Value | undefined) => void
}

/** Narrows a list to one of many known values, in the browser's own list. */
export function FilterSelect<Value extends string>({ label, any, value, options, onChange }: Props<Value>) {
  const all = options.flatMap((group) => group.options)
  const shown = (group: Choices<Value>) =>
    group.options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))
  return (
    <span className={styles.choice}>
      <PlainSelect
        aria-label={label}
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
      </PlainSelect>
    </span>
  )
}
