import { AsyncLocalStorage } from 'node:async_hooks'
import { loadModule } from 'libpg-query'
import type { Pool, PoolClient } from 'pg'
import { faultsOf } from './statement-rules.ts'

/** Stands for what works without a request, such as a round, which may go over all tenants. */
export const noRequest = 'work that no request asks for'

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
  /** Who has asked several servers at once, which only a database on Citus says. */
  readonly #askedSeveral = new Set<string>()

  /** Records the statements on connections of a pool that are opened from now on. */
  listenTo(pool: Pool): void {
    pool.on('connect', (client: PoolClient) => {
      const query = client.query.bind(client) as (sent: Sent, ...more: unknown[]) => unknown
      let who: string | undefined
      client.on('notice', ({ message }) => {
        if (who !== undefined && message?.startsWith('multi-task query')) this.#askedSeveral.add(who)
      })
      const listening = (sent: Sent, ...more: unknown[]) => {
        who = asker.getStore()
        this.#keep(sent, who)
        return query(sent, ...more)
      }
      client.query = listening as typeof client.query
    })
  }

  #keep(sent: Sent, who: string | undefined): void {
    const text = typeof sent === 'string' ? sent : sent.text
    if (who === undefined) return
    this.count += 1
    if (!this.#sent.has(text)) this.#sent.set(text, who)
  }

  /** The number of different ones. */
  get size(): number {
    return this.#sent.size
  }

  /** Lists the requests that have asked several servers at once; empty where the database is no cluster. */
  get askedSeveral(): string[] {
    return [...this.#askedSeveral].filter((who) => who !== noRequest)
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
