import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ringProgram, settingsOf, type Ports, type SwiftServer } from './swift-settings.ts'

const run = promisify(execFile)

/** Debian's Python, for which its Swift packages are built. */
const python = '/usr/bin/python3'

const servers = ['account', 'container', 'object', 'proxy'] as const

/** OpenStack Swift, an object store that speaks S3, on this machine alone. */
export interface Swift {
  /** Environment settings for it, without a bucket, which does not exist yet. */
  settings: { S3_REGION: string; S3_ENDPOINT: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
  /** Makes this server accept connections from now on, and answer nothing. */
  fallSilent(server: SwiftServer): void
  speakAgain(server: SwiftServer): void
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts the Swift of Debian's packages: one server of each kind on free loopback ports, as the current user, in a
 * temporary folder. No system service is involved.
 */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(path.join(await folderWithAttributes(), 'lateral-swift-'))
  await mkdir(path.join(folder, 'devices', 'disk'), { recursive: true })
  const ports = await freePorts()
  const key = { S3_ACCESS_KEY_ID: 'lateral:photos', S3_SECRET_ACCESS_KEY: 'only-for-this-test' }
  const place = { folder, ports, user: userInfo().username, secret: key.S3_SECRET_ACCESS_KEY }
  for (const [name, text] of Object.entries(settingsOf(place))) await writeFile(path.join(folder, name), text)
  await run(python, ['-c', ringProgram(ports)], { cwd: folder })

  const said: string[] = []
  const processes = new Map(servers.map((server) => [server, start(server, folder, said)]))
  const pids = [...processes.values()].map(({ pid }) => String(pid))
  const guard = guardAgainstKill(pids, folder)
  const signal = (server: SwiftServer, name: NodeJS.Signals) => void processes.get(server)?.kill(name)
  const stop = async () => {
    guard.stdin?.end()
    await once(guard, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const port of Object.values(ports)) await answers(port)
  } catch (error) {
    await stop()
    throw new Error(`Swift did not start:\n${said.join('')}`, { cause: error })
  }
  return {
    settings: { S3_REGION: 'us-east-1', S3_ENDPOINT: `http://127.0.0.1:${ports.proxy}`, ...key },
    fallSilent: (server) => signal(server, 'SIGSTOP'),
    speakAgain: (server) => signal(server, 'SIGCONT'),
    stop,
  }
}

/** Finds a folder for temporary files whose file system supports user attributes, which the object server writes. */
async function folderWithAttributes(): Promise<string> {
  const set =
    'import os, sys, tempfile; f = tempfile.TemporaryFile(dir=sys.argv[1]); os.setxattr(f.fileno(), "user.lateral", b"1")'
  for (const folder of [tmpdir(), '/var/tmp', '/dev/shm']) {
    const isFit = await run(python, ['-c', set, folder]).then(
      () => true,
      () => false,
    )
    if (isFit) return folder
  }
  throw new Error('Swift needs a temporary folder on a file system with extended attributes; there is none')
}

/** All ports are held before they are released together, so that no two are equal. */
async function freePorts(): Promise<Ports> {
  const held = await Promise.all(
    servers.map(async (server) => {
      const listener = createServer().listen(0, '127.0.0.1')
      await once(listener, 'listening')
      return { server, listener, port: (listener.address() as AddressInfo).port } // it listens on TCP
    }),
  )
  await Promise.all(held.map(({ listener }) => new Promise((resolve) => listener.close(resolve))))
  // The entries cover every server.
  return Object.fromEntries(held.map(({ server, port }) => [server, port])) as Ports
}

function start(server: SwiftServer, folder: string, said: string[]): ChildProcess {
  const child = spawn(`swift-${server}-server`, [path.join(folder, `${server}.conf`), '--verbose'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => said.push(String(chunk)))
  return child
}

/** Waits until a server answers at this port with any status; rejects after half a minute. */
async function answers(port: number): Promise<void> {
  const deadline = AbortSignal.timeout(30_000)
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { signal: deadline }).catch(() => undefined)
    if (reply !== undefined) return
    deadline.throwIfAborted()
    await wait(100)
  }
}

/** Starts a shell that ends the servers on demand, or when this process is gone. */
function guardAgainstKill(pids: readonly string[], folder: string): ChildProcess {
  const script = 'read -r _; folder="$1"; shift; kill -KILL "$@" 2>/dev/null; rm -rf "$folder"; exit 0'
  return spawn('sh', ['-c', script, 'guard', folder, ...pids], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
}
