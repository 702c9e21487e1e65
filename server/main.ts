import path from 'node:path'
import type { Pool } from 'pg'
import { buildApp } from './app.ts'
import { startSealing } from './audit/service.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { createPool } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { startSending } from './messages/service.ts'
import { openFiles } from './platform/files.ts'
import { openJobs } from './platform/jobs.ts'
import { migrate } from './platform/migrate.ts'
import { Shutdown } from './platform/shutdown.ts'
import { startUpkeep } from './upkeep/service.ts'

const webFolder = path.join(import.meta.dirname, '../dist/web')

/** Exports that may run at once; more wait for their turn. */
const exportConnections = 3

/** One looks for jobs and does them, one keeps the queue in order. */
const jobConnections = 2

const report = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env)
  const ownerUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, shutdown))
  const { serverUrl } = await migrate({ ownerUrl, report })
  if (config.environment !== 'production') await loadDemo(ownerUrl, config.dataDir)

  const onError = (error: Error): void => report(`A database connection broke: ${error.message}`)
  const pool = createPool({ url: serverUrl, size: config.databasePoolSize, onError })
  shutdown.add('database connections', () => pool.end())
  const exportPool = createPool({ url: serverUrl, size: exportConnections, onError, pipeline: false })
  shutdown.add('export connections', () => exportPool.end())
  const jobPool = createPool({ url: serverUrl, size: jobConnections, onError, pipeline: false })
  shutdown.add('job connections', () => jobPool.end())
  const jobs = await openJobs(jobPool, (error) => report(`The job queue: ${error.message}`))
  const app = await buildApp({ config, pool, exportPool, jobs, webFolder })
  shutdown.add('jobs', () => jobs.stop())
  await startSending(jobs, app.door, config)
  await startSealing(jobs, app.door)
  await startUpkeep(jobs, app.door, openFiles(config))
  shutdown.add('server', () => app.close())
  await app.listen({ host: config.host, port: config.port })

  const address = app.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : config.port
  report(`Lateral is ready: http://localhost:${port}`)
  if (config.environment !== 'production') await reportDemoAccounts(pool, port)
}

/** Loaded on demand: production and later starts have no use for it. */
async function loadDemo(ownerUrl: string, dataDir: string): Promise<void> {
  const { loadDemoWhenEmpty } = await import('../database/demo/load.ts')
  await loadDemoWhenEmpty({ ownerUrl, filesDir: path.join(dataDir, 'files'), report })
}

async function reportDemoAccounts(pool: Pool, port: number): Promise<void> {
  const { demoAccounts, demoPassword } = await import('../database/demo/accounts.ts')
  const { rows } = await pool.query<{ address: string }>(`select address from tenant_addresses where kind = 'slug'`)
  const present = demoAccounts.filter(({ hostLabel }) => rows.some(({ address }) => address === hostLabel))
  if (present.length === 0) return
  report(`Demo accounts, all with the password ${demoPassword}:`)
  for (const { tenant, hostLabel, accounts } of present) {
    report(`  ${tenant}  http://${hostLabel}.localhost:${port}`)
    report(`    ${accounts.map(({ email }) => email).join('  ')}`)
  }
}

async function startEmbedded(dataDir: string, shutdown: Shutdown): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir, report })
  shutdown.add('database', () => database.stop())
  if (database.joined) report('Joined the database that was already running')
  return database.ownerUrl
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
  await main(shutdown)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  await shutdown.run(1)
}
