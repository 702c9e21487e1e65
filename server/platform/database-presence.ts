import pg from 'pg'

/** Any fixed number; nothing else in the product takes advisory locks by this key. */
const presenceKey = 5_283_725

/**
 * Shows, for as long as this process lives, that it uses the embedded database: a shared advisory lock
 * on a connection of its own. The database forgets it by itself when the process is killed.
 */
export class DatabasePresence {
  readonly #ownerUrl: string
  #client: pg.Client | undefined
  #isLeaving = false

  private constructor(ownerUrl: string) {
    this.#ownerUrl = ownerUrl
  }

  /** Throws what `pg` throws when the database cannot be reached, so that the caller may retry. */
  static async announce(ownerUrl: string): Promise<DatabasePresence> {
    const presence = new DatabasePresence(ownerUrl)
    await presence.#connect()
    return presence
  }

  /** Ends the presence. True when no other process uses the database, so that it may be stopped. */
  async leave(): Promise<boolean> {
    this.#isLeaving = true
    const client = this.#client
    if (!client) return false
    try {
      await client.query('SELECT pg_advisory_unlock_shared($1)', [presenceKey])
      // Kept until the shutdown ends it: who comes now waits, fails and starts the database anew.
      const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [presenceKey])
      const isAlone = rows[0]?.alone === true
      if (!isAlone) await client.end()
      return isAlone
    } catch {
      return false
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#ownerUrl,
      application_name: 'lateral presence',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client.on('error', () => undefined)
    await client.connect()
    client.once('end', () => this.#reconnectLater())
    await client.query('SELECT pg_advisory_lock_shared($1)', [presenceKey])
    this.#client = client
  }

  /** PostgreSQL drops every connection when one of its backends crashes, and goes on by itself. */
  #reconnectLater(): void {
    this.#client = undefined
    if (this.#isLeaving) return
    setTimeout(() => {
      if (!this.#isLeaving) this.#connect().catch(() => this.#reconnectLater())
    }, 500).unref()
  }
}
