import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A text of a configuration in `deploy/`, and what stands there in a bench. */
export type Change = readonly [from: string, to: string]

/** Reads a configuration of `deploy/` with these changes. Throws if the text of one is not there. */
export async function configured(name: string, changes: readonly Change[]): Promise<string> {
  let text = await readFile(path.resolve(import.meta.dirname, '../deploy', name), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no "${from}"`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** The changes of `haproxy.cfg` by which it leads from `port` to two processes and tells of them at `statePort`. */
export function portsOf(port: number, statePort: number, processPorts: readonly number[]): Change[] {
  return [
    ['bind 127.0.0.1:3000', `bind 127.0.0.1:${port}`],
    ['bind 127.0.0.1:8404', `bind 127.0.0.1:${statePort}`],
    ...processPorts.map((own, index): Change => [`127.0.0.1:300${index + 1}`, `127.0.0.1:${own}`]),
  ]
}

/** Reads the states of the servers of `haproxy.cfg`, such as UP and DOWN, by their names. Empty while HAProxy is away. */
export async function statesIn(statePort: number): Promise<Map<string, string>> {
  const reply = await fetch(`http://127.0.0.1:${statePort}/stats;csv`).catch(() => undefined)
  const rows = ((await reply?.text()) ?? '').split('\n').map((line) => line.split(','))
  const column = rows[0]?.indexOf('status') ?? -1
  return new Map(rows.filter(([backend]) => backend === 'processes').map((row) => [row[1] ?? '', row[column] ?? '']))
}
