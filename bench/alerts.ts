/** Fires each alert of `deploy/prometheus-alerts.yml` by its cause, with two processes, and shows that it clears. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cause, causesOf } from './alert-causes.ts'
import { benchDir, refuseTaken, startServer, takePort } from './processes.ts'
import { startPrometheus } from './prometheus.ts'
import { printAim, printTable } from './report.ts'

/** An alert that has not come, or gone, by then does not come any more. */
const limitMs = 180_000
const diskMegabytes = 600

const dataDir = path.join(benchDir, 'alerts')
const ownRules = readFileSync(path.resolve(import.meta.dirname, '../deploy/prometheus-alerts.yml'), 'utf8')
const alerts = [...ownRules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)

const mailPort = takePort()
await refuseTaken(mailPort)
await mkdir(dataDir, { recursive: true })
// A disk of its own, which can be filled.
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'none', dataDir])
const undo: (() => unknown)[] = [
  async () => {
    execFileSync('umount', ['-l', dataDir])
    await rm(dataDir, { recursive: true, force: true })
  },
]
const rows: Record<string, string | number>[] = []
let missed = 0
try {
  await mkdir(path.join(dataDir, 'postgres'), { mode: 0o700 })
  await writeFile(path.join(dataDir, 'postgres/tuning.conf'), "max_wal_size = '64MB'\nmin_wal_size = '32MB'\n")
  const env = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DATABASE_POOL_SIZE: '2',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  }
  const first = await startServer('alerts-first', env)
  undo.push(() => first.stop())
  const place = { port: takePort() }
  let second = await startServer('alerts-second', env, place)
  undo.push(() => second.stop())
  const replace = {
    stop: () => second.stop(),
    start: async () => void (second = await startServer('alerts-second', env, place)),
  }
  const prometheus = await startPrometheus([first.port, place.port])
  undo.push(() => prometheus.stop())

  const states = async (names: readonly string[], isFiring: boolean) => {
    const since = performance.now()
    for (;;) {
      const firing = await prometheus.firing()
      if (names.every((name) => firing.has(name) === isFiring)) return (performance.now() - since) / 1000
      if (performance.now() - since > limitMs) return undefined
      await sleep(250)
    }
  }
  const fire = async ({ what, expected, make }: Cause) => {
    const end = await make()
    const fired = await states(expected, true)
    const others = [...(await prometheus.firing())].filter((name) => !expected.includes(name))
    await end()
    const cleared = await states(alerts, false)
    missed += fired === undefined || cleared === undefined ? 1 : 0
    const seconds = (one: number | undefined) => one?.toFixed(0) ?? 'MISSED'
    rows.push({
      alert: expected.join(', '),
      cause: what,
      'fires after s': seconds(fired),
      'clears after s': seconds(cleared),
      'along with': others.join(', ') || '–',
    })
    process.stdout.write(`  ${expected.join(', ')}: ${seconds(fired)} s, ${seconds(cleared)} s\n`)
  }

  if ((await states(alerts, false)) === undefined) throw new Error('An alert fires without a cause')
  const causes = await causesOf({ dataDir, port: first.port, mailPort, replace })
  const chosen = process.env.BENCH_ALERTS?.split(',')
  for (const cause of causes) {
    if (chosen === undefined || cause.expected.some((name) => chosen.includes(name))) await fire(cause)
  }
  const tried = new Set(causes.flatMap(({ expected }) => expected))
  printTable(`Alerts of ${alerts.length} rules, by their causes`, rows)
  printAim('alerts without a cause here', alerts.filter((name) => !tried.has(name)).length, { atMost: 0 })
  printAim('alerts that did not fire, or did not clear', missed, { atMost: 0 })
} finally {
  for (const step of undo.toReversed()) await step()
}
