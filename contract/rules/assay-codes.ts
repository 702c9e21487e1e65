import { codeText, rule } from '../schema.ts'

/** Codes of a device or of what it detects. Each ends in a check digit, which catches most typing errors. */

/** A Global Trade Item Number of 8, 12, 13 or 14 digits, as printed below the bar code of a package (GS1). */
export const gtin = codeText(50).check(rule('gtin', isGtin))

/** A LOINC code, such as 94558-4, which identifies an observation: the target, the specimen and the method. */
export const loincCode = codeText(50).check(rule('loinc', isLoinc))

/** A SNOMED CT identifier of 6 to 18 digits, such as 445297001. */
export const snomedCode = codeText(50).check(rule('snomed', isSnomed))

/**
 * Checks a GTIN's length and check digit: starting at the digit before the check digit, the digits weigh 3 and 1 in
 * turn, and the sum including the check digit is a multiple of ten.
 */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/**
 * Checks LOINC's check digit, which is Luhn's: every second digit is doubled, and a two-digit product is replaced by
 * its digit sum.
 */
function isLoinc(text: string): boolean {
  if (!/^\d{1,7}-\d$/.test(text)) return false
  const digits = [...text.replace('-', '')].toReversed().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit : digit * 2
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

/**
 * Checks SNOMED's check digit, which is Verhoeff's: each digit is permuted by its position and multiplied in the
 * dihedral group of order ten.
 */
function isSnomed(text: string): boolean {
  if (!/^[1-9]\d{5,17}$/.test(text)) return false
  const product = [...text].toReversed().reduce((before, digit, place) => {
    const permuted = Number(permutations[place % 8]?.[Number(digit)])
    return multiplied(before, permuted)
  }, 0)
  return product === 0
}

/** Verhoeff's permutation, applied once for each row. */
const permutations = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** The product of two elements of the dihedral group: rotations are 0 to 4, and reflections 5 to 9. */
function multiplied(a: number, b: number): number {
  const turn = (steps: number) => ((steps % 5) + 5) % 5
  if (a < 5) return b < 5 ? turn(a + b) : 5 + turn(a + b)
  return b < 5 ? 5 + turn(a - b) : turn(a - b)
}
