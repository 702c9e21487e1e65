import pg from 'pg'
import type { TestDatabase } from './database.ts'

/**
 * How many statements of the server wait for what another transaction has locked. Asked as the server, which sees its own alone, on a
 * connection of its own, so that nobody takes it for a statement of the request that runs.
 */
export async function countWaiting({ serverUrl }: TestDatabase): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  } finally {
    await client.end()
  }
}
