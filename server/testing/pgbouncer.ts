import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** The path of Debian's package. */
export const pgBouncer = '/usr/sbin/pgbouncer'

/** A pooler in front of a database, on a free port of this machine. */
export interface PgBouncer {
  /** Returns the URL with the same user and database, through the pooler. */
  through: (url: string) => string
  stop: () => Promise<void>
}

/**
 * Starts PgBouncer in front of the server of these URLs, with their users. It refuses to run as root, and is then
 * started as `postgres`.
 */
export async function startPgBouncer(urls: readonly string[], mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lateral-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const [first = ''] = urls
  const server = new URL(first)
  const users = path.join(folder, 'users')
  const settings = path.join(folder, 'pgbouncer.ini')
  const quoted = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`
  await writeFile(
    users,
    urls.map((url) => `${quoted(new URL(url).username)} ${quoted(new URL(url).password)}\n`).join(''),
  )
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 20
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(pgBouncer, ['-q', ...asUser, settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const through = (url: string) => {
    const changed = new URL(url)
    changed.host = `127.0.0.1:${port}`
    return changed.href
  }
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  for (;;) {
    const client = new pg.Client({ connectionString: through(first) })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return { through, stop }
    } catch (cause) {
      if (child.exitCode === null) continue
      await stop()
      throw new Error(`PgBouncer did not start:\n${said.join('')}`, { cause })
    }
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo // it listens on TCP
  listener.close()
  await once(listener, 'close')
  return port
}
