import type { Figures } from './measure.ts'

/** Prints rows as a table with aligned columns. */
export function printTable(title: string, rows: readonly Record<string, string | number>[]): void {
  process.stdout.write(`\n${title}\n`)
  const columns = Object.keys(rows[0] ?? {})
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)))
  for (const row of cells) {
    const line = row.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
    )
    process.stdout.write(`  ${line.join('  ')}\n`)
  }
}

/** Formats figures as table rows, with their ratios to the first, which is the limit. */
export function ratios(figures: readonly Figures[]): Record<string, string | number>[] {
  const [limit] = figures
  return figures.map((row) => ({
    what: row.name,
    clients: row.clients,
    requests: row.requests,
    'p50 ms': row.p50.toFixed(2),
    'p95 ms': row.p95.toFixed(2),
    'req/s': row.perSecond.toFixed(0),
    'p50 ratio': limit === undefined ? '' : (row.p50 / limit.p50).toFixed(2),
    'req/s ratio': limit === undefined ? '' : (row.perSecond / limit.perSecond).toFixed(2),
  }))
}

/** Prints whether an aim was met, and returns it. */
export function printAim(what: string, reached: number, aim: { atMost?: number; atLeast?: number }): boolean {
  const isMet = reached <= (aim.atMost ?? Infinity) && reached >= (aim.atLeast ?? -Infinity)
  const bound = aim.atMost === undefined ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`
  process.stdout.write(`  ${isMet ? 'reached' : 'MISSED '}  ${what}: ${reached.toFixed(2)} (aim: ${bound})\n`)
  return isMet
}
