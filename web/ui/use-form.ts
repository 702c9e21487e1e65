import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { fieldsOf, messageOf, tooLongIn, type RuleMessage } from '../../contract/phrases/message-of.ts'
import { t, type PhraseKey } from './phrases.ts'
import { isSame } from './same-value.ts'

/** The message of each field. A field's name is its path in the schema, with dots. */
export type FieldErrors = Partial<Record<string, string>>

interface Settings<S extends z.ZodMiniType, V> {
  schema: S
  initial: V
  /** What is typed already, if it differs from the values that count as unchanged. */
  filled?: V
  /** Labels for messages that name the field; by default the contract's own label is used. */
  labels?: Partial<Record<string, string>>
}

/**
 * The state of a form over a schema of the contract. Messages are those of the server; a field's message goes when the
 * field changes, and a text that is too long has its message at once. `isChanged` is true if leaving would lose something. `validate` returns the parsed value, or undefined
 * after showing the errors; `also` holds errors that no schema can see, such as an unreadable date.
 */
export function useForm<S extends z.ZodMiniType, V extends Record<string, unknown>>({
  schema,
  initial,
  filled = initial,
  labels,
}: Settings<S, V>) {
  const [{ values, start }, setState] = useState({ values: filled, start: initial })
  const [shownErrors, setErrors] = useState<FieldErrors>({})
  const errors: FieldErrors = { ...tooLongErrors(schema, values, labels), ...shownErrors }
  const form = useRef<HTMLFormElement>(null)

  function setValues(next: (typed: V) => V) {
    setState((before) => ({ ...before, values: next(before.values) }))
  }

  /**
   * Resets the form: `from` builds the values that count as unchanged; `fill` builds the values to show, if they
   * differ.
   */
  function restart(from: (typed: V) => V, fill = from) {
    setState(({ values: typed }) => ({ start: from(typed), values: fill(typed) }))
  }

  /** Marks the values as stored. It takes effect at once, so that a navigation right after it does not ask. */
  function markSaved() {
    flushSync(() => setState((before) => ({ ...before, start: values })))
  }

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    setValues((typed) => ({ ...typed, [name]: value }))
    setErrors((before) =>
      // Messages of the field's parts go too, because the indexes of the parts may have changed.
      Object.fromEntries(Object.entries(before).filter(([at]) => at !== name && !at.startsWith(`${name}.`))),
    )
  }

  function forget(names: readonly string[]) {
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))))
  }

  function showErrors(shown: FieldErrors) {
    // Drawn at once, so that a screen reader reads the field with its message.
    flushSync(() => setErrors(shown))
    focusFirstError(form.current)
  }

  function validate(candidate: unknown = values, also: FieldErrors = {}): z.output<S> | undefined {
    const parsed = z.safeParse(schema, candidate)
    if (parsed.success && Object.keys(also).length === 0) return parsed.data
    const found = errorsOf(parsed.error?.issues ?? [], labels)
    showErrors({ ...found, ...tooLongErrors(schema, candidate, labels), ...also })
    return undefined
  }

  /** The value, message and change handler of a text field, to spread on it. */
  function field<K extends keyof V & string>(name: K) {
    return {
      name,
      value: values[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as V[K]),
    }
  }

  const isChanged = !isSame(values, start)
  return { form, values, errors, isChanged, set, setValues, restart, markSaved, forget, showErrors, validate, field }
}

/** The first message of each field, in the current language. Fields without a given label use the contract's. */
function errorsOf(issues: readonly z.core.$ZodIssue[], labels: Partial<Record<string, string>> = {}): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    for (const field of fieldsOf(issue)) errors[field] ??= wordsOf(field, messageOf(issue), labels)
  }
  return errors
}

function tooLongErrors(schema: z.ZodMiniType, value: unknown, labels: Partial<Record<string, string>> = {}) {
  const found = Object.entries(tooLongIn(schema, value))
  return Object.fromEntries(found.map(([field, message]) => [field, wordsOf(field, message, labels)]))
}

function wordsOf(field: string, { phrase, values }: RuleMessage, labels: Partial<Record<string, string>>): string {
  return t(`rules:${phrase}`, { field: labels[field] ?? labelOf(field), ...values })
}

function labelOf(field: string): string {
  const last = field.split('.').findLast((part) => Number.isNaN(Number(part))) ?? ''
  return fieldLabel(last)
}

/** The label of a contract field in the present language; without one, a word that fits any field. */
export function fieldLabel(name: string): string {
  const key = `fields:${name}` as PhraseKey
  const label = t(key)
  return label === key ? t('fields:other') : label
}

/**
 * Selects controls in error. A set of choices is invalid as a whole and its first choice takes the focus; a button that
 * stands for a field cannot be marked invalid.
 */
export const inTrouble = '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input, [data-invalid]'

export function focusFirstError(form: HTMLFormElement | null): void {
  focusWithError(form?.querySelector<HTMLElement>(inTrouble))
}

/** Focuses a field, and scrolls its message below it into view. */
export function focusWithError(field: HTMLElement | null | undefined): void {
  field?.focus()
  const error = field?.getAttribute('aria-describedby')?.split(' ').at(-1)
  if (error !== undefined) document.getElementById(error)?.scrollIntoView?.({ block: 'nearest' })
}
