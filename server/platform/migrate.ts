import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createPool, openConnection } from './database.ts'
import { areJobsMigrated, migrateJobs } from './jobs.ts'
import { isLockedOut, listMigrations, migrationTable, SqlFileMigrations } from './migrations.ts'
import { refuseLendingPooler } from './pooler.ts'
import { sayOnceAMinute } from './repeated-lines.ts'
import { deriveRoleUrls, ensureRoles, findRoleFaults, roleNames, type RoleUrls } from './roles.ts'

const ownFolder = fileURLToPath(new URL('../../database/migrations', import.meta.url))

/** A fixed number: the migrating process holds this lock, so that many processes may start at once. */
const migrationLock = 7_203_461

/** Milliseconds between tries, in which others can use the tables that a migration waits for. */
const lockPauseMs = 2_000

const connectionName = 'lateral migrate'

/**
 * Brings the database and its roles up to date and returns the roles' URLs. `ownerUrl` must be able to create roles and
 * must not lead through a transaction pooler. Throws an error with a remedy.
 */
export async function migrate(options: {
  ownerUrl: string
  report: (line: string) => void
  /** The folder of NNNN-*.sql files; defaults to the product's own. */
  folder?: string
}): Promise<RoleUrls> {
  const { ownerUrl, report, folder = ownFolder } = options
  const urls = deriveRoleUrls(ownerUrl)
  const owner = await openConnection(ownerUrl, connectionName)
  try {
    const [serverCanLogIn, expected] = await Promise.all([canLogIn(urls.serverUrl), listMigrations(folder)])
    await refuseLendingPooler(owner, () => openConnection(ownerUrl, connectionName))
    await refuseOldServer(owner)
    await refuseUnsafeRole(owner, ownerUrl)
    const applied = await appliedMigrations(owner)
    if (serverCanLogIn && isSame(applied, expected) && (await areJobsMigrated(owner))) return urls

    await owner.query('SELECT pg_advisory_lock($1)', [migrationLock])
    if (!(await canLogIn(urls.serverUrl))) await createRoles(owner, ownerUrl)
    await runMigrations(ownerUrl, folder, report)
    if (!(await areJobsMigrated(owner))) await migrateJobs(owner, roleNames(ownerUrl))
    return urls
  } finally {
    await owner.end()
  }
}

async function runMigrations(ownerUrl: string, folder: string, report: (line: string) => void): Promise<void> {
  // Imported here, because a start with nothing to migrate does not need it.
  const { Migrator } = await import('kysely/migration')
  const pool = createPool({ url: ownerUrl, size: 1, onError: () => undefined, pipeline: false, queryLimitMs: 0 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const provider = new SqlFileMigrations(folder, roleNames(ownerUrl), () => openConnection(ownerUrl, connectionName))
  const migrator = new Migrator({ db, provider, migrationTableName: migrationTable })
  const reportWait = sayOnceAMinute(report)
  try {
    // Each migration runs in a transaction of its own, because a file may need what the one before it committed.
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp()
      if (isLockedOut(error)) {
        reportWait(`${error.message}: trying again until it is free`)
        await sleep(lockPauseMs)
        continue
      }
      if (error) throw error
      if (results.length === 0) return
      for (const { migrationName } of results) report(`Migrated ${migrationName}`)
    }
  } finally {
    await db.destroy()
  }
}

async function createRoles(owner: pg.Client, ownerUrl: string): Promise<void> {
  const names = roleNames(ownerUrl)
  try {
    await ensureRoles(owner, ownerUrl)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new Error(
      `The database user "${names.owner}" may not create or change the roles "${names.server}" and ` +
        `"${names.reader}" (${error.message}). As a superuser, run: ALTER ROLE "${names.owner}" CREATEROLE`,
      { cause: error },
    )
  }
  const refusal = await loginRefusal(deriveRoleUrls(ownerUrl).serverUrl)
  if (refusal) {
    throw new Error(
      `The role "${names.server}" exists, but may not log in: ${refusal}. ` +
        'Give DATABASE_URL a password, or allow the role in pg_hba.conf.',
    )
  }
}

async function refuseOldServer(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version ?? '0'
  if (Number.parseInt(version, 10) >= 15) return
  throw new Error(`DATABASE_URL leads to PostgreSQL ${version}; Lateral needs PostgreSQL 15 or newer`)
}

async function refuseUnsafeRole(owner: pg.Client, ownerUrl: string): Promise<void> {
  const names = roleNames(ownerUrl)
  const faults = await findRoleFaults(owner, names)
  if (faults.length === 0) return
  throw new Error(
    `The role "${names.server}" ${faults.join(' and ')}, so tenants would not be kept apart. ` +
      'Take that from it, or let DATABASE_URL name another owner.',
  )
}

async function appliedMigrations(owner: pg.Client): Promise<string[]> {
  try {
    const { rows } = await owner.query<{ name: string }>(`SELECT name FROM ${migrationTable} ORDER BY name`)
    return rows.map((row) => row.name)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return []
    throw error
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}

async function canLogIn(url: string): Promise<boolean> {
  return (await loginRefusal(url)) === undefined
}

/**
 * Returns PostgreSQL's reason for refusing this user's login; undefined when it succeeds. Throws when the server cannot
 * be reached.
 */
async function loginRefusal(url: string): Promise<string | undefined> {
  try {
    const client = await openConnection(url, connectionName)
    await client.end()
    return undefined
  } catch (error) {
    // Class 28 means invalid authorisation, also for a missing role; 42501 means no permission for this database.
    if (error instanceof pg.DatabaseError && /^(28|42501)/.test(error.code ?? '')) return error.message
    throw error
  }
}
