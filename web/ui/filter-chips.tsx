import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import * as styles from './filter-chips.module.css'

interface Props<Value extends string> {
  label: string
  chips: readonly { value: Value; label: ReactNode; icon?: Elements }[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A few choices as a row of chips, which scrolls sideways on a phone. The chosen one is pressed. */
export function FilterChips<Value extends string>({ label, chips, value, onChange }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.chips}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className={styles.chip}
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
        >
          {chip.icon}
          <span>{chip.label}</span>
        </button>
      ))}
    </div>
  )
}
