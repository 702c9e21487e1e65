import type { ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import * as styles from './choice-cards.module.css'

interface Choice<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  /** Colours the chosen card, as `data-tone` in the style sheet; its word and icon say the same. */
  tone?: string
  /** The card cannot be chosen; the page must explain why. */
  isDisabled?: boolean
}

interface Props<Value extends string> {
  legend: string
  /** For a legend that would repeat the heading above. */
  hasHiddenLegend?: boolean
  name: string
  choices: readonly Choice<Value>[]
  value: Value | undefined
  /** What a key is about to choose, while it is not certain that a person pressed it. */
  pending?: Value | undefined
  onChange: (value: Value) => void
  error?: string | undefined
  /** Shows that the digits choose cards: 1 the first, and so on. The page itself listens for the keys. */
  hasKeys?: boolean
  /** Explains the digits to screen readers. */
  help?: string
  /** For several sets below each other, each on as few lines as it needs. */
  isDense?: boolean
}

/** A few choices as large cards for thumbs and gloves. They are radio buttons: arrow keys move between them. */
export function ChoiceCards<Value extends string>(props: Props<Value>) {
  const {
    legend,
    hasHiddenLegend = false,
    name,
    choices,
    value,
    pending,
    onChange,
    error,
    hasKeys = false,
    help,
  } = props
  const { isDense = false } = props
  const errorId = `${name}-error`

  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className={hasHiddenLegend ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {help !== undefined && <p className={styles.help}>{help}</p>}
      <div className={styles.cards} data-columns={(hasKeys && !isDense) || undefined} data-dense={isDense || undefined}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className={styles.card}
            data-tone={choice.tone}
            data-chosen={choice.value === value || undefined}
            data-pending={choice.value === pending || undefined}
            data-disabled={choice.isDisabled || undefined}
          >
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.isDisabled}
              aria-describedby={error === undefined ? undefined : errorId}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon !== undefined && <span className={styles.icon}>{choice.icon}</span>}
            <span className={styles.label}>{choice.label}</span>
            {hasKeys && !isDense && (
              <kbd className={styles.key} aria-hidden>
                {index + 1}
              </kbd>
            )}
          </label>
        ))}
      </div>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
