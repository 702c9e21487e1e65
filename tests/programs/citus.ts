import { deriveRoleUrls, roleNames } from '../../server/platform/roles.ts'
import { askAsOwner, runAsOwner, withDatabase } from '../server/owner-connection.ts'
import { openConnection } from '../../server/platform/database.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { spreadTables } from '../../server/shards/distributing-repository.ts'
import { places } from '../../server/shards/places.ts'

/** The URL of an owner on the coordinator of a Citus cluster for tests alone; undefined where the tests have none. */
export const citusUrl = process.env.CITUS_URL

/** True where the tests of the server share the database of that cluster, one file after the other. */
export const isOnCitus = citusUrl !== undefined && Boolean(process.env.TEST_ON_CITUS)

/** Tells whether a test is left out because it runs on Citus, and says then why. */
export function leftOutOnCitus(because: string): boolean {
  if (isOnCitus) process.stderr.write(`Left out on Citus: ${because}\n`)
  return isOnCitus
}

/** A superuser on the coordinator and on each worker, for what only one may do. */
export const superuserUrl = process.env.CITUS_SUPERUSER_URL

/** Tables whose rows come from the migrations. */
const ofSchema: readonly string[] = ['kysely_migration', 'kysely_migration_lock', 'oldest_version']

interface Server {
  host: string
  port: number
}

/** Lists the servers that hold rows of tenants, that of this tenant first. */
export async function serversFrom(ownerUrl: string, tenantId: string): Promise<Server[]> {
  return await askAsOwner<Server>(
    ownerUrl,
    `select n.nodename as host, n.nodeport as port from pg_dist_node n where n.shouldhaveshards
     order by n.groupid <> (select p.groupid from pg_dist_placement p
       where p.shardid = get_shard_id_for_distribution_column('tenants', '${tenantId}'::uuid)), n.nodeid`,
  )
}

/** Does work while a server takes no connection to the database, as if it were away. */
export async function whileAway({ host, port }: Server, work: () => Promise<void>): Promise<void> {
  const url = new URL(withDatabase(superuserUrl ?? '', 'postgres'))
  url.hostname = host
  url.port = String(port)
  const name = new URL(superuserUrl ?? '').pathname.slice(1)
  await runAsOwner(url.href, `alter database "${name}" allow_connections false`)
  try {
    await runAsOwner(url.href, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
    await work()
  } finally {
    await runAsOwner(url.href, `alter database "${name}" allow_connections true`)
  }
}

/** Counts the rows of each table and hashes them, as the role that backs them up. */
export async function everyRow(ownerUrl: string): Promise<Record<string, { count: number; hash: string }>> {
  const tables = Object.keys(places).filter((table) => !ofSchema.includes(table))
  const columns = await askAsOwner<{ table: string; columns: string }>(
    ownerUrl,
    `select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attname) as columns from pg_attribute
     where attrelid = any ('{${tables.join()}}'::regclass[]) and attnum > 0 and not attisdropped group by 1 order by 1`,
  )
  const found: Record<string, { count: number; hash: string }> = {}
  for (const { table, columns: all } of columns) {
    const [row] = await askAsOwner<{ count: number; hash: string }>(
      deriveRoleUrls(ownerUrl).readerUrl,
      `select count(*)::int as count, coalesce(sum(hashtextextended(row(${all})::text, 0)::numeric), 0)::text as hash from ${table}`,
    )
    if (row !== undefined) found[table] = row
  }
  return found
}

/** Migrates the database of this URL, spreads its tables over the servers, and empties them. */
export async function emptyCitus(url: string): Promise<void> {
  await migrate({ ownerUrl: url, report: () => undefined })
  const owner = await openConnection(url, 'lateral test')
  try {
    await spreadTables(owner, url)
  } finally {
    await owner.end()
  }
  const { owner: ownerRole, server } = roleNames(url)
  const database = new URL(url).pathname.slice(1)
  // What tests do as the owner: make triggers that fail, and join what they read in no tenant.
  for (const setting of ['enable_unsafe_triggers', 'enable_repartition_joins']) {
    await runAsOwner(url, `alter role "${ownerRole}" in database "${database}" set citus.${setting} = on`)
  }
  await runAsOwner(url, `alter role "${server}" in database "${database}" reset all`)
  // Says which statements go to several servers. A plan for any values would always be said to.
  for (const setting of ["citus.multi_task_query_log_level = 'notice'", "plan_cache_mode = 'force_custom_plan'"]) {
    await runAsOwner(url, `alter role "${server}" in database "${database}" set ${setting}`)
  }
  const tables = Object.keys(places).filter((table) => !ofSchema.includes(table))
  await runAsOwner(url, `truncate ${tables.join(', ')}`)
  const queues = await askAsOwner<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'jobs' and tablename ~ '^(job|j[0-9a-f]+)$'`,
  )
  for (const { name } of queues) await runAsOwner(url, `delete from ${name}`)
}
