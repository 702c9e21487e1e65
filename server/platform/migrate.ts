import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import pg from 'pg'
import { createPool, openConnection } from './database.ts'
import { areJobsMigrated, migrateJobs } from './jobs.ts'
import { isLockedOut, listMigrations, listOfBaseline, migrationTable, SqlFileMigrations } from './migrations.ts'
import { MigratorDialect } from './migrator-dialect.ts'
import { refuseLendingPooler } from './pooler.ts'
import { sayOnceAMinute } from './repeated-lines.ts'
import {
  canLogIn,
  deriveRoleUrls,
  ensureRoles,
  findRoleFaults,
  loginRefusal,
  migratingName,
  roleNames,
  type RoleUrls,
} from './roles.ts'

/** The folder of the product's migrations. */
export const ownMigrations = fileURLToPath(new URL('../../database/migrations', import.meta.url))

/** A fixed number: the migrating process holds this lock, so that many processes may start at once. */
const migrationLock = 7_203_461

/** Milliseconds between tries, in which others can use the tables that a migration waits for. */
const lockPauseMs = 2_000

/** Milliseconds that a start waits while another process migrates. Large tables take minutes. */
const turnLimitMs = 10 * 60_000

const turnPauseMs = 200

/**
 * Brings the database and its roles up to date and returns the roles' URLs. `ownerUrl` must be able to create roles and
 * must not lead through a transaction pooler. A database of a newer version is left as it is, if that allows this one to
 * run. Throws an error with a remedy.
 */
export async function migrate(options: {
  ownerUrl: string
  report: (line: string) => void
  /** The folder of NNNN-*.sql files; defaults to the product's own. */
  folder?: string
  /** Stops waiting for another process that migrates. */
  signal?: AbortSignal
  /** Replaces the milliseconds that are waited for another process. */
  limitMs?: number
  /** True for a restore, which migrates a database that nobody else may use yet. */
  isRestoring?: boolean
  /** The last migration to run, for rows that a backup took after it; defaults to the newest. */
  upTo?: string
}): Promise<RoleUrls> {
  const { ownerUrl, report, folder = ownMigrations, signal, limitMs = turnLimitMs, isRestoring = false, upTo } = options
  const urls = deriveRoleUrls(ownerUrl)
  const owner = await openConnection(ownerUrl, migratingName)
  try {
    const [serverCanLogIn, own] = await Promise.all([canLogIn(urls.serverUrl), listMigrations(folder)])
    await refuseLendingPooler(owner, () => openConnection(ownerUrl, migratingName))
    await refuseOldServer(owner)
    await refuseUnsafeRole(owner, ownerUrl)
    if (!isRestoring) await refuseHalfRestored(owner)
    const isUpToDate = async (): Promise<boolean> => {
      const applied = await appliedMigrations(owner)
      const newest = applied.findLast((name) => !own.includes(name))
      if (newest === undefined) return isSame(applied, own) && (await areJobsMigrated(owner))
      await refuseWhereTooOld(owner, { own, applied, newest })
      report(`A newer version has migrated the database (up to ${newest}), and allows this one to run`)
      return true
    }
    if (serverCanLogIn && (await isUpToDate())) return urls

    await takeTurn(owner, { report, signal, limitMs })
    if (!(await canLogIn(urls.serverUrl))) await createRoles(owner, ownerUrl)
    if (await isUpToDate()) return urls
    const applied = await appliedMigrations(owner)
    if (upTo !== undefined && applied.includes(upTo)) return urls
    const baseline = (await listOfBaseline(folder)).at(-1)
    if (applied.length > 0 && baseline !== undefined) refuseOlder(applied, baseline)
    await runMigrations(ownerUrl, { folder, report, upTo, baseline: applied.length > 0 ? undefined : baseline })
    if (upTo === undefined && !(await areJobsMigrated(owner))) await migrateJobs(owner, roleNames(ownerUrl))
    return urls
  } finally {
    await owner.end()
  }
}

/** Waits until no other process migrates. Throws, with how to end it, when that takes longer than `limitMs`. */
async function takeTurn(
  owner: pg.Client,
  { report, signal, limitMs }: { report: (line: string) => void; signal: AbortSignal | undefined; limitMs: number },
): Promise<void> {
  const deadline = performance.now() + limitMs
  const minutes = limitMs / 60_000
  for (let hasSaid = false; ; hasSaid = true) {
    const { rows } = await owner.query<{ isTaken: boolean }>('SELECT pg_try_advisory_lock($1) AS "isTaken"', [
      migrationLock,
    ])
    if (rows[0]?.isTaken) return
    if (performance.now() > deadline) {
      const pid = await migratingPid(owner)
      throw new Error(
        `Another process has been migrating the database for more than ${minutes} minutes. Start again when it has finished. ` +
          `If there is none, end the connection that it left behind: SELECT pg_terminate_backend(${pid ?? 'pid'})`,
      )
    }
    if (!hasSaid) report(`Another process is migrating the database: waiting for up to ${minutes} minutes`)
    await sleep(turnPauseMs, undefined, { signal })
  }
}

/** Returns the process id of the connection that holds the migration lock. */
async function migratingPid(owner: pg.Client): Promise<number | undefined> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND (classid, objid, objsubid) = (0, $1, 1)
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [migrationLock],
  )
  return rows[0]?.pid
}

/** Throws when a newer version has removed what this one needs, or was made from other migrations than this one. */
async function refuseWhereTooOld(
  owner: pg.Client,
  { own, applied, newest }: { own: readonly string[]; applied: readonly string[]; newest: string },
): Promise<void> {
  const missing = own.find((name) => !applied.includes(name))
  if (missing !== undefined) {
    throw new Error(
      `Another version of Lateral has migrated the database (up to ${newest}) without ${missing} of this one. ` +
        'Start that version, or one that has both.',
    )
  }
  const oldest = await oldestVersion(owner)
  if (oldest !== undefined && oldest <= (own.at(-1) ?? '')) return
  throw new Error(
    `A newer version of Lateral has migrated the database (up to ${newest}), and this version is too old for it. ` +
      'Start that version, or a newer one.',
  )
}

/** Throws when the database lacks migrations that this version has as one baseline alone. */
function refuseOlder(applied: readonly string[], baseline: string): void {
  if (applied.includes(baseline)) return
  throw new Error(
    `An older version of Lateral has migrated the database (up to ${applied.at(-1)}), and this one goes on from ${baseline} alone. ` +
      'Start the version between them first, which docs/running.md names under "From an older version".',
  )
}

/** `baseline` is the migration whose file begins an empty database. */
async function runMigrations(
  ownerUrl: string,
  {
    folder,
    report,
    upTo,
    baseline,
  }: { folder: string; report: (line: string) => void; upTo: string | undefined; baseline: string | undefined },
): Promise<void> {
  // Imported here, because a start with nothing to migrate does not need it.
  const { Migrator } = await import('kysely/migration')
  const pool = createPool({ url: ownerUrl, size: 1, onError: () => undefined, pipeline: false, queryLimitMs: 0 })
  const db = new Kysely<unknown>({ dialect: new MigratorDialect({ pool }) })
  const provider = new SqlFileMigrations(folder, roleNames(ownerUrl), () => openConnection(ownerUrl, migratingName))
  const migrator = new Migrator({ db, provider, migrationTableName: migrationTable })
  const reportWait = sayOnceAMinute(report)
  try {
    if (baseline !== undefined) {
      const { error } = await migrator.migrateTo(baseline)
      if (error) throw error
      report(`Made the tables (up to ${baseline})`)
      if (upTo === baseline) return
    }
    // Each migration runs in a transaction of its own, because a file may need what the one before it committed.
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp()
      const isLast = upTo !== undefined && results.some(({ migrationName }) => migrationName === upTo)
      if (isLockedOut(error)) {
        reportWait(`${error.message}: trying again until it is free`)
        await sleep(lockPauseMs)
        continue
      }
      if (error) throw error
      if (results.length === 0) return
      for (const { migrationName } of results) report(`Migrated ${migrationName}`)
      if (isLast) return
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
        `"${names.reader}" (${error.message}). As a superuser, run: ALTER ROLE "${names.owner}" CREATEROLE. For a role ` +
        `that exists already, also: GRANT "${names.reader}" TO "${names.owner}" WITH ADMIN OPTION`,
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

/** The table that a restore makes first and removes last. */
export const unfinishedRestore = 'unfinished_restore'

/** Throws if a restore into this database has not come to its end. */
export async function refuseHalfRestored(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`SELECT WHERE to_regclass('${unfinishedRestore}') IS NOT NULL`)
  if (rows.length === 0) return
  throw new Error('A backup was not restored to its end into this database. Restore it again')
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

function appliedMigrations(owner: pg.Client): Promise<string[]> {
  return namesIn(owner, `SELECT name FROM ${migrationTable} ORDER BY name`)
}

/** Returns the last migration of the oldest version that may run, which the newest migrations wrote down. */
async function oldestVersion(owner: pg.Client): Promise<string | undefined> {
  return (await namesIn(owner, 'SELECT migration AS name FROM oldest_version'))[0]
}

/** Returns the names that a query finds; none when its table does not exist. */
async function namesIn(owner: pg.Client, query: string): Promise<string[]> {
  try {
    const { rows } = await owner.query<{ name: string }>(query)
    return rows.map((row) => row.name)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return []
    throw error
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}
