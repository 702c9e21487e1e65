import { codeText, rule } from '../schema.ts'

/** A National Provider Identifier has exactly 10 digits (spec §5). */
export const npi = codeText(50).check(rule('digits', (value) => /^\d{10}$/.test(value), { length: 10 }))

/** A CLIA number has exactly 10 letters or digits (spec §5; the example in its message is shorter, the rule is 10). */
export const clia = codeText(50).check(rule('clia', (value) => /^[A-Za-z0-9]{10}$/.test(value)))

/**
 * True if the last digit of an NPI is the check digit of the others, as the NPI standard computes it: by Luhn, with the
 * prefix 80840. The specification only demands ten digits, so another number is worth a warning and no refusal.
 */
export function hasNpiCheckDigit(value: string): boolean {
  const digits = [...`80840${value}`].map(Number).toReversed()
  const sum = digits.reduce((total, digit, index) => {
    const doubled = digit * 2
    return total + (index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return npi.safeParse(value).success && sum % 10 === 0
}
