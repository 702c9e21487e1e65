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

/** Debian's, for which its packages are. */
const python = '/usr/bin/python3'

const servers = ['account', 'container', 'object', 'proxy'] as const

/** OpenStack Swift, an object store that speaks S3, on this machine alone. */
export interface Swift {
  /** Settings of the environment that reach it, but for a bucket, which nobody has made yet. */
  settings: { S3_REGION: string; S3_ENDPOINT: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
  /** From now on this server takes connections and answers none. */
  fallSilent(server: SwiftServer): void
  speakAgain(server: SwiftServer): void
  /** Ends it, and removes what it holds. */
  stop(): Promise<void>
}

/**
 * Starts the Swift of Debian's packages, one server of each kind, all on free ports of the loopback address, as the user
 * that runs this, below a temporary folder. No service of the system takes part.
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

/** A folder for temporary files whose file system keeps attributes of users, which the object server writes. */
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

/** Held together before all are let go, so that no two are the same. */
async function freePorts(): Promise<Ports> {
  const held = await Promise.all(
    servers.map(async (server) => {
      const listener = createServer().listen(0, '127.0.0.1')
      await once(listener, 'listening')
      return { server, listener, port: (listener.address() as AddressInfo).port } // it listens at a port
    }),
  )
  await Promise.all(held.map(({ listener }) => new Promise((resolve) => listener.close(resolve))))
  // Every server is among them.
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

/** Resolves when a server answers at this port, whatever it says; rejects after half a minute. */
async function answers(port: number): Promise<void> {
  const deadline = AbortSignal.timeout(30_000)
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { signal: deadline }).catch(() => undefined)
    if (reply !== undefined) return
    deadline.throwIfAborted()
    await wait(100)
  }
}

/** A shell that ends the servers when it is told to, and when this process is no more. */
function guardAgainstKill(pids: readonly string[], folder: string): ChildProcess {
  const script = 'read -r _; folder="$1"; shift; kill -KILL "$@" 2>/dev/null; rm -rf "$folder"; exit 0'
  return spawn('sh', ['-c', script, 'guard', folder, ...pids], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
}
