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
 * Writes the whole database to a new file, which only its owner may read, in PostgreSQL's custom format, as of one
 * moment, while the server runs. Photos, logos and signatures are separate files in `DATA_DIR/files`. Needs `pg_dump`
 * of the server's version or newer.
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
 * Restores a backup, completely or not at all, into a database without tenants that nobody uses, and checks every
 * record count against the counts in the backup. Needs `pg_restore` of the version that made the backup, or newer.
 */
export async function restore({ ownerUrl }: Settings, args: readonly string[], report: Report): Promise<number> {
  const file = fileOf(args)
  if (!existsSync(file)) throw new Error(`There is no ${file}`)
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'lateral restore' })
  await owner.connect()
  try {
    await refuseUsed(owner)
    await ensureRoles(owner, ownerUrl)
    // A first start has created tables, but the backup brings its own, whose triggers must come after its rows.
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

/** Throws if data would be lost, or if another user would see tables disappear. */
async function refuseUsed(owner: pg.Client): Promise<void> {
  // Only the server that guards the embedded database, and this command, connect as the current user.
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

/**
 * The address for a program of PostgreSQL, and the password, which must not be on its command line, where others may
 * see it.
 */
function partsOf(url: string): { target: string; password: string } {
  const target = new URL(url)
  // A password among the parameters goes before one in front of the host.
  const password = target.searchParams.get('password') ?? decodeURIComponent(target.password)
  target.password = ''
  target.searchParams.delete('password')
  return { target: target.href, password }
}

/** True if the program succeeded; its messages go to this program's standard error. */
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
