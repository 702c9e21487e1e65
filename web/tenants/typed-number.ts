/** A number outside every range, so that the field's rule tells which whole numbers are valid. */
const outOfRange = -1

/** Parses a whole number; undefined for an empty text. */
export function typedNumber(typed: string): number | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : outOfRange
}
