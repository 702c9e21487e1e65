import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabasePresence } from './database-presence.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { databaseName, ensureCluster, ownerRole, prepareClusterFolder, type ClusterPaths } from './postgres-cluster.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { withFolderLock } from './start-lock.ts'

/** Long enough to replay the log of a busy clinic after a power cut. */
const startLimitMs = 120_000

export type EmbeddedPostgres = {
  /** Logs in as the owner of the database: may create roles and databases, is no superuser. */
  ownerUrl: string
  /** True when the database ran already: another process uses it, or its own was killed. */
  joined: boolean
  /** Process id of PostgreSQL itself. */
  pid: number
  /** Leaves the database; the last process to leave shuts it down. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Runs the PostgreSQL that npm installed on `{dataDir}/postgres`, creating everything at first use, or
 * joins the one that runs there. Throws with what to do when it cannot.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  report: (line: string) => void
  /** Extra lines for postgresql.conf. */
  settings?: Readonly<Record<string, string>>
}): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + startLimitMs
  const paths = await prepareClusterFolder(path.resolve(options.dataDir)).catch(explainFolder)
  const binaries = await findPostgresBinaries()
  return withFolderLock(paths.folder, deadline, async () => {
    const password = await ensureCluster(paths, binaries, options.report).catch(explainFolder)
    const settings = options.settings ?? {}
    const running = await joinOrStart({ paths, binaries, password, deadline, settings })
    let stopping: Promise<void> | undefined
    return {
      ownerUrl: running.ownerUrl,
      joined: running.joined,
      pid: running.pid,
      stop: () => (stopping ??= leave(paths, running)),
    }
  })
}

type Running = { ownerUrl: string; joined: boolean; pid: number; presence: DatabasePresence }

async function joinOrStart(options: {
  paths: ClusterPaths
  binaries: PostgresBinaries
  password: string
  deadline: number
  settings: Readonly<Record<string, string>>
}): Promise<Running> {
  const { paths, binaries, password, deadline, settings } = options
  let lastError: unknown
  while (Date.now() < deadline) {
    const found = await findPostmaster(paths)
    if (found && found.status !== 'ready') {
      await sleep(50)
      continue
    }
    const postmaster = found ?? (await startPostmaster(paths, binaries, settings, deadline))
    const ownerUrl = `postgres://${ownerRole}:${password}@127.0.0.1:${postmaster.port}/${databaseName}`
    try {
      const presence = await DatabasePresence.announce(ownerUrl)
      return { ownerUrl, joined: found !== undefined, pid: postmaster.pid, presence }
    } catch (error) {
      if (!isPassing(error)) throw error
      lastError = error
      await sleep(50)
    }
  }
  throw new Error(`The database in ${paths.folder} was not ready in ${startLimitMs / 1000} s`, {
    cause: lastError,
  })
}

/** Starting up, shutting down, or just gone: worth another look at who runs the cluster now. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  return (
    ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code) ||
    message.startsWith('Connection terminated')
  )
}

async function leave(paths: ClusterPaths, running: Running): Promise<void> {
  if (await running.presence.leave()) await stopPostmaster(paths, running.pid)
}

function explainFolder(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
  throw new Error(
    `No permission for ${error.path ?? 'the data folder'}: start Lateral as the user who started it first, ` +
      'or set DATA_DIR to another folder.',
  )
}
