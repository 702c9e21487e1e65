import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postmasterOf } from './embedded.ts'
import { benchDir, refuseTaken } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { demo } from './writers.ts'

const root = path.resolve(import.meta.dirname, '..')
const dataDir = path.join(benchDir, 'signals')
const port = Number(process.env.BENCH_PORT ?? 4200)
const limitMs = 60_000

type Signal = 'SIGTERM' | 'SIGINT' | 'SIGHUP'

/**
 * The process that gets the signal. In `terminal`, SIGINT is typed as Ctrl-C, SIGHUP closes the terminal and SIGTERM
 * goes to the process group.
 */
const targets = ['npm', 'node', 'group', 'terminal'] as const
type Target = (typeof targets)[number]

// A bench that fails must not leave its servers behind.
let started: ChildProcess | undefined
process.once('exit', () => {
  if (started?.pid !== undefined && started.exitCode === null && started.signalCode === null)
    process.kill(-started.pid, 'SIGTERM')
})

const rows: Record<string, string>[] = []
let faults = 0
await refuseTaken(port)
for (const target of targets) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const { answer, postgres, left } = await stopDuringRequest(target, signal)
    const isGood = answer === 200 && postgres === 'stopped' && left === 0
    if (!isGood) faults += 1
    rows.push({ target, signal, 'request that ran': String(answer), postgres, 'processes left': String(left) })
  }
}
printTable('A signal while a request runs', rows)
printAim('not stopped cleanly', faults, { atMost: 0 })

/** Starts Lateral, sends half of a login before the signal and half after it, and reports which processes are left. */
async function stopDuringRequest(target: Target, signal: Signal) {
  const child = start(target)
  await whenReady(child)
  const npm = target === 'terminal' ? await childOf(child.pid ?? 0, 'npm') : (child.pid ?? 0)
  const node = await childOf(npm, 'scripts/start.js')
  const server = await childOf(node, 'server/main.ts')
  const finishRequest = await beginLogin()
  await send(target, signal, { child, npm, node })
  await until(async () => !(await isReady()))
  await sleep(500) // copies of the signal may still be on their way
  const answer = await finishRequest()
  await until(() => !isAlive(server) && !isAlive(node) && !isAlive(npm))
  const left = await postmasterOf(dataDir)
  return {
    answer,
    postgres: left === undefined ? 'stopped' : 'STILL RUNS',
    left: [npm, node, server].filter(isAlive).length,
  }
}

function start(target: Target): ChildProcess {
  const [program, ...args] =
    target === 'terminal' ? ['script', '-qfc', 'npm start', '/dev/null'] : (['npm', 'start'] as const)
  const child = spawn(program ?? '', args, {
    cwd: root,
    // A service manager and a shell give each program a process group of its own.
    detached: true,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
    },
    stdio: 'pipe',
  })
  child.once('error', (error) => process.stderr.write(`${program}: ${error.message}\n`))
  child.stdin?.on('error', () => undefined)
  started = child
  return child
}

async function send(
  target: Target,
  signal: Signal,
  { child, npm, node }: { child: ChildProcess; npm: number; node: number },
): Promise<void> {
  if (target === 'npm') process.kill(npm, signal)
  else if (target === 'node') process.kill(node, signal)
  else if (target === 'group') process.kill(-npm, signal)
  else if (signal === 'SIGINT') child.stdin?.write('\x03')
  else if (signal === 'SIGHUP') child.kill('SIGKILL')
  else process.kill(-(await groupOf(node)), signal)
}

async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok === true
}

async function whenReady(child: ChildProcess): Promise<void> {
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await until(() => {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${said}`)
    return isReady()
  })
}

/**
 * Sends the headers and half of the body of a login. Returns a function that sends the rest and resolves with the
 * status, or 0 without a reply.
 */
async function beginLogin(): Promise<() => Promise<number>> {
  const visit = await fetch(`http://127.0.0.1:${port}/api/v1/sanctum/csrf-cookie`)
  const cookies = visit.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(';')))
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const body = JSON.stringify({ username: demo.email, password: demo.password })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = [
    'POST /api/v1/login HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `cookie: ${cookies.join('; ')}`,
    `x-xsrf-token: ${decodeURIComponent(token)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
  await sleep(200) // gives the server time to read it
  return async () => {
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.write(body.slice(20))
    await until(() => /^HTTP\/1\.1 \d+/.test(received) || socket.destroyed)
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
  }
}

/** Finds the descendant whose command line contains this text. */
async function childOf(ancestor: number, text: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === ancestor) continue
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
    if (command.includes(text) && !/^(sh|bash|script) /.test(command) && (await descends(pid, ancestor))) return pid
  }
  throw new Error(`No "${text}" below process ${ancestor}`)
}

async function descends(pid: number, ancestor: number): Promise<boolean> {
  for (let at = pid; at > 1; at = Number((await statOf(at))[1] ?? 0)) if (at === ancestor) return true
  return false
}

async function groupOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[2])
}

/** The fields of /proc/<pid>/stat from the state on (state, parent, group, …); empty when the process is gone. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadline) return
    await sleep(20)
  }
}
