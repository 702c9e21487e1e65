/** How long the same line is not said again, in milliseconds. */
const quietMs = 60_000

/** More different lines than trouble has; those before are forgotten then. */
const mostLines = 100

/**
 * Says a line at once, and while its cause goes on, once a minute with how often it was met since: a database that is away
 * for an hour is asked for jobs twice a second.
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
