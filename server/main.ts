import path from 'node:path'
import { buildApp } from './app.ts'
import { loadDemoData } from './platform/demo-data.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { createPool } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { migrate } from './platform/migrate.ts'
import { Shutdown } from './platform/shutdown.ts'

/** Exports that may run at once; more wait for their turn. */
const exportConnections = 3

const report = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env)
  const ownerUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, shutdown))
  const { serverUrl } = await migrate({ ownerUrl, report })
  const filesDir = path.join(config.dataDir, 'files')
  const demo = config.environment === 'production' ? [] : await loadDemoData({ ownerUrl, filesDir, report })

  const onError = (error: Error): void => report(`A database connection broke: ${error.message}`)
  const pool = createPool({ url: serverUrl, size: config.databasePoolSize, onError })
  shutdown.add('database connections', () => pool.end())
  const exportPool = createPool({ url: serverUrl, size: exportConnections, onError, pipeline: false })
  shutdown.add('export connections', () => exportPool.end())
  const app = await buildApp({ config, pool, exportPool })
  shutdown.add('server', () => app.close())
  await app.listen({ host: config.host, port: config.port })

  const address = app.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : config.port
  for (const line of [`Lateral is ready: http://localhost:${port}`, ...demo]) report(line)
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
