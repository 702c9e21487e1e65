import type { FieldErrors } from '../ui/use-form.ts'

/** What was typed one below another, or with commas between, each once. */
export function typedLines(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))]
}

/** What is wrong with a field of lines, in a line for each that is wrong; undefined where none is. */
export function lineErrors(errors: FieldErrors, field: string, lines: readonly string[]): string | undefined {
  const whole = errors[field]
  const wrong = lines.flatMap((line, at) => {
    const error = errors[`${field}.${at}`]
    return error === undefined ? [] : [`${line}: ${error}`]
  })
  return [...(whole === undefined ? [] : [whole]), ...wrong].join('\n') || undefined
}
