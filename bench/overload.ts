/** Sends a mix of requests of many tenants at the rate that the machine carries, and more than that. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { arrive, Connections, Outcome, sumOf, type Arrival } from './arrivals.ts'
import { openCluster } from './cluster.ts'
import {
  addIdleTenants,
  administrators,
  leaveDeltas,
  logInMany,
  mixOf,
  recording,
  someRecords,
  type Member,
} from './crowd.ts'
import { postmasterOf } from './embedded.ts'
import { databaseOf } from './fixture.ts'
import { Connection } from './http-client.ts'
import { isLoaded, load } from './loading.ts'
import { quantile } from './measure.ts'
import { devicePhoto, sendPhoto } from './photo.ts'
import { benchDir, startServer } from './processes.ts'
import { processorSeconds } from './processor.ts'
import { printAim, printTable } from './report.ts'
import { residentMiB } from './resident.ts'

const numberIn = (name: string, usual: number) => Number(process.env[name] ?? usual)

/** Requests a second at first, and the seconds for which they come. */
const rate = numberIn('BENCH_RATE', 300)
const seconds = numberIn('BENCH_SECONDS', 60)
/** How many times as many requests come then, and for how long. */
const times = numberIn('BENCH_TIMES', 5)
const overloadSeconds = numberIn('BENCH_OVERLOAD_SECONDS', 20)
const sessions = numberIn('BENCH_SESSIONS', 10_000)
const idleConnections = numberIn('BENCH_CONNECTIONS', 10_000)
const idleTenants = numberIn('BENCH_TENANTS', 10_000)
/** Clients of the tenant that hammers, each of which asks again as soon as it is answered. */
const hammers = numberIn('BENCH_HAMMERS', 64)
const photosPerSecond = numberIn('BENCH_PHOTOS', 1)
const exportsPerMinute = numberIn('BENCH_EXPORTS', 6)
/** Changes of counts that wait to be folded, of three tenants. */
const deltas = numberIn('BENCH_DELTAS', 90_000)
/** The seconds within which everything is as before. */
const backWithin = 10

/** How late the thread of this client was, which sends and measures. */
const late = monitorEventLoopDelay()
late.enable()

const parts = {
  usual: measureUsual,
  overload: measureOverload,
  hammering: measureHammering,
  connections: measureIdleConnections,
  folding: measureFolding,
  tenants: measureIdleTenants,
}
/** The names of the parts to measure, separated by commas; all of them by default. */
const wanted = (process.env.BENCH_PARTS ?? Object.keys(parts).join(',')).split(',')

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('overload'))
if (!(await isLoaded('overload', cluster.urlOf('lateral')))) await load('overload', cluster.urlOf('lateral'), url)
const owner = new Client({ connectionString: url })
await owner.connect()
await addIdleTenants(owner, idleTenants)
const members = await logInMany(owner, sessions)
const next = mixOf(members, await someRecords(owner))
const photo = await devicePhoto()
const metricsToken = 'only-for-this-bench'
const lateral = await startServer('overload', { DATABASE_URL: url, METRICS_TOKEN: metricsToken })
const connections = new Connections(lateral.port)
try {
  await arrive(connections, { perSecond: rate / 3, seconds: 10, next })
  for (const [name, measure] of Object.entries(parts)) {
    if (!wanted.includes(name)) continue
    await measure()
    await printInside(name)
  }
} finally {
  connections.close()
  await owner.end()
  await lateral.stop()
  await cluster.close()
}

/** Sends the mix at the rate that the machine has to carry, with photos and exports beside it. */
async function measureUsual(): Promise<void> {
  const memory: number[] = []
  const watching = setInterval(() => void residentMiB(lateral.pid).then((now) => memory.push(now)), 1000)
  const outcome = await withUploads(seconds, () => arrive(connections, { perSecond: rate, seconds, next }))
  clearInterval(watching)
  printTable(`${rate} requests a second for ${seconds} s`, outcome.rows())
  printAim('p95 of all in ms', quantile(outcome.latencies(), 0.95), { atMost: 300 })
  printAim('failed', outcome.failures(), { atMost: 0 })
  const [early, late] = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)]
  printAim('MiB more in the second half', quantile(late, 0.5) - quantile(early, 0.5), { atMost: 30 })
  printAim('peak MiB', Math.max(...memory), { atMost: 400 })
}

/** Sends several times as many requests, and then as many as before. */
async function measureOverload(): Promise<void> {
  const all = new Outcome()
  await withUploads(overloadSeconds, () =>
    arrive(connections, { perSecond: rate * times, seconds: overloadSeconds, next }, all),
  )
  const after = await arrive(connections, { perSecond: rate, seconds: backWithin * 2, next })
  printTable(`${rate * times} requests a second for ${overloadSeconds} s`, all.rows())
  printAim('p95 of recording in ms', quantile(all.latencies('record'), 0.95), { atMost: 1000 })
  printAim('recordings that were refused or failed', all.failures('record'), { atMost: 0 })
  printAim('failed other than by 503', all.failuresOtherThan(503), { atMost: 0 })
  const late = [...after.bySecond].filter(
    ([, { latencies, failed }]) => sumOf(failed) > 0 || quantile(latencies, 0.95) > 300,
  )
  const back = 1 + Math.max(-1, ...late.map(([second]) => second))
  printAim('seconds until all is as before', back, { atMost: backWithin })
}

/** Lets one tenant ask without a pause, and compares what the others wait with what they waited before. */
async function measureHammering(): Promise<void> {
  const others = members.filter(({ tenant }) => tenant !== 0)
  const records = await someRecords(owner)
  const ofOthers = { perSecond: rate / 3, seconds: 15, next: mixOf(others, records) }
  const alone = await arrive(connections, ofOthers)
  const [member] = members.filter(({ tenant }) => tenant === 0)
  if (member === undefined) throw new Error('The first tenant has no users')
  let isOver = false
  let answered = 0
  const hammering = Array.from({ length: hammers }, async (_, n) => {
    const connection = await Connection.open(lateral.port, member.host)
    const list = { method: 'GET', path: '/api/v1/test-records?per_page=50', headers: member.headers } as const
    while (!isOver) {
      await connection.send(n % 4 === 0 ? recording(member).request : list)
      answered += 1
    }
    connection.close()
  })
  const beside = await arrive(connections, ofOthers)
  isOver = true
  await Promise.all(hammering)
  printTable(`${rate / 3} requests a second of 49 tenants alone`, alone.rows())
  const title = `The same beside ${hammers} clients of one tenant, who get ${(answered / 15).toFixed(0)} replies a second`
  printTable(title, beside.rows())
  const ratio = (share: number) => quantile(beside.latencies(), share) / quantile(alone.latencies(), share)
  printAim('p50 of the others against alone', ratio(0.5), { atMost: 1.5 })
  printAim('p95 of the others against alone', ratio(0.95), { atMost: 1.5 })
  printAim('failed', beside.failures(), { atMost: 0 })
}

/** Opens connections that ask once and then stay. */
async function measureIdleConnections(): Promise<void> {
  const before = await residentMiB(lateral.pid)
  const idle: Connection[] = []
  const live = { method: 'GET', path: '/health/live' } as const
  for (let n = 0; n < idleConnections; n += 100) {
    const opened = await Promise.all(Array.from({ length: 100 }, () => Connection.open(lateral.port, 'localhost')))
    await Promise.all(opened.map((connection) => connection.send(live)))
    idle.push(...opened)
  }
  const held = await residentMiB(lateral.pid)
  const outcome = await arrive(connections, { perSecond: rate / 3, seconds: 10, next })
  const stillThere = idle.filter((connection) => connection.isOpen).length
  for (const connection of idle) connection.close()
  printTable(`${rate / 3} requests a second beside ${idleConnections} idle connections`, outcome.rows())
  printAim('idle connections that stay', stillThere, { atLeast: idleConnections })
  printAim('p95 of all in ms', quantile(outcome.latencies(), 0.95), { atMost: 300 })
  printAim('failed', outcome.failures(), { atMost: 0 })
  printAim('kB of memory for each', ((held - before) * 1024) / idleConnections, { atMost: 30 })
}

/** Waits until what many records changed of the counts of three tenants among many is folded. */
async function measureFolding(): Promise<void> {
  await leaveDeltas(owner, deltas)
  const started = performance.now()
  let left = deltas
  while (left > 0 && performance.now() - started < 300_000) {
    await sleep(500)
    const { rows } = await owner.query<{ left: number }>('select count(*)::int as left from record_deltas')
    left = rows[0]?.left ?? 0
  }
  const what = `seconds until ${deltas} changes of three among ${idleTenants + 50} tenants are folded`
  printAim(what, (performance.now() - started) / 1000, { atMost: 120 })
}

/** Measures what the server and the database take while nobody asks for anything. */
async function measureIdleTenants(): Promise<void> {
  await owner.query('vacuum (analyze)')
  await sleep(60_000)
  const postmaster = await postmasterOf(benchDir)
  const roots = [lateral.pid, ...(postmaster === undefined ? [] : [postmaster.pid])]
  const before = await processorSeconds(roots)
  await sleep(60_000)
  const share = ((await processorSeconds(roots)) - before) / 60
  printAim(`percent of a processor for ${idleTenants + 50} idle tenants`, share * 100, { atMost: 2 })
}

/** Prints what the server itself says: how late its thread was, and how requests waited for connections, so far. */
async function printInside(part: string): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${lateral.port}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const lines = (await reply.text()).split('\n')
  const said = lines.filter((line) =>
    /^(nodejs_eventloop_lag_(p50|p99|max)_seconds|lateral_connections_\w+_total)/.test(line),
  )
  const own = [50, 99, 100].map((share) => `${(late.percentile(share) / 1e6).toFixed(0)}`).join(', ')
  process.stdout.write(`\nThe server after ${part}:\n${said.map((line) => `  ${line}\n`).join('')}`)
  process.stdout.write(`  This client was late by ${own} ms (p50, p99, most)\n`)
  late.reset()
}

/** Sends photos and asks for exports while `work` runs. */
async function withUploads<T>(during: number, work: () => Promise<T>): Promise<T> {
  const sent = new Map<string, number>()
  const note = (what: string, status: number) => {
    sent.set(`${what} ${status}`, (sent.get(`${what} ${status}`) ?? 0) + 1)
  }
  const running: Promise<unknown>[] = []
  const every = (perSecond: number, send: (member: Member) => Promise<void>) => {
    let n = 0
    const timer = setInterval(() => {
      const member = members[n % administrators]
      n += 1
      if (member !== undefined) running.push(send(member).catch(() => note('no reply', 0)))
    }, 1000 / perSecond)
    return () => clearInterval(timer)
  }
  const stops = [
    every(photosPerSecond, async ({ host, headers }) =>
      note('photo', (await sendPhoto({ port: lateral.port, host }, headers, photo)).status),
    ),
    every(exportsPerMinute / 60, async ({ host, headers }) => {
      const path = '/api/v1/test-records/export'
      const arrival: Arrival = { kind: 'export', host, request: { method: 'GET', path, headers } }
      note('export', await connections.send(arrival))
    }),
  ]
  const result = await work()
  for (const stop of stops) stop()
  await Promise.all(running)
  const said = [...sent].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, count]) => `${count} × ${what}`)
  process.stdout.write(`\nBeside it for ${during} s: ${said.join(', ')}\n`)
  return result
}
