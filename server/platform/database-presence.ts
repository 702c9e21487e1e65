import type pg from 'pg'
import { openConnection } from './database.ts'

/** A fixed number; nothing else in the product uses this advisory lock. */
const presenceKey = 5_283_725

/** The application_name of the connection. */
const presenceName = 'lateral presence'

/** Milliseconds to wait until the database has cleaned up after an ended connection. */
const remainderLimitMs = 5000

/**
 * Announces that this process uses the embedded database, by a shared advisory lock on a connection of its own. The
 * database releases it when the process is killed, and the process notices by it when the database is gone.
 */
export class DatabasePresence {
  /** Resolves when the connection has ended, on either side. */
  readonly lost: Promise<void>
  readonly #client: pg.Client
  /** The id of the connection's PostgreSQL process. */
  readonly #backend: number

  private constructor(client: pg.Client, backend: number) {
    this.#client = client
    this.#backend = backend
    this.lost = new Promise((resolve) => client.once('end', () => resolve()))
  }

  /**
   * Throws the error of `pg` when the database cannot be reached, so that the caller may retry. `former` is a lost
   * presence of this process: its lock may still be held in the database and is released first.
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
   * Ends the presence. Returns true when no other process uses the database, so that it may be stopped. Throws when the
   * connection has ended.
   */
  async leave(): Promise<boolean> {
    await this.#client.query('SELECT pg_advisory_unlock_shared($1)', [presenceKey])
    // This lock is held until the shutdown: a process that starts meanwhile waits, fails, and starts the database
    // again.
    const { rows } = await this.#client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      presenceKey,
    ])
    const isAlone = rows[0]?.alone === true
    if (!isAlone) await this.#client.end()
    return isAlone
  }
}
