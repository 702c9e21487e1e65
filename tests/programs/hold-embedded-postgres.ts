/** Starts the embedded database in the given folder, prints its URL and keeps it until SIGTERM. */
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts'
import { Shutdown } from '../../server/platform/shutdown.ts'

const shutdown = new Shutdown(() => undefined)
shutdown.listen(process)
await shutdown.during(async () => {
  const database = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '.data', report: () => undefined })
  shutdown.add('database', () => database.stop())
  process.stdout.write(`${database.ownerUrl}\n`)
  setInterval(() => undefined, 60_000)
})
