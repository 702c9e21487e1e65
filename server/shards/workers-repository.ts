import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isCrowdedOut } from '../platform/database-away.ts'
import { openConnection } from '../platform/database.ts'
import { roleNames } from '../platform/roles.ts'
import { citusVersion, NotDistributable } from './distributing-repository.ts'

/** A server that holds rows of tenants. */
export interface Worker {
  host: string
  port: number
}

/** What moving rows between servers needs: the owner of the tables may not see other tenants' rows, a superuser may. */
interface Administration {
  /** The URL of the owner on the coordinator. */
  ownerUrl: string
  /** The URL of a superuser on the coordinator, who may log in to each worker as well. */
  superuserUrl: string
}

/**
 * Makes a server known to the coordinator, so that tenants can be moved to it. Its database must have the extension in the
 * same version, and the owner's role. Returns false if it was known. Throws `NotDistributable`.
 */
export async function addWorker({ ownerUrl, superuserUrl }: Administration, worker: Worker): Promise<boolean> {
  return await connected(superuserUrl, async (coordinator) => {
    if (await isKnown(coordinator, worker)) return false
    const version = await citusVersion(coordinator)
    await connected(at(superuserUrl, worker), async (own) => {
      const found = await citusVersion(own)
      if (found === undefined || found !== version) {
        throw new NotDistributable(
          `${said(worker)} has ${found === undefined ? 'no extension citus' : `Citus ${found}`}, the coordinator has ${version ?? 'none'}`,
        )
      }
      const { owner } = roleNames(ownerUrl)
      const { rows } = await own.query('select from pg_roles where rolname = $1', [owner])
      if (rows.length === 0) throw new NotDistributable(`${said(worker)} has no role "${owner}": create it there first`)
    })
    await coordinator.query('select citus_add_node($1, $2)', [worker.host, worker.port])
    // Otherwise a tenant that has its own shard already would be refused there.
    await coordinator.query(`select replicate_reference_tables('block_writes')`)
    return true
  })
}

/**
 * Moves a tenant to another server. Its writes wait meanwhile, those of others do not; before its first move they do, too,
 * if they share its shard. Returns false if it is there already. Throws `NotDistributable`.
 */
export async function moveTenant(
  { ownerUrl, superuserUrl }: Administration,
  slug: string,
  to: Worker,
): Promise<boolean> {
  return await connected(superuserUrl, async (coordinator) => {
    if (!(await isKnown(coordinator, to))) throw new NotDistributable(`The coordinator does not know ${said(to)}`)
    const { rows } = await coordinator.query<{ id: string }>(
      `select tenant_id as id from tenant_addresses where kind = 'slug' and address = $1`,
      [slug],
    )
    const id = rows[0]?.id
    if (id === undefined) throw new NotDistributable(`There is no tenant ${slug}`)
    const from = await placeOf(coordinator, id)
    if (from.host === to.host && from.port === to.port) return false
    const { owner } = roleNames(ownerUrl)
    await seeingAll(
      [from, to].map((worker) => at(superuserUrl, worker)),
      owner,
      async () => {
        if (!from.isAlone) await isolate(coordinator, superuserUrl, id)
        await coordinator.query(
          `select citus_move_shard_placement(get_shard_id_for_distribution_column('tenants', $1::uuid), $2, $3, $4, $5,
           shard_transfer_mode => 'block_writes')`,
          [id, from.host, from.port, to.host, to.port],
        )
      },
    )
    return true
  })
}

/**
 * Gives a tenant a shard of its own. An INSERT … SELECT that waited for this while it was planned would insert nothing, and
 * say so to nobody: Citus 13.2 finds its rows in no old shard. So the new shards come into force while no transaction is
 * under way. Whoever waits for the shard by then is disconnected, and heard 503; everybody else waits for a moment, because
 * each transaction begins with its tenant. Throws `NotDistributable` while one takes longer than 3 s.
 */
async function isolate(coordinator: pg.ClientBase, superuserUrl: string, tenantId: string): Promise<void> {
  await connected(superuserUrl, async (other) => {
    await coordinator.query('begin')
    try {
      const { rows } = await coordinator.query<{ pid: number }>(
        `select pg_backend_pid() as pid, isolate_tenant_to_new_shard('tenants', $1::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')`,
        [tenantId],
      )
      // It waits for those who are disconnected meanwhile, and is not to be taken for a deadlock.
      await coordinator.query(`set local deadlock_timeout = '1min'; set local lock_timeout = '3s'`)
      let isLocked = false
      const locking = coordinator.query('lock table tenants in access exclusive mode').finally(() => (isLocked = true))
      while (!isLocked) {
        await other.query(
          `select pg_terminate_backend(w.pid) from pg_locks w
           where not w.granted and w.locktype = 'advisory' and $1 = any (pg_blocking_pids(w.pid))`,
          [rows[0]?.pid],
        )
        await Promise.race([locking, sleep(20)])
      }
      await locking
      await coordinator.query('commit')
    } catch (error) {
      await coordinator.query('rollback')
      if (isCrowdedOut(error)) {
        throw new NotDistributable('A long transaction is under way, such as an export: try again when it is over')
      }
      throw error
    }
  })
}

/** The server of a tenant, and whether no other tenant shares its shard. */
async function placeOf(coordinator: pg.ClientBase, tenantId: string): Promise<Worker & { isAlone: boolean }> {
  const { rows } = await coordinator.query<Worker & { isAlone: boolean }>(
    `select n.nodename as host, n.nodeport as port, s.shardminvalue = s.shardmaxvalue as "isAlone"
     from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
     where s.shardid = get_shard_id_for_distribution_column('tenants', $1::uuid)`,
    [tenantId],
  )
  const [place] = rows
  if (place === undefined)
    throw new NotDistributable('The tables are not distributed: run the command distribute first')
  return place
}

async function isKnown(coordinator: pg.ClientBase, { host, port }: Worker): Promise<boolean> {
  const { rows } = await coordinator.query(
    `select from pg_dist_node where nodename = $1 and nodeport = $2 and isactive and shouldhaveshards`,
    [host, port],
  )
  return rows.length > 0
}

/**
 * Lets the owner see all tenants on these servers while work runs. Foreign keys are checked in its name after rows were
 * copied, and row-level security would hide some of the rows that they refer to. Its statements name their tenant by value.
 */
async function seeingAll(urls: readonly string[], owner: string, work: () => Promise<void>): Promise<void> {
  const setTo = async (attribute: 'bypassrls' | 'nobypassrls') => {
    for (const url of urls) {
      await connected(url, async (worker) => {
        await worker.query('set citus.enable_ddl_propagation = off')
        await worker.query(`alter role ${pg.escapeIdentifier(owner)} ${attribute}`)
      })
    }
  }
  try {
    await setTo('bypassrls')
    await work()
  } finally {
    await setTo('nobypassrls')
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openConnection(url, 'lateral shards')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function at(url: string, { host, port }: Worker): string {
  const changed = new URL(url)
  changed.hostname = host
  changed.port = String(port)
  return changed.href
}

function said({ host, port }: Worker): string {
  return `${host}:${port}`
}
