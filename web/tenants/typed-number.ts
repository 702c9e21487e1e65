/** What was typed as a number; undefined for nothing, and what is no number at all as one that no rule lets pass. */
export function typedNumber(typed: string): number | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : -1
}
