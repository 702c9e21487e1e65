import type pg from 'pg'

/**
 * Throws when a pooler lends its connections per transaction, because the prepared statements of one request would be
 * missing for the next, or belong to somebody else. A pooler is recognised by its process id, which is not
 * PostgreSQL's; transaction pooling is recognised when another client gets the connection of one that is still there.
 */
export async function refuseLendingPooler(client: pg.Client, openAnother: () => Promise<pg.Client>): Promise<void> {
  const own = await backendOf(client)
  if (own === (client as unknown as { processID: unknown }).processID) return // missing from its types
  const other = await openAnother()
  try {
    await other.query('begin')
    if ((await backendOf(other)) !== own) return
  } finally {
    await other.end()
  }
  throw new Error(
    'DATABASE_URL leads through a pooler that lends a connection for one transaction at a time. ' +
      'Let it lend them for a session (in PgBouncer: pool_mode = session), or connect to PostgreSQL directly.',
  )
}

/** Returns the id of the PostgreSQL process that answers. */
async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend')
  return rows[0]?.backend
}
