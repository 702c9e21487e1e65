/**
 * The input with each text as far as it is within what any schema takes, and whether that is all of it. A schema reads a text
 * more than once before it knows that it is too long: what is cut is refused, and its beginning is enough to say why.
 */
export function boundedTexts(input: unknown, mostLetters: number): { bounded: unknown; isWhole: boolean } {
  let isWhole = true

  function within(value: unknown): unknown {
    if (typeof value === 'string' && value.length > mostLetters) {
      isWhole = false
      return value.slice(0, mostLetters)
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(within)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)]))
  }

  const bounded = within(input)
  return isWhole ? { bounded: input, isWhole } : { bounded, isWhole }
}
