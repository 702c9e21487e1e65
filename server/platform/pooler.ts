import pg from 'pg'
import { openConnection } from './database.ts'

/**
 * Throws when a pooler lends the connections of `DATABASE_URL` per transaction, because a start holds a lock there that
 * belongs to its connection. A pooler is recognised by its process id, which is not PostgreSQL's; transaction pooling
 * is recognised when another client gets the connection of one that is still there.
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
      'Connect to PostgreSQL directly there, and give the address of the pooler in DATABASE_POOL_URL.',
  )
}

const connectionName = 'lateral pooler'

/**
 * Throws when requests must not use the pooler of `DATABASE_POOL_URL`: because it leads to another database than
 * `directUrl`, because it logs in there as another user, whom row-level security may not bind, or because it loses
 * prepared statements between transactions, as PgBouncer does before version 1.21 and with `max_prepared_statements = 0`.
 */
export async function refuseUnfitPooler(poolUrl: string, directUrl: string): Promise<void> {
  const clients: pg.Client[] = []
  const open = async (url: string) => {
    const client = await openConnection(url, connectionName)
    clients.push(client)
    return client
  }
  try {
    const [direct, one, other] = [await open(directUrl), await open(poolUrl), await open(poolUrl)]
    if ((await databaseOf(direct)) !== (await databaseOf(one))) {
      throw new Error('DATABASE_POOL_URL leads to another database than DATABASE_URL')
    }
    const [wanted, found] = [await userOf(direct), await userOf(one)]
    if (wanted !== found) {
      throw new Error(
        `The pooler of DATABASE_POOL_URL logs in as "${found}", and not as "${wanted}", so tenants would not be kept ` +
          'apart. Let it log in as its client does (in PgBouncer, without "user" in the line of the database).',
      )
    }
    if (!(await keepsStatements(one, other))) {
      throw new Error(
        'The pooler of DATABASE_POOL_URL loses prepared statements. ' +
          'PgBouncer keeps them from version 1.21 on (max_prepared_statements = 500).',
      )
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/**
 * Lets two clients prepare different statements of one name in turns. A pooler that passes them on as they are fails,
 * or answers one client with the statement of the other, as soon as both are lent the same connection.
 */
async function keepsStatements(one: pg.Client, other: pg.Client): Promise<boolean> {
  try {
    for (let turn = 0; turn < 8; turn++) {
      for (const [answer, client] of [one, other].entries()) {
        const { rows } = await client.query<{ answer: number }>({
          name: 'lateral_pooler',
          text: `select ${answer} as answer`,
        })
        if (rows[0]?.answer !== answer) return false
      }
    }
    return true
  } catch (error) {
    // There is such a statement already (42P05), or there is none (26000).
    if (error instanceof pg.DatabaseError && ['42P05', '26000'].includes(error.code ?? '')) return false
    throw error
  }
}

/** Returns what tells a database of a running PostgreSQL from any other. */
async function databaseOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ database: string }>(
    `select concat_ws(' ', current_database(), oid, extract(epoch from pg_postmaster_start_time())) as database
       from pg_database where datname = current_database()`,
  )
  return rows[0]?.database
}

/** Returns the user whose rights a connection has. */
async function userOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ user: string }>('select current_user::text as user')
  return rows[0]?.user
}

/** Returns the id of the PostgreSQL process that answers. */
async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend')
  return rows[0]?.backend
}
