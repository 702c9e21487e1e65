import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'
import pg from 'pg'
import type { RoleNames } from './roles.ts'

/** Kysely's default name of its table, which the quick check reads directly. */
export const migrationTable = 'kysely_migration'

/** The file of a folder that makes at once what its oldest migrations made, whose names stand in its first lines. */
const baselineFile = 'baseline.sql'

/** Lists the migrations of a folder in order, those of its baseline first. Throws on a malformed name. */
export async function listMigrations(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && name !== baselineFile).toSorted()
  const odd = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (odd) throw new Error(`${path.join(folder, odd)} is not named like a migration (0001-what-it-does.sql)`)
  return [...(await listOfBaseline(folder)), ...names.map((name) => path.basename(name, '.sql'))]
}

/** Lists the migrations that a folder's baseline stands for, in order; none without a baseline. */
export async function listOfBaseline(folder: string): Promise<string[]> {
  if (!existsSync(path.join(folder, baselineFile))) return []
  const [head = ''] = (await readFile(path.join(folder, baselineFile), 'utf8')).split('\n\n', 1)
  return [...head.matchAll(/^-- (\d{4}-[a-z0-9-]+)$/gm)].map(([, name = '']) => name)
}

/** A file that begins with this comment changes data and runs for one tenant after the other. */
const forEachTenant = '-- For each tenant, in a transaction of its own.'

/**
 * The lock timeout of migrations. A migration that waits for a table blocks everybody behind it, so it gives up early
 * and is retried.
 */
const lockLimit = '1s'

/** Tells whether a migration only failed because another transaction held a lock. */
export function isLockedOut(error: unknown): error is Error {
  return error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '55P03'
}

/**
 * Plain SQL files, in which `{{server}}` and `{{reader}}` are replaced by the names of those roles. A file for each
 * tenant is committed tenant by tenant, so that it locks the rows of one at a time. It counts as applied once it has
 * run for all, and starts over if interrupted.
 */
export class SqlFileMigrations implements MigrationProvider {
  readonly #folder: string
  readonly #roles: RoleNames
  readonly #open: () => Promise<pg.Client>

  /** `open` connects as the owner, for the files that commit by themselves. */
  constructor(folder: string, roles: RoleNames, open: () => Promise<pg.Client>) {
    this.#folder = folder
    this.#roles = roles
    this.#open = open
  }

  async getMigrations(): Promise<Record<string, Migration>> {
    const names = await listMigrations(this.#folder)
    const ofBaseline = await listOfBaseline(this.#folder)
    const fileOf = (name: string) => {
      if (name === ofBaseline.at(-1)) return baselineFile
      return ofBaseline.includes(name) ? undefined : `${name}.sql`
    }
    return Object.fromEntries(names.map((name) => [name, this.#read(fileOf(name))]))
  }

  /** Without a file a migration does nothing: the last one of a baseline does it for all of them. */
  #read(fileName: string | undefined): Migration {
    return {
      up: async (db) => {
        if (fileName === undefined) return
        const file = path.join(this.#folder, fileName)
        const text = withRoleNames(await readFile(file, 'utf8'), this.#roles)
        if (text.startsWith(forEachTenant)) await this.#runInTenants(file, text)
        else {
          // A message of its own, because a PostgreSQL that spreads tenants passes on the whole message of a SET LOCAL.
          await sql.raw(`set local lock_timeout = '${lockLimit}'`).execute(db)
          await run(file, text, (all) => sql.raw(all).execute(db))
        }
      },
    }
  }

  async #runInTenants(file: string, text: string): Promise<void> {
    const client = await this.#open()
    try {
      await client.query(`set lock_timeout = '${lockLimit}'`)
      const { rows } = await client.query<{ id: string }>('select distinct tenant_id as id from tenant_addresses')
      for (const { id } of rows) {
        const whole = `begin; select enter_tenant(${pg.escapeLiteral(id)}); ${text}; commit`
        await run(file, whole, (all) => client.query(all))
      }
    } finally {
      await client.end()
    }
  }
}

/** Runs a file's statements. Errors name the file and the line; the text must begin on the first line. */
async function run(file: string, text: string, send: (text: string) => Promise<unknown>): Promise<void> {
  try {
    await send(text)
  } catch (error) {
    throw new Error(describe(file, text, error), { cause: error })
  }
}

function withRoleNames(text: string, roles: RoleNames): string {
  return text
    .replaceAll('{{server}}', pg.escapeIdentifier(roles.server))
    .replaceAll('{{reader}}', pg.escapeIdentifier(roles.reader))
}

function describe(file: string, text: string, error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return `${file}: ${String(error)}`
  const line = error.position ? text.slice(0, Number(error.position)).split('\n').length : undefined
  const detail = error.detail ? ` (${error.detail})` : ''
  return `${file}${line ? `:${line}` : ''}: ${error.message}${detail}`
}
