import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { throughPooler } from '../server/owner-connection.ts'

/** The path of Debian's package, or of another version. */
const pgBouncer = process.env.TEST_PGBOUNCER || '/usr/sbin/pgbouncer'

export const hasPgBouncer = existsSync(pgBouncer)

/** Before version 1.21, PgBouncer loses prepared statements between transactions. */
export const keepsStatements = hasPgBouncer && minorVersionOf(pgBouncer) >= 21

/** Settings of transaction pooling that keeps them. */
export const keepingStatements = { pool_mode: 'transaction', max_prepared_statements: 500, default_pool_size: 8 }

function minorVersionOf(program: string): number {
  return Number(/^PgBouncer 1\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1])
}

/** A pooler in front of a database, on a free port of this machine. */
export interface PgBouncer {
  url: string
  /** Returns the URL with the same user and database, through the pooler. */
  through: (url: string) => string
  /** Kills the pooler, as a crash would, and starts it again at the same port. */
  killAndStart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts PgBouncer with these settings in front of the server of these URLs, with their users. It refuses to run as
 * root, and is then started as `postgres`.
 */
export async function startPgBouncer(
  urls: readonly string[],
  settings: Record<string, string | number>,
): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lateral-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const [first = ''] = urls
  const server = new URL(first)
  const users = path.join(folder, 'users')
  const file = path.join(folder, 'pgbouncer.ini')
  const quoted = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`
  await writeFile(
    users,
    urls.map((url) => `${quoted(new URL(url).username)} ${quoted(new URL(url).password)}\n`).join(''),
  )
  const lines = Object.entries({ auth_type: 'trust', default_pool_size: 20, ...settings }).map(
    ([name, value]) => `${name} = ${value}\n`,
  )
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_file = ${users}
${lines.join('')}`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const poolerUrl = `postgres://127.0.0.1:${port}`
  const through = (url: string) => throughPooler(url, poolerUrl)
  const run = async () => {
    const child = spawn(pgBouncer, ['-q', ...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
    while (child.exitCode === null) if (await answers(through(first))) return child
    await rm(folder, { recursive: true, force: true })
    throw new Error(`PgBouncer did not start:\n${said.join('')}`)
  }
  let child = await run()
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.kill(signal)) await once(child, 'exit')
  }
  return {
    url: poolerUrl,
    through,
    async killAndStart() {
      await end('SIGKILL')
      child = await run()
    },
    async stop() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
