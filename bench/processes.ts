import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The folder of the bench's own database, apart from anybody's data. */
export const benchDir = path.resolve(process.env.BENCH_DIR ?? '.data/bench')

/** A process that answers HTTP on a port of its own. */
export interface Running {
  port: number
  pid: number
  /** Milliseconds from the start of the process to its first successful reply. */
  readyMs: number
  stop(): Promise<void>
}

/** Another place for a server than the usual one. */
interface Place {
  /** The port, instead of the next free one. */
  port?: number
  /** The folder of another version, instead of this one. */
  root?: string
}

/** Starts Lateral as `npm start` does in production. Its log goes to the bench folder under `name`. */
export function startServer(name: string, env: Record<string, string>, place?: Place): Promise<Running> {
  const compiled = path.resolve(import.meta.dirname, '../node_modules/.cache/compile')
  return startProcess(
    name,
    ['--max-semi-space-size=4', '--heap-growing-percent=40', 'server/main.ts'],
    // No load balancer watches, only this bench.
    { NODE_ENV: 'production', NODE_COMPILE_CACHE: compiled, DRAIN_SECONDS: '0', ...env },
    '/health/ready',
    place,
  )
}

/**
 * Starts the limit that Lateral is compared with: node:http and pg alone. `statements` is a file of `recordStatements`,
 * which it replays.
 */
export function startBareServer(databaseUrl: string, statements?: string): Promise<Running> {
  const env = { DATABASE_URL: databaseUrl, ...(statements !== undefined && { BENCH_STATEMENTS: statements }) }
  return startProcess('bare', ['bench/bare-server.ts'], env, '/')
}

/** A bench that fails must not leave its servers behind. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Ports are given out from here to 4999, because `fetch` refuses some others, such as 4190. */
let nextPort = Number(process.env.BENCH_PORT ?? 4200)

/** Returns a port for a program that the bench starts by itself. */
export function takePort(): number {
  return nextPort++
}

async function startProcess(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  probe: string,
  { port = nextPort++, root = path.resolve(import.meta.dirname, '..') }: Place = {},
): Promise<Running> {
  await refuseTaken(port)
  await mkdir(benchDir, { recursive: true })
  const log = openSync(path.join(benchDir, `${name}.log`), 'w')
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: path.join(benchDir, name), ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', log, log],
  })
  child.once('error', (error) => process.stderr.write(`${args.join(' ')}: ${error.message}\n`))
  running.add(child)
  child.once('exit', () => running.delete(child))
  while (!(await answers(port, probe))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended, see ${path.join(benchDir, `${name}.log`)}`)
    await sleep(5)
  }
  const readyMs = performance.now() - started
  return { port, pid: child.pid ?? 0, readyMs, stop: () => stop(child) }
}

/** Throws when the port is taken: another bench's server would answer in place of ours and be measured. */
export async function refuseTaken(port: number): Promise<void> {
  const listener = createServer().listen(port, '127.0.0.1')
  try {
    await once(listener, 'listening')
  } catch (cause) {
    throw new Error(`Port ${port} is not free: choose another with BENCH_PORT`, { cause })
  }
  listener.close()
  await once(listener, 'close')
}

async function answers(port: number, probe: string): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${probe}`)
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  // A program that a bench has killed has a signal instead of a code.
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
