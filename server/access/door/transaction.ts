import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { isDatabaseAway } from '../../platform/database-away.ts'
import { hasOutdatedPlans, holdsTooMany } from '../../platform/prepared-statements.ts'

/**
 * A node-postgres client, for statements that Kysely cannot build (COPY). The types of a pool's clients leave out
 * `pipeline`.
 */
export type DoorClient = PoolClient & { pipeline?: boolean }

/** Thrown by work that leaves its connection unusable. */
export class Abandoned extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Abandoned'
  }
}

/** The transaction of one piece of work, on a client of its own. */
export class Transaction {
  readonly #client: DoorClient
  readonly #onRelease: () => void
  readonly #onceCommitted: (() => void)[] = []
  #ended: Promise<void> | undefined

  /** `onRelease` is called as soon as the client was given back to its pool. */
  constructor(client: DoorClient, onRelease: () => void = () => undefined) {
    this.#client = client
    this.#onRelease = onRelease
  }

  /**
   * Throws once the end was sent or the transaction was left, because a later statement would run outside any tenant
   * and be committed by itself.
   */
  get client(): DoorClient {
    if (this.#ended !== undefined) throw new Error('Nothing can be sent behind the last statement of a transaction')
    return this.#client
  }

  /**
   * True if the transaction failed because a column changed after a statement was prepared. Nothing was kept, and a new
   * transaction prepares the statement again.
   */
  get hasOutdatedPlans(): boolean {
    return hasOutdatedPlans(this.#client)
  }

  query(sent: QueryConfig): Promise<QueryResult> {
    return this.client.query(sent)
  }

  /**
   * Sends a statement and, in the same round trip, the commit. If the statement fails, the database answers the commit
   * with a rollback of the whole transaction. Without pipelining the commit is sent later, as usual.
   */
  queryLast(sent: QueryConfig): Promise<QueryResult> {
    const answer = this.query(sent)
    if (this.#client.pipeline) {
      this.#ended = commit(this.#client)
      // `end` reports the error to its caller; after a failed statement nobody calls it.
      this.#ended.catch(() => undefined)
    }
    return answer
  }

  /** Commits, unless the last statement already did. Resolves once the database has confirmed it. */
  end(): Promise<void> {
    return (this.#ended ??= commit(this.#client))
  }

  /** Calls this once the database has confirmed the commit, and never if it does not. */
  onceCommitted(then: () => void): void {
    this.#onceCommitted.push(then)
  }

  /** Returns the client to the pool after the end. A broken one is discarded, and so is one with too many statements. */
  release(): void {
    void this.end().then(
      () => {
        this.#giveBack(holdsTooMany(this.#client))
        for (const then of this.#onceCommitted) then()
      },
      (error: Error) => this.#giveBack(error),
    )
  }

  #giveBack(broken: Error | boolean): void {
    this.#client.release(broken)
    this.#onRelease()
  }

  /**
   * Rolls back unless the end was sent, and releases the client. `reason` is the error that caused it. Never throws.
   */
  async leave(reason: unknown): Promise<void> {
    const wasEnded = this.#ended !== undefined
    const failed = await (this.#ended ??= Promise.resolve()).then(
      () => undefined,
      (error: unknown) => error,
    )
    // A client that broke, timed out, became read-only or holds outdated prepared statements is discarded, because its
    // next request would fail.
    if (reason instanceof Abandoned || this.hasOutdatedPlans || isDatabaseAway(reason) || isDatabaseAway(failed))
      return this.#giveBack(true)
    try {
      if (!wasEnded) await this.#client.query('rollback')
    } catch (error) {
      return this.#giveBack(error instanceof Error ? error : true)
    }
    this.#giveBack(false)
  }
}

/** PostgreSQL answers the commit of a failed transaction with a rollback and no error, so this throws one. */
async function commit(client: DoorClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back at its end')
}
