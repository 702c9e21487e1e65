import pg from 'pg'

/** Returns the URL with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(database)}`
  return changed.href
}

/** Returns the URL with the address of a pooler, if there is one. */
export function throughPooler(url: string, poolerUrl: string | undefined): string {
  if (!poolerUrl) return url
  const changed = new URL(url)
  changed.host = new URL(poolerUrl).host
  return changed.href
}

/** Runs one statement on a connection of its own. */
export async function runAsOwner(ownerUrl: string, statement: string): Promise<void> {
  await askAsOwner(ownerUrl, statement)
}

/** Runs statements one after the other, each in a message of its own: Citus passes on the whole text of one. */
export async function runEach(ownerUrl: string, ...statements: string[]): Promise<void> {
  for (const statement of statements) await runAsOwner(ownerUrl, statement)
}

/** Runs one statement on a connection of its own, and returns its rows. */
export async function askAsOwner<Row extends pg.QueryResultRow>(ownerUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
