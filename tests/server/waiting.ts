import pg from 'pg'
import { isOnCitus } from '../programs/citus.ts'
import type { TestDatabase } from './database.ts'

/**
 * Counts the server's statements that wait for another transaction's lock. It runs as the server's role, which sees
 * only its own statements, on a connection of its own that no request uses. On Citus they wait where their tenant is.
 */
export async function countWaiting({ serverUrl }: TestDatabase): Promise<number | undefined> {
  const everywhere = isOnCitus ? 'citus_stat_activity' : 'pg_stat_activity'
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from ${everywhere} where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  } finally {
    await client.end()
  }
}
