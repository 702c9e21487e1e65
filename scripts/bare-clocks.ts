/** The files that may read a clock, on which all other code depends. */
const clocks: ReadonlySet<string> = new Set([
  'contract/rules/present.ts',
  'server/platform/database-clock.ts',
  'web/api/server-clock.ts',
])

/**
 * Finds the places where a file reads the machine's clock: a device may be years off, and a server's clock may differ
 * from the database's. Code must ask `presentTime`, or the scope of a request, for the present, and `performance.now()`
 * for durations.
 */
export function bareClocks(file: string, text: string): string[] {
  if (clocks.has(file)) return []
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()|\bDate\.now\b|(?<![.\w]|new )Date\(\)/g)].map(
    ([found]) => `${found} asks the machine: ask presentTime() of contract/rules/present.ts`,
  )
}
