/**
 * Cuts each text of the input to the length that any schema accepts, and tells whether it kept everything. Schemas read
 * a text several times before they reject its length; a cut text is rejected in any case, and its beginning is enough
 * to say why.
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
