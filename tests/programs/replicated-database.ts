import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { openConnection } from '../../server/platform/database.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { findPostgresBinaries, type PostgresBinaries } from '../../server/platform/postgres-binaries.ts'
import type { ClusterPaths } from '../../server/platform/postgres-cluster.ts'
import { startPostmaster, stopPostmaster } from '../../server/platform/postmaster.ts'
import { deriveRoleUrls } from '../../server/platform/roles.ts'
import { openTestDatabase, type TestDatabase } from '../server/database.ts'
import { guardAgainstKill } from '../server/database-setup.ts'

/** A database of its own with a streaming replica. */
export interface ReplicatedDatabase {
  database: TestDatabase
  /** Logs in at the replica as the server's role. */
  replicaUrl: string
  /** Lets the replica replay what the leader commits so much later, such as `5s`. */
  delayReplica(time: string): Promise<void>
  /** Ends the replica at once, as a crash would. */
  killReplica(): void
}

const owner = 'lateral_owner'
const name = 'lateral'
/** Milliseconds for a start on a busy machine. */
const startLimitMs = 120_000

/** Starts both. Call `database.drop` in `afterAll`, which stops them. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const binaries = await findPostgresBinaries()
  const folder = await mkdtemp(path.join(tmpdir(), 'lateral-replicated-'))
  const paths = { leader: pathsIn(path.join(folder, 'leader')), replica: pathsIn(path.join(folder, 'replica')) }
  await createCluster(paths.leader, binaries)
  const leader = await start(paths.leader, binaries, {})
  const admin = await openConnection(`postgres://postgres@127.0.0.1:${leader.port}/postgres`, 'test')
  await admin.query(`create role ${owner} login createdb createrole`)
  await admin.query(`create database "${name}" owner ${owner}`)
  const ownerUrl = `postgres://${owner}@127.0.0.1:${leader.port}/${name}`
  await migrate({ ownerUrl, report: () => undefined })
  await copyCluster(admin, paths.leader, paths.replica)
  const replica = await start(paths.replica, binaries, {
    primary_conninfo: `host=127.0.0.1 port=${leader.port} user=postgres`,
  })
  const guards = [guardAgainstKill(leader.pid, folder), guardAgainstKill(replica.pid, folder)]
  const replicaAdmin = await openConnection(`postgres://postgres@127.0.0.1:${replica.port}/postgres`, 'test')
  let isKilled = false
  const drop = async () => {
    // A pool that has ended leaves its connections to end by themselves.
    const others = `select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`
    while ((await admin.query(others)).rows.length > 0) await sleep(10)
    await admin.end()
    await replicaAdmin.end().catch(() => undefined)
    if (!isKilled) await stopPostmaster(paths.replica, replica.pid)
    await stopPostmaster(paths.leader, leader.pid)
    for (const guard of guards) {
      guard.kill()
      await once(guard, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  const { serverUrl } = deriveRoleUrls(ownerUrl)
  return {
    database: openTestDatabase({ ownerUrl, poolUrl: serverUrl, drop }),
    replicaUrl: serverUrl.replace(`:${leader.port}/`, `:${replica.port}/`),
    async delayReplica(time) {
      await replicaAdmin.query(`alter system set recovery_min_apply_delay = '${time}'`)
      await replicaAdmin.query('select pg_reload_conf()')
    },
    killReplica() {
      isKilled = true
      process.kill(replica.pid, 'SIGQUIT')
    },
  }
}

function pathsIn(folder: string): ClusterPaths {
  return {
    folder,
    cluster: path.join(folder, 'cluster'),
    log: path.join(folder, 'postgres.log'),
    secret: path.join(folder, 'owner-password'),
  }
}

/** Everybody may log in without a password, also for replication, from this machine alone. */
async function createCluster({ folder, cluster }: ClusterPaths, { initdb }: PostgresBinaries): Promise<void> {
  await mkdir(folder)
  const like = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const how = [`--pgdata=${cluster}`, '--username=postgres', '--auth=trust', '--no-sync', ...like]
  await promisify(execFile)(initdb.program, [...initdb.leadingArguments, ...how])
  const lines = ['all', 'replication'].map((which) => `host ${which} all 127.0.0.1/32 trust\n`)
  await writeFile(path.join(cluster, 'pg_hba.conf'), lines.join(''))
}

function start(paths: ClusterPaths, binaries: PostgresBinaries, settings: Record<string, string>) {
  return startPostmaster({
    paths,
    binaries,
    deadline: performance.now() + startLimitMs,
    port: undefined,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      shared_buffers: '32MB',
      hot_standby_feedback: 'on',
      ...settings,
    },
  })
}

/** Copies the files of a running leader in the way of a base backup, as those of a replica. */
async function copyCluster(admin: pg.Client, from: ClusterPaths, to: ClusterPaths): Promise<void> {
  await admin.query(`select pg_backup_start('replica', fast => true)`)
  await mkdir(to.folder)
  await cp(from.cluster, to.cluster, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'postmaster.pid',
    mode: 0,
  })
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await writeFile(path.join(to.cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(path.join(to.cluster, 'standby.signal'), '')
}
