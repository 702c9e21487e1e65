import type pg from 'pg'

/**
 * Throws where a pooler lends its connections for a transaction at a time: what one request has prepared would be missing, or be
 * somebody else's, where the next one is answered. A pooler is told by the process that it names, which is none of PostgreSQL's; and
 * that it lends anew, by somebody else being given the connection of a client who is still there.
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

/** The process of PostgreSQL that answers. */
async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend')
  return rows[0]?.backend
}
