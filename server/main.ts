import path from 'node:path'
import type { Pool } from 'pg'
import { listenOnSeveralSockets } from './platform/accepting.ts'
import { buildApp, type AppParts } from './app.ts'
import { replicaLimitMs } from './access/door/replica.ts'
import { startFolding } from './test-records/counting/folding-service.ts'
import { startKeepingHeads, startSealing } from './audit/service.ts'
import { startVerifying } from './audit/verification-service.ts'
import { awaitDatabase } from './platform/await-database.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { createPool } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { makeResultToken } from './deliveries/service.ts'
import { startReadingImports } from './imports/reading-service.ts'
import { makeInviteCode } from './invites/service.ts'
import { startMakingNotifications } from './notifications/making-service.ts'
import { startSending } from './messages/service.ts'
import { startKeepingErasures } from './own-account/erasures-service.ts'
import { openFiles } from './platform/files.ts'
import { openJobs } from './platform/jobs.ts'
import { openKeptLines } from './platform/kept-lines.ts'
import { migrate } from './platform/migrate.ts'
import { refuseUnfitPooler } from './platform/pooler.ts'
import { sayOnceAMinute } from './platform/repeated-lines.ts'
import { deriveRoleUrls } from './platform/roles.ts'
import { Shutdown } from './platform/shutdown.ts'
import { startFindingOutbreaks } from './outbreaks/finding-service.ts'
import { startUpkeep } from './upkeep/service.ts'
import { makeMailboxCode } from './notifications/service.ts'
import { openReportSender, startSendingReports } from './notifications/reports/sending-service.ts'
import { openWebhookSender, startSendingWebhooks } from './webhooks/sending-service.ts'

const webFolder = path.join(import.meta.dirname, '../dist/web')

/** The number of exports that run at once in all processes together; further ones queue. */
const exportConnections = 4

/** The number of charts that one process reads from a replica at once; further ones queue. */
const analyticConnections = 4

/** One connection fetches and runs jobs, the other maintains the queue. */
const jobConnections = 2

// Closing a terminal breaks our output. The shutdown that it triggers must continue all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
const log = { write: (line: string): void => void process.stdout.write(line) }
const report = (line: string): void => log.write(`${line}\n`)

/** Milliseconds in which running requests must finish during a shutdown; jobs get half of it. */
const drainLimitMs = 20_000

async function main(shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env)
  const ownerUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, shutdown))
  const prepare = async () => {
    const { serverUrl: directUrl } = await migrate({ ownerUrl, report, signal: shutdown.signal })
    if (config.environment !== 'production') await loadDemo(ownerUrl, config.dataDir)
    if (config.databasePoolUrl === undefined) return directUrl
    const pooledUrl = deriveRoleUrls(config.databasePoolUrl).serverUrl
    await refuseUnfitPooler(pooledUrl, directUrl)
    return pooledUrl
  }
  const serverUrl = await awaitDatabase(prepare, { report, signal: shutdown.signal })

  const onError = reportErrors('A database connection broke')
  const pool = createPool({ name: 'requests', url: serverUrl, size: config.databasePoolSize, onError })
  shutdown.add('database connections', () => pool.end())
  const exportPool = createPool({ name: 'exports', url: serverUrl, size: exportConnections, onError, pipeline: false })
  shutdown.add('export connections', () => exportPool.end())
  const replica = openReplicaPools(config, shutdown)
  const jobPool = createPool({ name: 'jobs', url: serverUrl, size: jobConnections, onError, pipeline: false })
  shutdown.add('job connections', () => jobPool.end())
  const jobs = await openJobs(jobPool, reportErrors('The job queue met an error'))
  shutdown.add('jobs', () => jobs.stop(), drainLimitMs / 2)
  const webhooks = openWebhookSender(config)
  const app = await buildApp({ config, pool, exportPool, jobPool, replica, jobs, webhooks, webFolder, log })
  await startSending(jobs, app.door, config, { makeInviteCode, makeResultToken, makeMailboxCode }, (problem) =>
    app.log.warn(problem, 'message not sent'),
  )
  await startSealing(jobs, app.door)
  await startFolding(jobs, app.door)
  const place = config.auditHeads && openKeptLines(config.auditHeads)
  await startKeepingHeads(jobs, app.door, { log: app.log, place })
  await startVerifying(jobs, app.door, app.log)
  const erasures = openKeptLines(config.erasures)
  await erasures.prepare().catch(reportErrors('The list of erasures cannot be written'))
  await startKeepingErasures(jobs, app.door, erasures)
  await startReadingImports(jobs, app.door, openFiles(config))
  await startMakingNotifications(jobs, app.door)
  await startFindingOutbreaks(jobs, app.door)
  await startUpkeep(jobs, app.door, openFiles(config))
  const stopWebhooks = startSendingWebhooks(app.door, webhooks, reportErrors('Webhooks met an error'))
  shutdown.add('webhooks', stopWebhooks, drainLimitMs / 2)
  const stopReports = startSendingReports(
    app.door,
    openReportSender(config, webhooks),
    reportErrors('Reports to authorities met an error'),
  )
  shutdown.add('reports to authorities', stopReports, drainLimitMs / 2)
  let closeSockets = (): void => undefined
  shutdown.add('sockets', async () => closeSockets())
  shutdown.add('server', () => app.close(), drainLimitMs)
  closeSockets = await listenOnSeveralSockets(app, { host: config.host, port: config.port })
  const turnAwayMs = config.drainSeconds * 1000
  const turnAway = async (cause: NodeJS.Signals | undefined): Promise<void> => {
    // A person who presses Ctrl-C, or closes the terminal, waits for the end.
    if (cause !== 'SIGTERM' || turnAwayMs === 0 || !app.draining.isWatched) return
    report(`Serving for another ${config.drainSeconds} s, in which load balancers turn away`)
    await app.draining.turnAway(turnAwayMs)
  }
  shutdown.add('readiness', turnAway, turnAwayMs + 1000)

  const address = app.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : config.port
  const own = `http://localhost:${port}`
  const isBehindProxy = config.mail.publicUrl !== `http://localhost:${config.port}`
  report(`Lateral is ready: ${isBehindProxy ? `${config.mail.publicUrl} (this process: ${own})` : own}`)
  if (config.environment === 'production') await reportNoTenant(pool)
  else await reportDemoAccounts(pool, isBehindProxy ? config.mail.publicUrl : own)
}

/** Reports errors that pass by themselves, such as those while the database is away. */
function reportErrors(what: string): (error: Error) => void {
  const say = sayOnceAMinute(report)
  return (error) => say(`${what}: ${error.message}`)
}

function openReplicaPools({ databaseReplicaUrl }: Config, shutdown: Shutdown): AppParts['replica'] {
  if (databaseReplicaUrl === undefined) return undefined
  const url = deriveRoleUrls(databaseReplicaUrl).serverUrl
  const onError = reportErrors('A connection to the replica broke')
  const common = { url, onError, connectLimitMs: replicaLimitMs }
  const pool = createPool({ ...common, size: analyticConnections })
  shutdown.add('connections to the replica', () => pool.end())
  const exportPool = createPool({ ...common, size: exportConnections, pipeline: false })
  shutdown.add('export connections to the replica', () => exportPool.end())
  return { pool, exportPool }
}

/** Imported on demand, because production and later starts do not need it. */
async function loadDemo(ownerUrl: string, dataDir: string): Promise<void> {
  const { loadDemoWhenEmpty } = await import('../database/demo/load.ts')
  await loadDemoWhenEmpty({ ownerUrl, filesDir: path.join(dataDir, 'files'), report })
}

async function reportDemoAccounts(pool: Pool, at: string): Promise<void> {
  const { protocol, host } = new URL(at)
  const { demoAccounts, demoPassword } = await import('../database/demo/accounts.ts')
  const { rows } = await pool.query<{ address: string }>(`select address from tenant_addresses where kind = 'slug'`)
  const present = demoAccounts.filter(({ hostLabel }) => rows.some(({ address }) => address === hostLabel))
  if (present.length === 0) return
  report(`Demo accounts, all with the password ${demoPassword}:`)
  for (const { tenant, hostLabel, accounts } of present) {
    report(`  ${tenant}  ${protocol}//${hostLabel}.${host}`)
    report(`    ${accounts.map(({ email }) => email).join('  ')}`)
  }
}

async function startEmbedded(dataDir: string, shutdown: Shutdown): Promise<string> {
  const onGone = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`Lateral ends, because its database could not be brought back: ${reason}\n`)
    void shutdown.run(1)
  }
  const database = await startEmbeddedPostgres({ dataDir, report, onGone })
  shutdown.add('database', () => database.stop())
  if (database.joined) report('Joined the database that was already running')
  return database.ownerUrl
}

/** Explains how to make the first tenant, before which nobody can log in. */
async function reportNoTenant(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`select from tenant_addresses where kind = 'default'`)
  if (rows.length > 0) return
  report('There is no tenant yet. This makes one and invites its first administrator:')
  report('  npm run lateral -- create-tenant --slug clinic --name "Our Clinic" --country GB \\')
  report('    --full-name "Ada Ash" --email ada@clinic.example --link')
  report('With --link, the link to choose a password is printed there; without it, a mail brings it.')
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) {
    return ['Lateral cannot start with these settings:', ...error.problems].join('\n  ')
  }
  return `Lateral could not start: ${error instanceof Error ? error.message : String(error)}`
}

const shutdown = new Shutdown(report)
shutdown.listen(process)
try {
  await shutdown.during(() => main(shutdown))
} catch (error) {
  if (!shutdown.signal.aborted) process.stderr.write(`${explain(error)}\n`)
  await shutdown.run(1)
}
