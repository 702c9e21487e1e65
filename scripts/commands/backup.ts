import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { deriveRoleUrls, ensureRoles } from '../../server/platform/roles.ts'
import { verifyCounts } from './verify-counts.ts'

interface Settings {
  ownerUrl: string
}
type Report = (line: string) => void

/**
 * Writes all of the database to a new file, which only its owner may read, in PostgreSQL's custom format, as of one moment, while the
 * server goes on. Photos, logos and signatures are files of their own in `DATA_DIR/files`. Needs `pg_dump` of the server's version or newer.
 */
export async function backUp({ ownerUrl }: Settings, args: readonly string[], report: Report): Promise<number> {
  const file = fileOf(args)
  if (existsSync(file)) throw new Error(`${file} is there already`)
  process.umask(0o077)
  const { target, password } = partsOf(deriveRoleUrls(ownerUrl).readerUrl)
  const isDone = await runProgram('pg_dump', ['--format=custom', `--file=${file}`, '--no-password', target], password)
  if (!isDone) {
    await rm(file, { force: true })
    return 1
  }
  report(`The database is in ${file}. Keep DATA_DIR/files with it`)
  return 0
}

/**
 * Puts a backup into a database in which there is no tenant and that nobody uses, all of it or nothing, and counts every test
 * record against the counts that came along. Needs `pg_restore` of the version that made the backup, or newer.
 */
export async function restore({ ownerUrl }: Settings, args: readonly string[], report: Report): Promise<number> {
  const file = fileOf(args)
  if (!existsSync(file)) throw new Error(`There is no ${file}`)
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'lateral restore' })
  await owner.connect()
  try {
    await refuseUsed(owner)
    await ensureRoles(owner, ownerUrl)
    // Tables that a start has made: the backup brings its own, whose triggers come after its rows.
    await owner.query('drop owned by current_user cascade')
  } finally {
    await owner.end()
  }
  const { target, password } = partsOf(ownerUrl)
  const how = ['--exit-on-error', '--single-transaction', '--no-password', `--dbname=${target}`, file]
  if (!(await runProgram('pg_restore', how, password))) return 1
  report(`${file} is restored. The next start brings it up to date`)
  return await verifyCounts({ ownerUrl }, [], report)
}

function fileOf([file, ...more]: readonly string[]): string {
  if (file === undefined || more.length > 0) throw new Error('Say one file, such as lateral.dump')
  return file
}

/** Throws where somebody's data would be lost, or somebody would see tables vanish. */
async function refuseUsed(owner: pg.Client): Promise<void> {
  // As this one are a server's watch over the embedded database, and this command's own.
  const { rows: users } = await owner.query(
    'select 1 from pg_stat_activity where datname = current_database() and usename <> current_user limit 1',
  )
  if (users.length > 0) throw new Error('The database is in use. Stop Lateral first')
  const { rows: made } = await owner.query(`select 1 where to_regclass('tenant_addresses') is not null`)
  if (made.length === 0) return
  const { rows: tenants } = await owner.query('select 1 from tenant_addresses limit 1')
  if (tenants.length === 0) return
  throw new Error(
    'There are tenants in this database. Move DATA_DIR/postgres away, or name an empty database in DATABASE_URL',
  )
}

/** Where a program of PostgreSQL connects to, and the password, which is not for its command line: others may see that. */
function partsOf(url: string): { target: string; password: string } {
  const target = new URL(url)
  const password = decodeURIComponent(target.password)
  target.password = ''
  return { target: target.href, password }
}

/** Whether the program did it; what it has to say about it goes where this program's errors go. */
async function runProgram(name: string, args: readonly string[], password: string): Promise<boolean> {
  const env = { ...process.env, PGPASSWORD: password }
  return await new Promise((done, fail) => {
    const program = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    program.on('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'ENOENT'
          ? new Error(`There is no ${name} here: install the client programs of PostgreSQL 18 or newer`)
          : error,
      ),
    )
    program.on('close', (code) => done(code === 0))
  })
}
