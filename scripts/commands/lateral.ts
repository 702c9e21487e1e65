import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig, type Config } from '../../server/platform/config.ts'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts'
import { sayProblem } from '../../server/platform/said-problem.ts'
import { openConnection } from '../../server/platform/database.ts'
import { refuseHalfRestored as refuseMarked } from '../../server/platform/migrate.ts'
import { backUp, replayErasures, restore, verifyBackup } from './backup.ts'
import { distribute } from './distribute.ts'
import { runCreateOperator, runCreateTenant } from './create.ts'
import { clearAuditAlarm, verifyAudit } from './verify-audit.ts'
import { verifyCounts } from './verify-counts.ts'
import { addWorker, moveTenant } from './workers.ts'

/** A command works as the owner of the database, with the server's settings, and returns the exit code. */
type Command = (
  settings: Config & { ownerUrl: string },
  args: readonly string[],
  report: (line: string) => void,
) => Promise<number>

/** The database that a command works on: one that is there, one that is created if need be, or none. */
type Needs = 'existing' | 'any' | 'none'

const commands: Record<string, { help: string; run: Command; database: Needs }> = {
  'create-tenant': {
    help: 'Makes a tenant and invites its first administrator: --slug clinic --name "Our Clinic" --country GB --full-name "Ada Ash" --email ada@clinic.example [--language en_GB] [--kind human|non-human] [--link].',
    run: runCreateTenant,
    database: 'any',
  },
  'create-operator': {
    help: 'Invites somebody who looks after tenants: --full-name "Ada Ash" --email ada@clinic.example [--lang en|es] [--link]. --link prints the link instead of sending a mail.',
    run: runCreateOperator,
    database: 'any',
  },
  distribute: {
    help: 'Spreads tenants over the servers that Citus knows, while the server is stopped (docs/clusters.md): [--yes].',
    run: distribute,
    database: 'any',
  },
  'add-worker': {
    help: 'Makes a worker known to Citus: --host db2.internal [--port 5432], with CITUS_SUPERUSER_URL in the environment.',
    run: addWorker,
    database: 'existing',
  },
  'move-tenant': {
    help: 'Moves a tenant to a worker, while the server goes on: --tenant clinic --host db2.internal [--port 5432], with CITUS_SUPERUSER_URL.',
    run: moveTenant,
    database: 'existing',
  },
  backup: {
    help: 'Writes the database and all files to a new file, while the server goes on, and reads it back: lateral.backup [--passphrase-file FILE].',
    run: backUp,
    database: 'existing',
  },
  'verify-backup': {
    help: 'Reads such a file to its end: lateral.backup [--passphrase-file FILE].',
    run: verifyBackup,
    database: 'none',
  },
  restore: {
    help: 'Puts such a file into a database without tenants, while the server is stopped: lateral.backup [--passphrase-file FILE] [--waiting-messages send|discard] [--without-erasures].',
    run: restore,
    database: 'any',
  },
  'replay-erasures': {
    help: 'Erases again who was erased since, by the list in ERASURES, after another program has recovered the database.',
    run: replayErasures,
    database: 'existing',
  },
  'verify-audit': {
    help: 'Recomputes the audit trail of every tenant, and compares it with AUDIT_HEADS and with each --head TENANT:PLACE:HASH.',
    run: verifyAudit,
    database: 'existing',
  },
  'clear-audit-alarm': {
    help: 'Takes back the alarm of a tenant whose audit trail was found broken, once it is repaired: --tenant clinic [--accept]. --accept takes it back although the trail stays broken; what comes after the damage is verified from then on.',
    run: clearAuditAlarm,
    database: 'existing',
  },
  'verify-counts': {
    help: 'Counts every test record of every tenant and compares the counts behind lists and dashboards: [--repair]. --repair puts those right that differ, while the server goes on.',
    run: verifyCounts,
    database: 'existing',
  },
}

const report = (line: string): void => void process.stdout.write(`${line}\n`)

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const command = commands[name]
  if (command === undefined) {
    report('Usage: npm run lateral -- COMMAND')
    for (const [each, { help }] of Object.entries(commands)) report(`  ${each}  ${help}`)
    return name === '' || name === 'help' ? 0 : 2
  }
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const run = async (ownerUrl: string): Promise<number> => {
    if (command.database === 'existing') await refuseHalfRestored(ownerUrl)
    return await command.run({ ...config, ownerUrl }, args, report)
  }
  if (command.database === 'none') return await command.run({ ...config, ownerUrl: '' }, args, report)
  if (databaseUrl !== undefined) return await run(databaseUrl)
  const folder = path.join(dataDir, 'postgres', 'cluster')
  if (command.database === 'existing' && !existsSync(folder))
    throw new Error(`There is no database in ${folder}: set DATA_DIR or DATABASE_URL`)
  const database = await startEmbeddedPostgres({ dataDir, report })
  try {
    return await run(database.ownerUrl)
  } finally {
    await database.stop()
  }
}

/** Throws where a restore has not come to its end. Commands that may work on a new database migrate it, which does so. */
async function refuseHalfRestored(ownerUrl: string): Promise<void> {
  const owner = await openConnection(ownerUrl, 'lateral command')
  try {
    await refuseMarked(owner)
  } finally {
    await owner.end()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${sayProblem(error)}\n`)
  process.exitCode = 1
}
