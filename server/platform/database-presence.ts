import type pg from 'pg'
import { openConnection } from './database.ts'

/** Any fixed number; nothing else in the product takes advisory locks by this key. */
const presenceKey = 5_283_725

/** What its connection is called in the database. */
const presenceName = 'lateral presence'

/** What a connection that has ended leaves in the database has gone after so many milliseconds, or is not waited for. */
const remainderLimitMs = 5000

/**
 * Shows that this process uses the embedded database: a shared advisory lock on a connection of its own. The database
 * forgets it by itself when the process is killed, and the process learns by it when the database is gone.
 */
export class DatabasePresence {
  /** Resolves when the connection has ended, whoever ended it. */
  readonly lost: Promise<void>
  readonly #client: pg.Client
  /** The process id of its connection in the database. */
  readonly #backend: number

  private constructor(client: pg.Client, backend: number) {
    this.#client = client
    this.#backend = backend
    this.lost = new Promise((resolve) => client.once('end', () => resolve()))
  }

  /**
   * Throws what `pg` throws when the database cannot be reached, so that the caller may retry. `former` is a presence of this
   * process that was lost: the database may still hold its lock, as if somebody else were there, and lets go of it first.
   */
  static async announce(ownerUrl: string, former?: DatabasePresence): Promise<DatabasePresence> {
    const client = await openConnection(ownerUrl, presenceName)
    const asked = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const presence = new DatabasePresence(client, asked.rows[0]?.pid ?? 0)
    if (former !== undefined) {
      await client.query(
        'SELECT pg_terminate_backend(pid, $3) FROM pg_stat_activity WHERE pid = $1 AND application_name = $2',
        [former.#backend, presenceName, remainderLimitMs],
      )
    }
    await client.query('SELECT pg_advisory_lock_shared($1)', [presenceKey])
    return presence
  }

  /**
   * Ends the presence. True when no other process uses the database, so that it may be stopped. Throws when the connection
   * has ended.
   */
  async leave(): Promise<boolean> {
    await this.#client.query('SELECT pg_advisory_unlock_shared($1)', [presenceKey])
    // Kept until the shutdown ends it: who comes now waits, fails and starts the database anew.
    const { rows } = await this.#client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      presenceKey,
    ])
    const isAlone = rows[0]?.alone === true
    if (!isAlone) await this.#client.end()
    return isAlone
  }
}
