import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'
import { DatabasePresence } from './database-presence.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { databaseName, ensureCluster, ownerRole, prepareClusterFolder, type ClusterPaths } from './postgres-cluster.ts'
import { keepPostgres } from './postgres-keeper.ts'
import { findPostmaster, killRemaining, startPostmaster, stopPostmaster } from './postmaster.ts'
import { withFolderLock } from './start-lock.ts'

/** Leaves time to replay the log of a busy clinic after a power cut. */
const startLimitMs = 120_000

/** Milliseconds to wait for backends of a killed PostgreSQL, which block a new start. */
const remainderLimitMs = 1000

export type EmbeddedPostgres = {
  /** Logs in as the owner of the database, who may create roles and databases but is no superuser. */
  ownerUrl: string
  /** True when the database was already running, for another process or after a kill. */
  joined: boolean
  /** The id of the PostgreSQL process, as it was at this start. */
  pid: number
  /** Leaves the database; the last process to leave shuts it down. May be called twice. */
  stop(): Promise<void>
}

/**
 * Runs the PostgreSQL that npm installed on `{dataDir}/postgres`, or joins the one that runs there. Creates everything
 * on first use. If PostgreSQL is killed while in use, it is started again at its address. Throws an error with a remedy
 * when it cannot start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  report: (line: string) => void
  /** Extra lines for postgresql.conf. */
  settings?: Readonly<Record<string, string>>
  /** Called when the database is gone and did not come back, so that this process is of no more use. */
  onGone?: (error: unknown) => void
}): Promise<EmbeddedPostgres> {
  const { report, settings = {}, onGone = () => undefined } = options
  const paths = await prepareClusterFolder(path.resolve(options.dataDir)).catch(explainFolder)
  const binaries = await findPostgresBinaries()
  let password: string | undefined
  const join = (port?: number, former?: DatabasePresence): Promise<Running> => {
    const deadline = performance.now() + startLimitMs
    return withFolderLock(paths.folder, deadline, async () => {
      password ??= await ensureCluster(paths, binaries, report).catch(explainFolder)
      return joinOrStart({ paths, binaries, password, deadline, settings, port, former })
    })
  }
  const first = await join()
  let { presence } = first
  const bringBack = async (): Promise<DatabasePresence> => {
    const running = await join(Number(new URL(first.ownerUrl).port), presence)
    presence = running.presence
    if (running.ownerUrl !== first.ownerUrl) onGone(new Error('it came back at another address'))
    return presence
  }
  const stopping = new AbortController()
  const keeping = keepPostgres({ presence, bringBack, report, signal: stopping.signal }).catch(onGone)
  const stop = async (): Promise<void> => {
    stopping.abort()
    await keeping
    await leave(paths, first.ownerUrl, presence)
  }
  let stopped: Promise<void> | undefined
  return {
    ownerUrl: first.ownerUrl,
    joined: first.joined,
    pid: first.pid,
    stop: () => (stopped ??= stop()),
  }
}

type Running = { ownerUrl: string; joined: boolean; pid: number; presence: DatabasePresence }

async function joinOrStart(options: {
  paths: ClusterPaths
  binaries: PostgresBinaries
  password: string
  deadline: number
  settings: Readonly<Record<string, string>>
  /** The port that its users already know, if there are any. */
  port: number | undefined
  /** A lost presence of this process. */
  former: DatabasePresence | undefined
}): Promise<Running> {
  const { paths, binaries, password, deadline, settings, former } = options
  let { port } = options
  let killedAt: number | undefined
  let lastError: unknown
  while (performance.now() < deadline) {
    const found = await findPostmaster(paths)
    if (found?.status === 'killed') {
      port ??= found.port
      killedAt ??= performance.now()
      if (found.remaining.length > 0) {
        if (performance.now() - killedAt > remainderLimitMs) killRemaining(found)
        await sleep(50)
        continue
      }
    } else if (found && found.status !== 'ready') {
      await sleep(50)
      continue
    }
    const ready = found?.status === 'ready' ? found : undefined
    const postmaster = ready ?? (await startPostmaster({ paths, binaries, settings, deadline, port }))
    const ownerUrl = `postgres://${ownerRole}:${password}@127.0.0.1:${postmaster.port}/${databaseName}`
    try {
      const presence = await DatabasePresence.announce(ownerUrl, former)
      return { ownerUrl, joined: ready !== undefined, pid: postmaster.pid, presence }
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      lastError = error
      await sleep(50)
    }
  }
  throw new Error(`The database in ${paths.folder} was not ready in ${startLimitMs / 1000} s`, {
    cause: lastError,
  })
}

async function leave(paths: ClusterPaths, ownerUrl: string, last: DatabasePresence): Promise<void> {
  // The connection may have ended while the database goes on, so a new one is opened to stop it.
  const leaveAnew = async (): Promise<boolean> => (await DatabasePresence.announce(ownerUrl, last)).leave()
  const isAlone = await last
    .leave()
    .catch(leaveAnew)
    .catch(() => false)
  if (!isAlone) return
  const found = await findPostmaster(paths)
  if (found && found.status !== 'killed') await stopPostmaster(paths, found.pid)
}

function explainFolder(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
  throw new Error(
    `No permission for ${error.path ?? 'the data folder'}: start Lateral as the user who started it first, ` +
      'or set DATA_DIR to another folder.',
  )
}
