import { anyText, rule } from '../schema.ts'
import { readUnspaced } from './written-characters.ts'

/**
 * An NHS number of England, Wales and the Isle of Man: ten digits, the last of which is a check digit of modulus 11 (NHS
 * Data Model and Dictionary, NHS NUMBER). Spaces and hyphens are removed.
 */
export const nhsNumber = anyText(30, (typed) => readUnspaced(typed).replaceAll(/[-‐‑‒–]/g, '')).check(
  rule('nhsNumber', isNhsNumber, { length: 10 }),
)

function isNhsNumber(value: string): boolean {
  if (!/^\d{10}$/.test(value)) return false
  const digits = [...value].map(Number)
  const sum = digits.slice(0, 9).reduce((total, digit, index) => total + digit * (10 - index), 0)
  return (11 - (sum % 11)) % 11 === digits[9]
}

/** Formats a stored NHS number for reading: 943 476 5919. */
export function shownNhsNumber(value: string): string {
  return value.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}
