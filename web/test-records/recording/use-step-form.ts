import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusFirstError } from '../../ui/use-form.ts'
import type { FieldWords } from './error-words.ts'

/** The errors of one step. Showing them focuses the first field with an error; changing a field removes its error. */
export function useStepForm(initial: FieldWords = {}) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(initial)

  function show(shown: FieldWords): void {
    // Drawn at once, so that a screen reader reads the field with its message.
    flushSync(() => setErrors(shown))
    focusFirstError(form.current)
  }

  function clear(...fields: string[]): void {
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))))
  }

  return { form, errors, show, clear }
}
