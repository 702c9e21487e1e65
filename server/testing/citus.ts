import { askAsOwner, runAsOwner } from './owner-connection.ts'
import { openConnection } from '../platform/database.ts'
import { migrate } from '../platform/migrate.ts'
import { doStep, stepsLeft } from '../shards/distributing-repository.ts'
import { places } from '../shards/places.ts'

/** The URL of an owner on the coordinator of a Citus cluster for tests alone; undefined where the tests have none. */
export const citusUrl = process.env.CITUS_URL

/** Tables whose rows come from the migrations. */
const ofSchema: readonly string[] = ['kysely_migration', 'kysely_migration_lock', 'oldest_version']

/** Migrates the database of this URL, spreads its tables over the servers, and empties them. */
export async function emptyCitus(url: string): Promise<void> {
  await migrate({ ownerUrl: url, report: () => undefined })
  const owner = await openConnection(url, 'lateral test')
  try {
    for (const step of await stepsLeft(owner, url)) await doStep(owner, step)
  } finally {
    await owner.end()
  }
  const tables = Object.keys(places).filter((table) => !ofSchema.includes(table))
  await runAsOwner(url, `truncate ${tables.join(', ')}`)
  const queues = await askAsOwner<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'jobs' and tablename ~ '^(job|j[0-9a-f]+)$'`,
  )
  for (const { name } of queues) await runAsOwner(url, `delete from ${name}`)
}
