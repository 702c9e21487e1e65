import { Client } from 'pg'
import { openCluster } from './cluster.ts'
import { fillPlaces, fillRecords } from './fill.ts'
import { databaseOf, type Size, sizes } from './fixture.ts'
import { startServer } from './processes.ts'

/** Makes the database of a size: migrated by a server that starts on it, then filled by SQL. Replaces an earlier one. */
async function load(size: Size, adminUrl: string, databaseUrl: string): Promise<void> {
  const started = performance.now()
  const step = (text: string) =>
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${size}: ${text}\n`)
  await withClient(adminUrl, async (client) => {
    await client.query(`drop database if exists ${databaseOf(size)} with (force)`)
    await client.query(`create database ${databaseOf(size)}`)
  })
  await (await startServer('migrate', { DATABASE_URL: databaseUrl })).stop()
  await withClient(databaseUrl, async (client) => {
    await client.query(`set maintenance_work_mem = '1GB'`)
    // The owner passes row-level security here, to load and to measure what it costs; the server's role stays bound.
    await eachTable(client, (table) => `alter table ${table} no force row level security`)
    step('places and subjects')
    await fillPlaces(client)
    const restore = await dropIndexes(client)
    step('records')
    await fillRecords(client, sizes[size])
    for (const statement of restore) {
      step(statement.slice(0, 90))
      await client.query(statement)
    }
    step('vacuum')
    await client.query('vacuum (analyze)')
  })
  step('ready')
}

/** Drops what slows a bulk load down; answers the statements that make it again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const keys = await client.query<{ drop: string; restore: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype in ('f', 'p') and 'test_records'::regclass in (conrelid, confrelid)
    order by contype = 'p'`)
  const indexes = await client.query<{ drop: string; restore: string }>(`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
    from pg_index where indrelid = 'test_records'::regclass and not indisprimary`)
  for (const { drop } of [...keys.rows, ...indexes.rows]) await client.query(drop)
  return [...indexes.rows, ...keys.rows.toReversed()].map(({ restore }) => restore)
}

async function eachTable(client: Client, statementFor: (table: string) => string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relkind = 'r'`,
  )
  for (const { name } of rows) await client.query(statementFor(name))
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const wanted = process.argv.slice(2)
const chosen = (Object.keys(sizes) as Size[]).filter((size) => wanted.length === 0 || wanted.includes(size))
const cluster = await openCluster()
try {
  for (const size of chosen) await load(size, cluster.urlOf('lateral'), cluster.urlOf(databaseOf(size)))
} finally {
  await cluster.close()
}
