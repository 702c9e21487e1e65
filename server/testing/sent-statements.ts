import { AsyncLocalStorage } from 'node:async_hooks'
import { loadModule } from 'libpg-query'
import type { Pool, PoolClient } from 'pg'
import { faultsOf } from './statement-rules.ts'

/** The endpoint or job on whose behalf statements are sent. */
const asker = new AsyncLocalStorage<string>()

/** Runs work on behalf of `who`, to whom its statements are attributed, also those of work that it starts. */
export function asking<T>(who: string, work: () => T): T {
  return asker.run(who, work)
}

/** The statements that a process has sent on somebody's behalf. Queries of the tests themselves are not included. */
export class SentStatements {
  /** Each statement with its first sender. */
  readonly #sent = new Map<string, string>()
  /** How many were sent, each as often as it was. */
  count = 0

  /** Records the statements on connections of a pool that are opened from now on. */
  listenTo(pool: Pool): void {
    pool.on('connect', (client: PoolClient) => {
      const query = client.query.bind(client) as (sent: Sent, ...more: unknown[]) => unknown
      const listening = (sent: Sent, ...more: unknown[]) => {
        this.#keep(sent)
        return query(sent, ...more)
      }
      client.query = listening as typeof client.query
    })
  }

  #keep(sent: Sent): void {
    const who = asker.getStore()
    const text = typeof sent === 'string' ? sent : sent.text
    if (who === undefined) return
    this.count += 1
    if (!this.#sent.has(text)) this.#sent.set(text, who)
  }

  /** The number of different ones. */
  get size(): number {
    return this.#sent.size
  }

  /** Lists the faults in these statements, each once, with the first statement that has it and its sender. */
  async faults(): Promise<string[]> {
    await loadModule()
    const faults = new Map<string, string>()
    for (const [text, who] of this.#sent) {
      for (const fault of faultsOf(text)) {
        if (!faults.has(fault)) faults.set(fault, `${who}: ${fault}\n    ${text.replaceAll(/\s+/g, ' ')}`)
      }
    }
    return [...faults.values()]
  }
}

/** The argument of node-postgres' `query`: a text, or an object with one (such as a COPY stream). */
type Sent = string | { text: string }
