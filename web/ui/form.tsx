import type { Ref } from 'react'
import { Alert } from './alert.tsx'
import { focusWithError } from './use-form.ts'
import type { Elements } from './elements.ts'
import * as styles from './form.module.css'

interface Props {
  ref?: Ref<HTMLFormElement>
  /** The error of the form as a whole, in words. Required, so that no form forgets it. */
  error: string | undefined
  /** True while the form is being submitted; fields keep their values and a second submit is ignored. */
  isPending: boolean
  onSubmit: () => void
  /** Names the form for screen readers. */
  label: string
  /** For long forms: repeats every message above the fields, with the id or name of its field. */
  summary?: { title: string; errors: readonly { field: string; message: string }[] }
  children: Elements
}

/**
 * The shell of every form: our own messages instead of the browser's, one submit at a time, errors announced to screen
 * readers.
 */
export function Form({ ref, error, isPending, onSubmit, label, summary, children }: Props) {
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      aria-label={label}
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    >
      {error !== undefined && <Alert tone="danger">{error}</Alert>}
      {summary !== undefined && summary.errors.length > 1 && (
        <Alert tone="danger" title={summary.title}>
          <ul className={styles.summary}>
            {summary.errors.map(({ field, message }) => (
              <li key={field}>
                <button type="button" onClick={(event) => focusField(event.currentTarget, field)}>
                  {message}
                </button>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {children}
    </form>
  )
}

function focusField(from: HTMLElement, field: string): void {
  const named = `[name="${CSS.escape(field)}"], [id="${CSS.escape(field)}"]`
  focusWithError(from.closest('form')?.querySelector<HTMLElement>(named))
}
