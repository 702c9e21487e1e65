import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.join(import.meta.dirname, '../..')

/** Milliseconds that a server may take to start or to end on a busy machine. */
const patience = 120_000

export interface RunningServer {
  port: number
  dataDir: string
  /** Stops it and removes its data. */
  stop: () => Promise<void>
}

/**
 * Creates a data folder with the demo data, for servers that use a copy, because creating takes far longer than
 * copying.
 */
export async function makeDemoData(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const { dataDir, end, remove } = await startOn(undefined, {})
  await end()
  return { dataDir, remove }
}

/**
 * Starts the server with the demo data in a new data folder, on its own database and a free port; emails go to
 * `/dev/mail`. `settings` are added to its environment. `demoData` is a folder from `makeDemoData`; without it, the
 * server creates its own.
 */
export async function startServer({
  settings = {},
  demoData,
}: { settings?: Record<string, string>; demoData?: string } = {}): Promise<RunningServer> {
  const { port, dataDir, end, remove } = await startOn(demoData, settings)
  return { port, dataDir, stop: () => end().then(remove) }
}

async function startOn(demoData: string | undefined, settings: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-e2e-'))
  // The owners of the files are copied too, because PostgreSQL refuses files of another user.
  if (demoData !== undefined) await promisify(execFile)('cp', ['-a', `${demoData}/.`, dataDir])
  const process = await startProcess(dataDir, settings)
  const { port, stop } = process
  return { port, dataDir, process, end: stop, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** A server of its own for one journey, which can be killed and started again on its port, database and files. */
export interface MortalServer extends RunningServer {
  /** Ends it at once, as a power cut does. */
  kill: () => Promise<void>
  startAgain: () => Promise<void>
}

export async function startMortal(demoData: string): Promise<MortalServer> {
  const { port, dataDir, process, remove } = await startOn(demoData, {})
  let running = process
  return {
    port,
    dataDir,
    kill: () => running.end('SIGKILL'),
    startAgain: async () => {
      running = await startProcess(dataDir, { PORT: String(port) })
    },
    stop: () => running.end('SIGTERM').then(remove),
  }
}

/** Starts another process of a running server, on its database and files and a port of its own. */
export async function startAnother(dataDir: string): Promise<{ port: number; stop: () => Promise<void> }> {
  return await startProcess(dataDir, {})
}

interface ServerProcess {
  port: number
  end: (signal: NodeJS.Signals) => Promise<void>
  stop: () => Promise<void>
}

async function startProcess(dataDir: string, settings: Record<string, string>): Promise<ServerProcess> {
  const { DATABASE_URL: _database, SENTRY_DSN: _sentry, SMTP_URL: _smtp, ...env } = process.env
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...env,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      // Pages of one tenant ask for much at once, and a request that waits for a second on a busy machine is refused.
      DATABASE_POOL_SIZE: '20',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    const isStuck = () => new Error(`The server has not ended ${patience / 1000} s after ${signal}`)
    await inTime(ended, isStuck).finally(() => server.kill('SIGKILL'))
  }
  const stop = () => end('SIGTERM')
  try {
    return { port: await portOf(server.stdout, server.stderr, ended), end, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The port on which the server reports to be ready. Rejects with its last output if it ends before. */
async function portOf(
  output: NodeJS.ReadableStream,
  errors: NodeJS.ReadableStream,
  ended: Promise<void>,
): Promise<number> {
  let said = ''
  const ready = new Promise<number>((resolve) => {
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      const port = /Lateral is ready: http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    }
    output.on('data', listen)
    errors.on('data', listen)
  })
  const failed = ended.then(() => {
    throw new Error(`The server ended before it was ready:\n${said}`)
  })
  return await inTime(
    Promise.race([ready, failed]),
    () => new Error(`The server was not ready within ${patience / 1000} s:\n${said}`),
  )
}

/** Waits for a promise as long as our patience lasts. */
async function inTime<T>(awaited: Promise<T>, isLate: () => Error): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(isLate()), patience)
  return await Promise.race([awaited, late.promise]).finally(() => clearTimeout(timer))
}
