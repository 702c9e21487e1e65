import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { openConnection } from '../platform/database.ts'
import { ensureRoles, migratingName } from '../platform/roles.ts'
import { ownMigrations, unfinishedRestore } from '../platform/migrate.ts'
import { migrationTable } from '../platform/migrations.ts'
import { type ArchiveEnd, ArchiveError, type ArchiveHeader } from './archive-format.ts'
import { listAppliedMigrations, listSequences, listTables } from './tables-repository.ts'

/** A fixed number: the process that restores holds this lock. */
const restoreLock = 7_203_462

/** Connects as the owner of the database, whose statements may take as long as they need. */
export async function connectOwner(ownerUrl: string): Promise<pg.Client> {
  const owner = await openConnection(ownerUrl, 'lateral restore')
  await owner.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return owner
}

/**
 * Throws if a restore would destroy something, or disturb somebody. Returns the id of the archive that was restored here
 * without coming to its end, if there is one.
 */
export async function refuseUsed(owner: pg.Client): Promise<string | undefined> {
  await refuseConnections(owner)
  const { rows: alone } = await owner.query('select where pg_try_advisory_lock($1)', [restoreLock])
  if (alone.length === 0) throw new ArchiveError('Another restore is running in this database')
  await refuseOthersTables(owner)
  if (await hasTable(owner, unfinishedRestore)) {
    const { rows } = await owner.query<{ id: string }>(`select archive_id as id from ${unfinishedRestore}`)
    return rows[0]?.id
  }
  await refuseTenants(owner)
  return undefined
}

/** Throws if a server is connected, or is starting. */
async function refuseConnections(owner: pg.Client): Promise<void> {
  // Only the server that guards the embedded database, commands, and whoever migrates connect as the current user. Citus
  // connects as a superuser to look after its servers.
  const { rows: users } = await owner.query(
    `select from pg_stat_activity
     where datname = current_database() and (usename <> current_user or application_name = $1)
       and application_name not ilike 'citus%' limit 1`,
    [migratingName],
  )
  if (users.length > 0) throw new ArchiveError('The database is in use. Stop Lateral first')
}

/**
 * Throws if a server had looked for the mark before it was made, and connected afterwards: it would show the rows before
 * people are erased again. The connections of the migrations may take a moment to go.
 */
async function refuseLateServer(owner: pg.Client): Promise<void> {
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      return await refuseConnections(owner)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function refuseTenants(owner: pg.Client): Promise<void> {
  if (!(await hasTable(owner, 'tenant_addresses'))) return
  const { rows: tenants } = await owner.query('select from tenant_addresses limit 1')
  if (tenants.length === 0) return
  throw new ArchiveError(
    'There are tenants in this database. Move DATA_DIR/postgres away, or name an empty database in DATABASE_URL',
  )
}

/** Throws if what `dropEverything` drops would not be Lateral's alone, or could not be dropped. */
async function refuseOthersTables(owner: pg.Client): Promise<void> {
  // The role that made the cluster has this number, and owns the catalogue.
  const { rows: first } = await owner.query(`select where current_user::regrole::oid = 10`)
  if (first.length > 0) {
    throw new ArchiveError(
      "DATABASE_URL names PostgreSQL's first superuser, whose tables cannot be dropped together. Let it name a role of Lateral's own",
    )
  }
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relowner = current_user::regrole and n.nspname <> 'jobs' and n.nspname !~ '^pg_'
       and c.relkind in ('r', 'p', 'v', 'm', 'f') and not (n.nspname = 'public' and c.relname = any($1))
     order by 1 limit 1`,
    [[...(await tablesOfMigrations()), ...tablesWithoutMigration]],
  )
  const [other] = rows
  if (other === undefined) return
  throw new ArchiveError(
    `${other.name} in this database is not of Lateral, and would be dropped if the restore failed. Name a database of its own in DATABASE_URL`,
  )
}

const tablesWithoutMigration = [migrationTable, `${migrationTable}_lock`, unfinishedRestore]

/** Lists the tables that any migration has made. */
async function tablesOfMigrations(): Promise<string[]> {
  const files = (await readdir(ownMigrations)).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(files.map((name) => readFile(path.join(ownMigrations, name), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/^create table (\w+)/gim)].map(([, name = '']) => name))
}

/**
 * Marks the database as one into which an archive is being restored, and drops everything of Lateral in it, unless that
 * is just what the archive's migrations make, on this server alone. Checks again what `refuseUsed` has checked, because
 * the archive was read in the meantime. If this throws, nothing is there that was not there before.
 */
export async function beginRestore(
  owner: pg.Client,
  { ownerUrl, archive, isSpread }: { ownerUrl: string; archive: ArchiveHeader; isSpread: boolean },
): Promise<void> {
  await ensureRoles(owner, ownerUrl)
  await owner.query('begin')
  try {
    await mark(owner, archive, isSpread)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
  try {
    // Whoever starts from now on sees the mark.
    await refuseConnections(owner)
  } catch (error) {
    await endRestore(owner)
    throw error
  }
}

async function mark(owner: pg.Client, archive: ArchiveHeader, isSpread: boolean): Promise<void> {
  const isMarked = await hasTable(owner, unfinishedRestore)
  const applied = (await hasTable(owner, migrationTable)) ? await listAppliedMigrations(owner) : []
  if (!isMarked) {
    await refuseConnections(owner)
    // Whoever is adding a tenant ends first.
    if (await hasTable(owner, 'tenant_addresses')) await owner.query('lock table tenant_addresses')
    await refuseTenants(owner)
  }
  if (isMarked || applied.join() !== archive.migrations.join() || isSpread) await dropEverything(owner)
  await owner.query(`create table ${unfinishedRestore} (archive_id uuid not null)`)
  await owner.query(`insert into ${unfinishedRestore} values ($1)`, [archive.id])
}

/** Drops everything of Lateral, such as what a restore that failed has made. */
export async function dropEverything(owner: pg.Client): Promise<void> {
  const isMade = (await hasTable(owner, migrationTable)) || (await hasTable(owner, unfinishedRestore))
  if (isMade) await owner.query('drop owned by current_user cascade')
  await owner.query('create schema if not exists public')
}

/** Ends a connection whose transaction has failed, perhaps in the middle of loading, from another one. */
export async function endConnection(owner: pg.Client, failed: pg.Client): Promise<void> {
  // The types lack it. PostgreSQL gives it at the login.
  const { processID } = failed as pg.Client & { processID: number | null }
  await owner.query('select pg_terminate_backend($1::int, 10000)', [processID])
}

/** Lets Lateral start on the restored database. */
export async function endRestore(owner: pg.Client): Promise<void> {
  await owner.query(`drop table ${unfinishedRestore}`)
}

async function hasTable(owner: pg.Client, name: string): Promise<boolean> {
  const { rows } = await owner.query('select where to_regclass($1) is not null', [name])
  return rows.length > 0
}

/** Loads the rows of an archive into the empty tables of its migrations, in one transaction. */
export interface Loading {
  /** Loads a part of a table; the parts of one come one after the other. */
  load(table: string, content: Buffer): Promise<void>
  /** Commits if all rows are there and every reference leads somewhere. */
  commit(end: ArchiveEnd): Promise<void>
}

/**
 * Begins to load. Until the end the transaction does without triggers, which would count and write again what the
 * archive holds, and without the checks of references, so that tables come in any order. Throws where the tables are not
 * those of the archive.
 */
export async function beginLoading(owner: pg.Client, header: ArchiveHeader): Promise<Loading> {
  await owner.query('begin')
  await refuseOtherTables(owner, header)
  const resume = await suspendRules(owner, header)
  const counts = new Map<string, number>()
  let current: { table: string; rows: CopyStreamQuery; end: Promise<void> } | undefined
  const endTable = async (): Promise<void> => {
    if (current === undefined) return
    const { table, rows, end } = current
    current = undefined
    rows.end()
    await end
    counts.set(table, rows.rowCount)
  }
  return {
    async load(table, content) {
      if (current?.table !== table) {
        await endTable()
        const columns = header.tables.find(({ name }) => name === table)?.columns ?? []
        const rows = owner.query(copyFrom(`copy ${nameOf(table)} (${columns.map(nameOf).join(', ')}) from stdin`))
        current = { table, rows, end: finished(rows) }
        // Whoever writes next, or ends the table, gets the error.
        current.end.catch(() => undefined)
      }
      const { rows, end } = current
      await Promise.race([new Promise<void>((done) => rows.write(content, () => done())), end])
      if (rows.errored !== null) throw rows.errored
    },
    async commit({ rows }) {
      await endTable()
      for (const { name } of header.tables) {
        const [loaded, expected] = [counts.get(name) ?? 0, rows[name]]
        if (loaded !== expected) throw new ArchiveError(`Of ${expected} rows of ${name}, ${loaded} were restored`)
      }
      for (const { name, value, isCalled } of header.sequences) {
        await owner.query('select setval($1::regclass, $2, $3)', [nameOf(name), value, isCalled])
      }
      await resume()
      await refuseLateServer(owner)
      await owner.query('commit')
      await owner.query(`vacuum (analyze) ${header.tables.map(({ name }) => nameOf(name)).join(', ')}`)
    },
  }
}

async function refuseOtherTables(owner: pg.Client, header: ArchiveHeader): Promise<void> {
  const own = [
    ...(await listTables(owner)).flatMap(({ name, columns }) => [
      name,
      ...columns.map((column) => `${name}.${column}`),
    ]),
    ...(await listSequences(owner)),
  ]
  const archived = [
    ...header.tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column}`)]),
    ...header.sequences.map(({ name }) => name),
  ]
  const lacking = own.find((name) => !archived.includes(name))
  if (lacking !== undefined) throw new ArchiveError(`The backup lacks ${lacking}, so it is not whole`)
  const unknown = archived.find((name) => !own.includes(name))
  if (unknown !== undefined) throw new ArchiveError(`The backup holds ${unknown}, which this version does not know`)
}

/** Sets the tables' rules aside, and returns what puts them back as they were. */
async function suspendRules(owner: pg.Client, header: ArchiveHeader): Promise<() => Promise<void>> {
  const tables = header.tables.map(({ name }) => name)
  const { rows: references } = await owner.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class t on t.oid = indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by 1`,
    [tables],
  )
  const { rows: isolated } = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any($1)`,
    [tables],
  )
  const alter = (each: readonly { name: string }[], how: string) =>
    owner.query(each.map(({ name }) => `alter table ${nameOf(name)} ${how}`).join(';'))
  await owner.query(references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`).join(';'))
  await owner.query(indexes.map(({ name }) => `drop index ${name}`).join(';'))
  await alter(header.tables, 'disable trigger user')
  // COPY refuses tables whose owner is bound by row-level security, and a reference is not checked at one stroke there.
  await alter(isolated, 'no force row level security')
  await owner.query(`truncate ${tables.map(nameOf).join(', ')}`)
  return async () => {
    for (const { definition } of indexes) await owner.query(definition)
    for (const { table, name, definition } of references) {
      await owner.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    await alter(isolated, 'force row level security')
    await alter(header.tables, 'enable trigger user')
  }
}

function nameOf(identifier: string): string {
  return pg.escapeIdentifier(identifier)
}
