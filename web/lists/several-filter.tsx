import { IconChevronDown } from '@tabler/icons-react'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import { Popover } from '../ui/popover.tsx'
import * as bar from './list-bar.module.css'
import type { FilterInUse } from './list-filter.tsx'
import * as styles from './several-filter.module.css'

/** A filter that accepts several of a few values at once. */
export interface SeveralFilter {
  label: string
  options: readonly { value: string; label: string; icon?: Elements }[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** A button that shows how many values are chosen, names them to screen readers, and opens them as checkboxes. */
export function SeveralFilterButton(filter: SeveralFilter) {
  const { label, options, chosen, onChange } = filter
  const t = useT()
  const number = chosen.length
  return (
    <Popover
      label={label}
      buttonLabel={`${label}: ${number === 0 ? t('lists:filter.any') : chosenWords(filter)}`}
      buttonClass={bar.button}
      button={
        <>
          <span className={bar.word}>{label}</span>
          {number > 0 && <span className={bar.number}>{number}</span>}
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    >
      {() => (
        <ul className={styles.options}>
          {options.map((option) => (
            <li key={option.value}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.includes(option.value)}
                  onChange={(event) => {
                    const others = chosen.filter((one) => one !== option.value)
                    onChange(event.currentTarget.checked ? [...others, option.value] : others)
                  }}
                />
                {option.icon}
                <span>{option.label}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** One removable entry for each chosen value. */
export function severalInUse({ label, options, chosen, onChange }: SeveralFilter): FilterInUse[] {
  return options
    .filter(({ value }) => chosen.includes(value))
    .map(({ value, label: words, icon }) => ({
      key: `${label}.${value}`,
      icon,
      words,
      onRemove: () => onChange(chosen.filter((one) => one !== value)),
    }))
}

/** The chosen values on one line. */
export function chosenWords({ options, chosen }: SeveralFilter): string {
  return options
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label)
    .join(', ')
}
