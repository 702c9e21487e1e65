import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openConnection } from '../platform/database.ts'
import { ArchiveError, type ArchiveHeader, partBytes } from './archive-format.ts'
import { listAppliedMigrations, listSequences, listTables, type StoredTable } from './tables-repository.ts'

/** The database as of one moment, however long it takes to read it. */
export interface Snapshot {
  /** The number of tenants, by their addresses. */
  tenants: number
  /** What the header of the archive says about the database. */
  facts: Pick<ArchiveHeader, 'takenAt' | 'postgres' | 'migrations' | 'tables' | 'sequences' | 'waitingMessages'>
  /** Reads the rows of a table as COPY writes them, in parts, and returns how many rows there are. */
  copy(table: StoredTable): AsyncGenerator<Buffer, number>
  /** Reads the ids of all photos in their order, each with its tenant's. */
  photos(): AsyncGenerator<{ tenantId: string; id: string }>
}

/**
 * Runs `work` on a snapshot, which the reader's role reads. Migrations wait until the end, and nobody else does.
 */
export async function withSnapshot<T>(readerUrl: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await openConnection(readerUrl, 'lateral backup')
  try {
    // Without it, a role that row-level security binds would read empty tables instead of failing.
    await client.query(`set row_security = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    await client.query(
      `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex'`,
    )
    const tables = await listTables(client)
    await client.query('begin transaction isolation level repeatable read read only')
    // The locks come before the snapshot, so that nothing is altered between the two.
    await client.query(`lock table ${tables.map(({ name }) => nameOf(name)).join(', ')} in access share mode`)
    const facts = await factsOf(client)
    if (JSON.stringify(facts.tables) !== JSON.stringify(tables)) {
      throw new ArchiveError('A new version of Lateral was migrating the database. Start the backup again')
    }
    const tenants = await countTenants(client)
    return await work({ tenants, facts, copy: (table) => copyRows(client, table), photos: () => photosIn(client) })
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end()
  }
}

async function factsOf(client: pg.Client): Promise<Snapshot['facts']> {
  const { rows } = await client.query<{ taken_at: Date; postgres: string; waiting: number }>(
    `select now() as taken_at, current_setting('server_version') as postgres,
       (select count(*)::int from messages where state = 'waiting') as waiting`,
  )
  const [now] = rows
  if (now === undefined) throw new Error('The database did not tell its time')
  const sequences: ArchiveHeader['sequences'] = []
  for (const name of await listSequences(client)) {
    const { rows: states } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value as value, is_called as "isCalled" from ${nameOf(name)}`,
    )
    for (const state of states) sequences.push({ name, ...state })
  }
  return {
    takenAt: now.taken_at.toISOString(),
    postgres: now.postgres,
    migrations: await listAppliedMigrations(client),
    tables: await listTables(client),
    sequences,
    waitingMessages: now.waiting,
  }
}

async function countTenants(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(distinct tenant_id)::int as count from tenant_addresses',
  )
  return rows[0]?.count ?? 0
}

async function* copyRows(client: pg.Client, { name, columns }: StoredTable): AsyncGenerator<Buffer, number> {
  const query = copyTo(`copy ${nameOf(name)} (${columns.map(nameOf).join(', ')}) to stdout`)
  const rows: Readable = client.query(query)
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
  return query.rowCount
}

/** Rows that are fetched at once. */
const rowsAtOnce = 10_000

async function* photosIn(client: pg.Client): AsyncGenerator<{ tenantId: string; id: string }> {
  await client.query('declare photos cursor for select tenant_id as "tenantId", id from device_images order by 1, 2')
  for (;;) {
    const { rows } = await client.query<{ tenantId: string; id: string }>(`fetch ${rowsAtOnce} from photos`)
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}

function nameOf(identifier: string): string {
  return pg.escapeIdentifier(identifier)
}

function explain(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.message.includes('row-level security')) {
    return new ArchiveError(
      'The role for backups may not read the rows of every tenant. As a superuser, run: ALTER ROLE <owner>_reader BYPASSRLS',
      error,
    )
  }
  return error
}
