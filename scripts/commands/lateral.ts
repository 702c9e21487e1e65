import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readConfig, type Config } from '../../server/platform/config.ts'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts'
import { sayProblem } from '../../server/platform/said-problem.ts'
import { openConnection } from '../../server/platform/database.ts'
import { isDatabaseAway } from '../../server/platform/database-away.ts'
import { refuseHalfRestored } from '../../server/platform/migrate.ts'
import { readBackUp, readReplayErasures, readRestore, readVerifyBackup } from './backup.ts'
import { UsageError, type Command } from './command.ts'
import { readCreateOperator, readCreateTenant } from './create.ts'
import { readDistribute } from './distribute.ts'
import { readClearAuditAlarm, readVerifyAudit } from './verify-audit.ts'
import { readVerifyCounts } from './verify-counts.ts'
import { readAddWorker, readMoveTenant } from './workers.ts'

const commands: Record<string, Command> = {
  'create-tenant': {
    help: 'Makes a tenant and invites its first administrator: --slug clinic --name "Our Clinic" --country GB --full-name "Ada Ash" --email ada@clinic.example [--language en_GB] [--kind human|non-human] [--link].',
    read: readCreateTenant,
    database: 'any',
  },
  'create-operator': {
    help: 'Invites somebody who looks after tenants: --full-name "Ada Ash" --email ada@clinic.example [--lang en|es] [--link]. --link prints the link instead of sending a mail.',
    read: readCreateOperator,
    database: 'any',
  },
  distribute: {
    help: 'Spreads tenants over the servers that Citus knows, while the server is stopped (docs/clusters.md): [--yes].',
    read: readDistribute,
    database: 'any',
  },
  'add-worker': {
    help: 'Makes a worker known to Citus: --host db2.internal [--port 5432], with CITUS_SUPERUSER_URL in the environment.',
    read: readAddWorker,
    database: 'existing',
  },
  'move-tenant': {
    help: 'Moves a tenant to a worker, while the server goes on: --tenant clinic --host db2.internal [--port 5432], with CITUS_SUPERUSER_URL.',
    read: readMoveTenant,
    database: 'existing',
  },
  backup: {
    help: 'Writes the database and all files to a new file, while the server goes on, and reads it back: lateral.backup [--passphrase-file FILE].',
    read: readBackUp,
    database: 'existing',
    usesFiles: true,
  },
  'verify-backup': {
    help: 'Reads such a file to its end: lateral.backup [--passphrase-file FILE].',
    read: readVerifyBackup,
    database: 'none',
  },
  restore: {
    help: 'Puts such a file into a database without tenants, while the server is stopped: lateral.backup [--passphrase-file FILE] [--waiting-messages send|discard] [--without-erasures].',
    read: readRestore,
    database: 'any',
    usesFiles: true,
  },
  'replay-erasures': {
    help: 'Erases again who was erased since, by the list in ERASURES, after another program has recovered the database.',
    read: readReplayErasures,
    database: 'existing',
    usesFiles: true,
  },
  'verify-audit': {
    help: 'Recomputes the audit trail of every tenant, and compares it with AUDIT_HEADS and with each --head TENANT:PLACE:HASH.',
    read: readVerifyAudit,
    database: 'existing',
  },
  'clear-audit-alarm': {
    help: 'Takes back the alarm of a tenant whose audit trail was found broken, once it is repaired: --tenant clinic [--accept]. --accept takes it back although the trail stays broken; what comes after the damage is verified from then on.',
    read: readClearAuditAlarm,
    database: 'existing',
  },
  'verify-counts': {
    help: 'Counts every test record of every tenant and compares the counts behind lists and dashboards: [--repair]. --repair puts those right that differ, while the server goes on.',
    read: readVerifyCounts,
    database: 'existing',
  },
}

const report = (line: string): void => void process.stdout.write(`${line}\n`)

async function main([name = '', ...words]: readonly string[]): Promise<number> {
  const command = commands[name]
  if (command === undefined) return listCommands(name)
  if (words.includes('--help')) return explain(name, command)
  const work = await command.read(words)
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  if (command.database === 'none') return await work({ ...config, ownerUrl: '' }, report)
  if (databaseUrl !== undefined) {
    if (command.usesFiles) refuseUnknownFolder(config)
    if (command.database === 'existing') await refuseUnfit(databaseUrl)
    return await work({ ...config, ownerUrl: databaseUrl }, report)
  }
  const folder = path.join(dataDir, 'postgres', 'cluster')
  if (command.database === 'existing' && !existsSync(folder))
    throw new Error(`There is no database in ${folder}: set DATA_DIR or DATABASE_URL`)
  const database = await startEmbeddedPostgres({ dataDir, report })
  try {
    if (command.database === 'existing') await refuseUnfit(database.ownerUrl)
    return await work({ ...config, ownerUrl: database.ownerUrl }, report)
  } finally {
    await database.stop()
  }
}

/** Lists the commands; a name that is none of them is said first. */
function listCommands(name: string): number {
  const isAsked = ['', 'help', '--help'].includes(name)
  if (!isAsked) report(`There is no command ${name}.`)
  report('Usage: npm run lateral -- COMMAND')
  for (const [each, { help }] of Object.entries(commands)) report(`  ${each}  ${help}`)
  return isAsked ? 0 : 2
}

function explain(name: string, { help }: Command): 0 {
  report(`npm run lateral -- ${name}`)
  report(`  ${help}`)
  return 0
}

/**
 * Throws where the database is elsewhere and nothing says where photos and erasures are. In a folder of this version there
 * are none, so a backup would lack all of them.
 */
function refuseUnknownFolder({ s3 }: Config): void {
  if (s3 !== undefined || process.env.DATA_DIR?.trim()) return
  throw new Error('DATABASE_URL is set and DATA_DIR is not: set it to the folder that the server uses')
}

/**
 * Throws where a restore has not come to its end, or where nothing has been migrated. Commands that may work on a new
 * database migrate it, which does so.
 */
async function refuseUnfit(ownerUrl: string): Promise<void> {
  const owner = await openConnection(ownerUrl, 'lateral command')
  try {
    await refuseHalfRestored(owner)
    const { rows } = await owner.query(`select to_regclass('public.tenants') as tenants`)
    if (rows[0]?.tenants === null)
      throw new Error(
        'The database has no tables of Lateral: start the server once, or set DATABASE_URL to another one',
      )
  } finally {
    await owner.end()
  }
}

// Whoever has read enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
const [name = '', ...words] = process.argv.slice(2)
try {
  process.exitCode = await main([name, ...words])
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1
  process.stderr.write(`${sayWhy(error)}\n`)
}

function sayWhy(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n${name}  ${commands[name]?.help}`
  const isRefused = error instanceof pg.DatabaseError && /^(28...|3D000)$/.test(error.code ?? '')
  if (!isRefused && !isDatabaseAway(error)) return sayProblem(error)
  const reason = error instanceof Error && error.message !== '' ? error.message : (error as NodeJS.ErrnoException).code
  return `The database of ${process.env.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'} cannot be used: ${reason}`
}
