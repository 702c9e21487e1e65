import type { Ref } from 'react'
import { Alert } from './alert.tsx'
import { focusWithError } from './use-form.ts'
import type { Elements } from './elements.ts'
import styles from './form.module.css'

interface Props {
  ref?: Ref<HTMLFormElement>
  /** What went wrong as a whole, in words, or undefined. Asked for so that no form forgets it. */
  error: string | undefined
  /** Whether it is being sent; the fields stay as they are and a second sending is ignored. */
  isPending: boolean
  onSubmit: () => void
  /** Names the form to screen readers. */
  label: string
  /** In long forms, every message stands above the fields, too, with the id or name of its field. */
  summary?: { title: string; errors: readonly { field: string; message: string }[] }
  children: Elements
}

/** The shell of every form: our messages instead of the browser's, one sending at a time, errors said aloud. */
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
