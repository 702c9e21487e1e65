/** Where a clock is read, so that everything else goes by what they make of it. */
const clocks: ReadonlySet<string> = new Set([
  'contract/rules/present.ts',
  'server/platform/database-clock.ts',
  'web/api/server-clock.ts',
])

/**
 * Where a file asks the machine what time it is: a device may be years off, and a server's clock may differ from the database's. The
 * present is asked of `presentTime`, or of the scope of a request; how long something took, of `performance.now()`.
 */
export function bareClocks(file: string, text: string): string[] {
  if (clocks.has(file)) return []
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()|\bDate\.now\b|(?<![.\w]|new )Date\(\)/g)].map(
    ([found]) => `${found} asks the machine: ask presentTime() of contract/rules/present.ts`,
  )
}
