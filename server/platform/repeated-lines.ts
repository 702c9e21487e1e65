/** Milliseconds for which an equal line is not repeated. */
const quietMs = 60_000

/**
 * The number of different lines that are remembered, which is more than one cause produces. When it is exceeded, they
 * are forgotten.
 */
const mostLines = 100

/**
 * Reports a line at once and, while it recurs, once a minute with the number of times: a database that is away for an
 * hour is polled for jobs twice a second.
 */
export function sayOnceAMinute(report: (line: string) => void): (line: string) => void {
  const said = new Map<string, { quietUntil: number; unsaid: number }>()
  return (line) => {
    const now = performance.now()
    const before = said.get(line)
    if (before !== undefined && now < before.quietUntil) {
      before.unsaid += 1
      return
    }
    const unsaid = before?.unsaid ?? 0
    report(unsaid === 0 ? line : `${line} (${unsaid} more since this was last said)`)
    if (said.size >= mostLines) said.clear()
    said.set(line, { quietUntil: now + quietMs, unsaid: 0 })
  }
}
