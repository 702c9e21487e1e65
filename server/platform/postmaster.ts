import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { open, readFile, readdir, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { cleanEnvironment, type ClusterPaths } from './postgres-cluster.ts'

/** A running PostgreSQL, as described by its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; status: 'starting' | 'ready' | 'stopping' }

/** The remains of a killed PostgreSQL: its port, and the process ids of backends that are still finishing. */
export type KilledPostmaster = { status: 'killed'; port: number; remaining: readonly number[] }

/** Finds the PostgreSQL that runs on this cluster, whoever started it, or the remains of a killed one. */
export async function findPostmaster(paths: ClusterPaths): Promise<Postmaster | KilledPostmaster | undefined> {
  const described = await readPidFile(paths.cluster)
  if (!described) return undefined
  const inside = await processesIn(paths.cluster)
  if (inside.includes(described.pid)) return described
  // A killed postmaster leaves the file behind, and its process id may now belong to another program. The file must
  // stay until the last backends have finished.
  if (inside.length === 0) await rm(path.join(paths.cluster, 'postmaster.pid'), { force: true })
  return { status: 'killed', port: described.port, remaining: inside }
}

/** Kills the backends of a killed PostgreSQL. The next start rolls their uncommitted work back. */
export function killRemaining({ remaining }: KilledPostmaster): void {
  for (const pid of remaining) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has already ended
    }
  }
}

/** Starts PostgreSQL on loopback and waits until it has recovered and accepts logins. */
export async function startPostmaster(options: {
  paths: ClusterPaths
  binaries: PostgresBinaries
  settings: Readonly<Record<string, string>>
  deadline: number
  /** The preferred port, unless another program has it. */
  port: number | undefined
}): Promise<Postmaster> {
  const { paths, binaries, settings, deadline } = options
  await writeFile(path.join(paths.cluster, 'postgresql.conf'), configurationFile(settings), { mode: 0o600 })
  const { program, leadingArguments } = binaries.postgres
  await rename(paths.log, `${paths.log}.previous`).catch(() => undefined)
  const log = await open(paths.log, constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND, 0o600)
  const args = [...leadingArguments, '-D', paths.cluster, '-p', String(await freePort(options.port))]
  // A session of its own, because a signal to our process group, such as Ctrl-C in the terminal, must not stop the
  // database before the server has drained.
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: cleanEnvironment,
    cwd: paths.cluster,
  })
  child.unref()
  let ended: string | undefined
  child.once('exit', (code, signal) => (ended = `exit ${code ?? signal}`))
  child.once('error', (error) => (ended = error.message))
  await log.close()

  while (ended === undefined && performance.now() < deadline) {
    const described = await readPidFile(paths.cluster)
    if (described?.pid === child.pid && described?.status === 'ready') return described
    await sleep(10)
  }
  const lastLines = (await readFile(paths.log, 'utf8')).trim().split('\n').slice(-3).join('\n')
  throw new Error(`PostgreSQL did not start (${ended ?? 'timed out'}), see ${paths.log}:\n${lastLines}`)
}

/** Shuts the cluster down: ends all connections, writes a checkpoint, and resolves when that is done. */
export async function stopPostmaster(paths: ClusterPaths, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + 60_000
  while ((await readPidFile(paths.cluster))?.pid === pid) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) is still stopping`)
    await sleep(10)
  }
}

/** The lines are: pid, data folder, start time, port, socket folder, address, shared memory key, status. */
async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const status = lines[7] === 'ready' || lines[7] === 'stopping' ? lines[7] : 'starting'
  return { pid, port: Number(lines[3]), status }
}

/**
 * Finds the PostgreSQL processes of a cluster by their working directory. A person who looks around in it runs another
 * program.
 */
async function processesIn(cluster: string): Promise<number[]> {
  const folder = await realpath(cluster)
  if (process.platform !== 'linux') return await processesByLsof(folder)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const isInside = await Promise.all(
    pids.map(async (pid) => {
      if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== folder) return false
      return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres'
    }),
  )
  return pids.filter((_, index) => isInside[index]).map(Number)
}

/**
 * Finds the processes of a cluster on systems without /proc, such as macOS, by the working directories that `lsof`
 * lists.
 */
async function processesByLsof(folder: string): Promise<number[]> {
  const args = ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn']
  // lsof exits with 1 when it finds none.
  const { stdout } = await promisify(execFile)('lsof', args).catch((error: { stdout?: string }) => {
    if (error.stdout === undefined) throw error
    return { stdout: error.stdout }
  })
  return pidsWorkingIn(folder, stdout)
}

/** Parses the output of `lsof -F pn`: a line `p` with each process id, followed by a line `n` with its folder. */
export function pidsWorkingIn(folder: string, output: string): number[] {
  return output
    .split(/^p/m)
    .map((process) => process.split('\n'))
    .filter((lines) => lines.includes(`n${folder}`))
    .map(([pid]) => Number(pid))
}

/**
 * Below the ports that Linux uses for outgoing connections, so that none of those takes the port while the database is
 * away.
 */
const ports = { from: 20_000, below: 32_000 }

/** Returns the wanted port if it is free, otherwise any free one. */
async function freePort(wanted: number | undefined): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = tries === 0 && wanted !== undefined ? wanted : randomInt(ports.from, ports.below)
    if (await isFree(port)) return port
  }
  throw new Error(`No free loopback port from ${ports.from} to ${ports.below - 1}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false // taken or not available
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Settings for one small machine. `tuning.conf` beside the cluster belongs to the operator and overrides them. */
function configurationFile(overrides: Readonly<Record<string, string>>): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    max_wal_size: '1GB',
    wal_compression: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // After a kill, this syncs the file system at once instead of file by file, which takes seconds on a busy machine.
    recovery_init_sync_method: 'syncfs',
    log_checkpoints: 'off',
    // Details and statements of errors may contain users' data, which the log would keep for longer than the database.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...overrides,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  return ['# Written at every start.', ...lines, "include_if_exists = '../tuning.conf'", ''].join('\n')
}
