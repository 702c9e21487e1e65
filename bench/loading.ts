import { Client } from 'pg'
import { fillAudit, fillPlaces, fillRecords } from './fill.ts'
import { type DatabaseName, databaseOf, databases, type Scale } from './fixture.ts'
import { startServer } from './processes.ts'

/** Tables that get millions of rows: their indexes are dropped until they are full. */
const largeTables = [
  'subjects',
  'subject_identities',
  'subject_groups',
  'subject_words',
  'test_records',
  'audit_events',
]

/**
 * Makes a bench database: a server migrates it as it starts, then SQL fills it. Replaces an earlier one. Both URLs are
 * the owner's; `adminUrl` names any other database.
 */
export async function load(name: DatabaseName, adminUrl: string, databaseUrl: string): Promise<void> {
  const started = performance.now()
  const step = (text: string) =>
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${name}: ${text}\n`)
  await withClient(adminUrl, async (client) => {
    await client.query(`drop database if exists ${databaseOf(name)} with (force)`)
    await client.query(`create database ${databaseOf(name)}`)
  })
  await (await startServer('migrate', { DATABASE_URL: databaseUrl })).stop()
  await withClient(databaseUrl, async (client) => {
    await fill(client, databases[name], step)
    await client.query(`comment on database ${databaseOf(name)} is '${loaded}'`)
  })
  step('ready')
}

/** Numbers of rows to fill a database with. */
export interface Filling {
  scale: Scale
  records: number
  ofOthers: number
  events?: number
}

/** Fills a migrated database, whose owner then passes row-level security. */
export async function fill(client: Client, filling: Filling, step: (text: string) => void): Promise<void> {
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query(`set work_mem = '256MB'`)
  // The owner passes row-level security here, to load and to measure what it costs; the server's role stays bound.
  await eachTable(client, (table) => `alter table ${table} no force row level security`)
  const restore = await dropIndexes(client)
  step('places and people')
  await fillPlaces(client, filling.scale)
  step('records')
  // The records are counted at the end in one statement, which is faster than letting triggers count them.
  await client.query('alter table test_records disable trigger user')
  await fillRecords(client, filling)
  await client.query('alter table test_records enable trigger user')
  const { scale, events } = filling
  if (events !== undefined) {
    step('events')
    await fillAudit(client, { scale, events })
  }
  for (const statement of restore) {
    step(statement.slice(0, 90))
    await client.query(statement)
  }
  step('counts of records')
  const { rows: tenants } = await client.query<{ id: string }>('select id from tenants')
  for (const { id } of tenants) {
    await client.query('begin')
    await client.query('select enter_tenant($1), repair_record_counts($1)', [id])
    await client.query('commit')
  }
  step('vacuum')
  await client.query('vacuum (analyze)')
}

/** Tells whether an earlier run loaded this database completely. */
export async function isLoaded(name: DatabaseName, adminUrl: string): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query(
      `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = $2`,
      [databaseOf(name), loaded],
    )
    return rows.length > 0
  })
}

const loaded = 'Loaded to its end'

/** Drops indexes and keys that slow a bulk load down. Returns the statements that make them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const tables = `array['${largeTables.join("', '")}']::regclass[]`
  const keys = await client.query<{ drop: string; restore: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype in ('f', 'p') and (conrelid = any(${tables}) or confrelid = any(${tables}))
    order by contype = 'p'`)
  const indexes = await client.query<{ drop: string; restore: string }>(`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
    from pg_index where indrelid = any(${tables}) and not indisprimary`)
  for (const { drop } of [...keys.rows, ...indexes.rows]) await client.query(drop)
  return [...indexes.rows, ...keys.rows.toReversed()].map(({ restore }) => restore)
}

async function eachTable(client: Client, statementFor: (table: string) => string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relkind = 'r'`,
  )
  for (const { name } of rows) await client.query(statementFor(name))
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
