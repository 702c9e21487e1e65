import type { FieldErrors } from '../ui/use-form.ts'

/** Splits a text at line breaks and commas, without duplicates. */
export function typedLines(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))]
}

/** The errors of a field with several lines, one for each invalid line; undefined if there are none. */
export function lineErrors(errors: FieldErrors, field: string, lines: readonly string[]): string | undefined {
  const whole = errors[field]
  const wrong = lines.flatMap((line, at) => {
    const error = errors[`${field}.${at}`]
    return error === undefined ? [] : [`${line}: ${error}`]
  })
  return [...(whole === undefined ? [] : [whole]), ...wrong].join('\n') || undefined
}

/** Parses a whole number; undefined for an empty text. */
export function typedNumber(typed: string): number | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : outOfRange
}

/** A number outside every range, so that the field's rule tells which whole numbers are valid. */
const outOfRange = -1
