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

/** Plain SQL files, in which `{{server}}` and `{{reader}}` stand for the names of those roles. */
export class SqlFileMigrations implements MigrationProvider {
  readonly #folder: string
  readonly #roles: RoleNames

  constructor(folder: string, roles: RoleNames) {
    this.#folder = folder
    this.#roles = roles
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
        try {
          await sql.raw(text).execute(db)
        } catch (error) {
          throw new Error(describe(file, text, error), { cause: error })
        }
      },
    }
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
