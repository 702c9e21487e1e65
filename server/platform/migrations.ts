import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'
import pg from 'pg'
import type { RoleNames } from './roles.ts'

/** Kysely's own name for its table, written out because the quick check reads it directly. */
export const migrationTable = 'kysely_migration'

/** The migrations of `folder` in order: file names without `.sql`. Throws on a name of another form. */
export async function listMigrations(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  const odd = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (odd) throw new Error(`${path.join(folder, odd)} is not named like a migration (0001-what-it-does.sql)`)
  return names.map((name) => path.basename(name, '.sql'))
}

/** A file that begins so changes what is stored, and is run for one tenant after the other. */
const forEachTenant = '-- For each tenant, in a transaction of its own.'

/** Whoever waits for a table makes everybody wait who comes after: a migration gives up, and is tried again. */
const lockLimit = '1s'

/** Whether a migration failed only because somebody held what it needs. */
export function isLockedOut(error: unknown): error is Error {
  return error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '55P03'
}

/**
 * Plain SQL files, in which `{{server}}` and `{{reader}}` stand for the names of those roles. One of data runs once in each
 * tenant and is committed there, so that it holds the rows of one tenant at a time; until it has gone through all of them,
 * it is not applied, and begins anew.
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
    return Object.fromEntries(names.map((name) => [name, this.#read(name)]))
  }

  #read(name: string): Migration {
    return {
      up: async (db) => {
        const file = path.join(this.#folder, `${name}.sql`)
        const text = withRoleNames(await readFile(file, 'utf8'), this.#roles)
        if (text.startsWith(forEachTenant)) await this.#runInTenants(file, text)
        else await run(file, `set local lock_timeout = '${lockLimit}'; ${text}`, (all) => sql.raw(all).execute(db))
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

/** Sends statements; what fails says where. They begin on the first line of the file. */
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
