/** The first three digits of the ZIP codes that begin with 0, by the states that have them (USPS Publication 65). */
const statesByPrefix: readonly (readonly [from: number, to: number, state: string])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 69, 'CT'],
  [63, 63, 'NY'],
  [70, 89, 'NJ'],
  [90, 99, 'AE'],
]

/**
 * The ZIP code whose zeros a spreadsheet took off, if it did: `2138` of Massachusetts is 02138. Undefined if the state has no
 * such ZIP code, so that a digit may be missing elsewhere, and for anything with other than three or four digits.
 */
export function zipWithZeros(written: string, state: string | null): string | undefined {
  const [, digits, more = ''] = /^(\d{3,4})(-\d{4})?$/.exec(written) ?? []
  if (digits === undefined) return undefined
  const zip = digits.padStart(5, '0')
  const prefix = Number(zip.slice(0, 3))
  const agrees = statesByPrefix.some(([from, to, one]) => one === state && from <= prefix && prefix <= to)
  return agrees ? zip + more : undefined
}
