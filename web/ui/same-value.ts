/**
 * Compares two values of a field: text without surrounding space, lists regardless of order, and nested values by their
 * contents.
 */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(plain(item))).toSorted()
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, held]) => [name, plain(held)] as const)
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
}
