import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'
import { DatabasePresence } from './database-presence.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { databaseName, ensureCluster, ownerRole, prepareClusterFolder, type ClusterPaths } from './postgres-cluster.ts'
import { keepPostgres } from './postgres-keeper.ts'
import { findPostmaster, killRemaining, startPostmaster, stopPostmaster } from './postmaster.ts'
import { withFolderLock } from './start-lock.ts'

/** Long enough to replay the log of a busy clinic after a power cut. */
const startLimitMs = 120_000

/** Backends of a killed PostgreSQL may finish what they do for this many milliseconds; nothing can start before. */
const remainderLimitMs = 1000

export type EmbeddedPostgres = {
  /** Logs in as the owner of the database: may create roles and databases, is no superuser. */
  ownerUrl: string
  /** True when the database ran already: another process uses it, or its own was killed. */
  joined: boolean
  /** Process id of PostgreSQL itself, until it is brought back after its end. */
  pid: number
  /** Leaves the database; the last process to leave shuts it down. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Runs the PostgreSQL that npm installed on `{dataDir}/postgres`, creating everything at first use, or
 * joins the one that runs there. When it is killed while it is used it comes back, at the same address.
 * Throws with what to do when it cannot.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  report: (line: string) => void
  /** Extra lines for postgresql.conf. */
  settings?: Readonly<Record<string, string>>
  /** Told when the database has gone and did not come back: this process is of no more use. */
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
  /** Where those who use the database look for it. */
  port: number | undefined
  /** The presence that was lost. */
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
  // The connection may just have ended and the database live on: it is asked anew, so that it is not left running.
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
