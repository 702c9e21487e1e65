import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { openConnection } from '../platform/database.ts'
import { ensureRoles } from '../platform/roles.ts'
import { unfinishedRestore } from '../platform/migrate.ts'
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
  // Only the server that guards the embedded database, and this command, connect as the current user.
  const { rows: users } = await owner.query(
    'select from pg_stat_activity where datname = current_database() and usename <> current_user limit 1',
  )
  if (users.length > 0) throw new ArchiveError('The database is in use. Stop Lateral first')
  const { rows: alone } = await owner.query('select where pg_try_advisory_lock($1)', [restoreLock])
  if (alone.length === 0) throw new ArchiveError('Another restore is running in this database')
  if (await hasTable(owner, unfinishedRestore)) {
    const { rows } = await owner.query<{ id: string }>(`select archive_id as id from ${unfinishedRestore}`)
    return rows[0]?.id
  }
  if (!(await hasTable(owner, 'tenant_addresses'))) return undefined
  const { rows: tenants } = await owner.query('select from tenant_addresses limit 1')
  if (tenants.length === 0) return undefined
  throw new ArchiveError(
    'There are tenants in this database. Move DATA_DIR/postgres away, or name an empty database in DATABASE_URL',
  )
}

/**
 * Marks the database as one into which an archive is being restored, and drops everything of Lateral in it, unless that
 * is just what the archive's migrations make.
 */
export async function beginRestore(owner: pg.Client, ownerUrl: string, archive: ArchiveHeader): Promise<void> {
  await ensureRoles(owner, ownerUrl)
  await owner.query('begin')
  const isMarked = await hasTable(owner, unfinishedRestore)
  const applied = (await hasTable(owner, 'kysely_migration')) ? await listAppliedMigrations(owner) : []
  if (isMarked || applied.join() !== archive.migrations.join()) await dropEverything(owner)
  await owner.query(`create table ${unfinishedRestore} (archive_id uuid not null)`)
  await owner.query(`insert into ${unfinishedRestore} values ($1)`, [archive.id])
  await owner.query('commit')
}

/** Drops everything of Lateral, such as what a restore that failed has made. */
export async function dropEverything(owner: pg.Client): Promise<void> {
  const isMade = (await hasTable(owner, 'kysely_migration')) || (await hasTable(owner, unfinishedRestore))
  if (isMade) await owner.query('drop owned by current_user cascade')
  await owner.query('create schema if not exists public')
}

/** Ends a connection whose transaction has failed, perhaps in the middle of loading, from another one. */
export async function endConnection(owner: pg.Client, failed: pg.Client): Promise<void> {
  // The types lack it. PostgreSQL gives it at the login.
  const { processID } = failed as pg.Client & { processID: number | null }
  await owner.query('select pg_terminate_backend($1, 10000)', [processID])
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
