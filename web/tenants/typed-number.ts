/** Outside of every range: the rule of its field then says which whole numbers it takes. */
const outOfRange = -1

/** The whole number that was typed; undefined for nothing. */
export function typedNumber(typed: string): number | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : outOfRange
}
