import { AsyncLocalStorage } from 'node:async_hooks'
import { loadModule } from 'libpg-query'
import type { Pool, PoolClient } from 'pg'
import { faultsOf } from './statement-rules.ts'

/** Who asks for what is sent from here on: an endpoint, or a job. */
const asker = new AsyncLocalStorage<string>()

/** Does work in the name of somebody: what is sent meanwhile, and by what it starts, is told to be theirs. */
export function asking<T>(who: string, work: () => T): T {
  return asker.run(who, work)
}

/** The statements that a process has sent in somebody's name. What a test asks the database itself is nobody's. */
export class SentStatements {
  /** Each statement with who sent it first. */
  readonly #sent = new Map<string, string>()

  /** Keeps what is sent on the connections of a pool, of those that are opened from now on. */
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
    if (who !== undefined && !this.#sent.has(text)) this.#sent.set(text, who)
  }

  get size(): number {
    return this.#sent.size
  }

  /** What is wrong with them: each fault once, with who sent the first such statement and what it says. */
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

/** What `query` of node-postgres takes: a text, or an object with one (a stream of COPY has it, too). */
type Sent = string | { text: string }
