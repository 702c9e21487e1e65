import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { isDatabaseAway } from '../platform/database-away.ts'
import type { PipelinedClient } from '../platform/database.ts'
import { hasOutdatedPlans } from '../platform/outdated-plans.ts'

/** A client of node-postgres, for what Kysely cannot say (COPY); whether it is pipelined is missing from its types. */
export type DoorClient = PoolClient &
  Partial<Pick<PipelinedClient, 'sendAhead' | 'isAnsweredBy'>> & { pipeline?: boolean }

/** Thrown by work that leaves its connection in a state that nothing can be asked of it any more. */
export class Abandoned extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Abandoned'
  }
}

/** The transaction of one piece of work, on a client of its own, from its first statement to its end. */
export class Transaction {
  readonly #client: DoorClient
  #ended: Promise<void> | undefined

  constructor(client: DoorClient) {
    this.#client = client
  }

  /** Throws once the end was sent or the work was left: what is sent after it would be a change of its own, in no tenant. */
  get client(): DoorClient {
    if (this.#ended !== undefined) throw new Error('Nothing can be sent behind the last statement of a transaction')
    return this.#client
  }

  /**
   * Whether it failed because a column of what a statement answers has changed since that was prepared. Then nothing of it was kept, and
   * in another transaction the statement is prepared anew.
   */
  get hasOutdatedPlans(): boolean {
    return hasOutdatedPlans(this.#client)
  }

  query(sent: QueryConfig): Promise<QueryResult> {
    return this.client.query(sent)
  }

  /**
   * Sends a statement and right behind it, in the same round trip, the commit. Where the statement fails, the database answers
   * the commit with a rollback, of all that the transaction did. A client that is not pipelined commits as usual, later.
   */
  queryLast(sent: QueryConfig): Promise<QueryResult> {
    const answer = this.query(sent)
    if (this.#client.pipeline) {
      this.#ended = commit(this.#client)
      // Whoever asks for the end is told. When the statement failed, nobody does.
      this.#ended.catch(() => undefined)
    }
    return answer
  }

  /** Commits, unless the last statement has done so. Resolves when the database has said that all is kept. */
  end(): Promise<void> {
    return (this.#ended ??= commit(this.#client))
  }

  /** Gives the client back after the end. One that broke does not return to the pool. */
  release(): void {
    void this.end().then(
      () => this.#client.release(),
      (error: Error) => this.#client.release(error),
    )
  }

  /** Undoes all of it, unless the end was sent, and gives the client back. `reason` is why. Never throws. */
  async leave(reason: unknown): Promise<void> {
    const wasEnded = this.#ended !== undefined
    const failed = await (this.#ended ??= Promise.resolve()).then(
      () => undefined,
      (error: unknown) => error,
    )
    // A connection that broke, fell silent, turned out read-only or prepared what is outdated would only fail the next request, too.
    if (reason instanceof Abandoned || this.hasOutdatedPlans || isDatabaseAway(reason) || isDatabaseAway(failed))
      return this.#client.release(true)
    try {
      if (!wasEnded) await this.#client.query('rollback')
      this.#client.release()
    } catch (error) {
      this.#client.release(error instanceof Error ? error : true)
    }
  }
}

/** A transaction in which a statement failed is answered with a rollback, without an error: that is one here. */
async function commit(client: DoorClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back at its end')
}
