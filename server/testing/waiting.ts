import type { TestDatabase } from './database.ts'

/** How many statements wait for what another transaction has locked. */
export async function countWaiting({ owner }: TestDatabase): Promise<number | undefined> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}
