import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

export interface RunningServer {
  port: number
  dataDir: string
  /** Stops it and removes its data. */
  stop: () => Promise<void>
}

/**
 * Starts the server with the demo data in a new data folder, on its own database and a free port; mail ends in `/dev/mail`.
 * `settings` are added to its environment.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-e2e-'))
  const server = await startProcess(dataDir, settings)
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...server, dataDir, stop }
}

/** Starts one more process of a server that runs, on its database and files and a port of its own. */
export async function startAnother(dataDir: string): Promise<{ port: number; stop: () => Promise<void> }> {
  return await startProcess(dataDir, {})
}

async function startProcess(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ port: number; stop: () => Promise<void> }> {
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
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  try {
    return { port: await portOf(server.stdout, server.stderr, ended), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The port that the server says it is ready on. Rejects with its last words when it ends before. */
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
  return await Promise.race([ready, failed])
}
