import { useRef, useState } from 'react'
import type { FieldWords } from './error-words.ts'

/** A field with a message; a button that stands for a field cannot be invalid by itself. */
export const inTrouble = '[aria-invalid="true"], [data-invalid]'

/** The errors of one step. Showing them moves the focus to the first field in trouble; changing a field removes its own. */
export function useStepForm(initial: FieldWords = {}) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(initial)

  function show(shown: FieldWords): void {
    setErrors(shown)
    // Once React has drawn the messages, so that a screen reader reads the field with its message.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(inTrouble)?.focus())
  }

  function clear(...fields: string[]): void {
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))))
  }

  return { form, errors, show, clear }
}
