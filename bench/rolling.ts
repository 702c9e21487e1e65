/** Replaces the processes behind HAProxy one after the other, several times and by another version, under requests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { openSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { askedInDemo } from './embedded.ts'
import { type Change, configured, portsOf, statesIn } from './haproxy.ts'
import { quantile } from './measure.ts'
import { makeNewerVersion, ofNewerVersion } from './newer-version.ts'
import { type OpenPage, openPage } from './open-page.ts'
import { benchDir, refuseTaken, type Running, startServer, takePort } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { logInAt } from './session.ts'
import { demo, findRecord } from './writers.ts'

const leastRequests = Number(process.env.BENCH_REQUESTS ?? 50_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 4)
const clients = 16
/** So many of them send photos of one tenant, more than one process takes in hand at a time. */
const senders = 12
/** Seconds for which a process that stops still serves. With 0, requests fail. */
const drainSeconds = process.env.BENCH_DRAIN ?? '5'
/** A state that has not come by then does not come any more. */
const limitMs = 120_000

const root = path.resolve(import.meta.dirname, '..')
const dataDir = path.join(benchDir, 'rolling')
const newer = path.join(benchDir, 'rolling-newer')
await rm(dataDir, { recursive: true, force: true })
const { added, removed } = await makeNewerVersion(newer)
/** Files of the web app that every process serves, whichever build they belong to. */
const assets = [removed]

const names = ['first', 'second'] as const
type Name = (typeof names)[number]
const ports: Record<Name, number> = { first: takePort(), second: takePort() }
const processes = new Map<Name, Running>()
const startMs: number[] = []

/** Starts a process of this version or of the newer one on its port. */
async function start(name: Name, version: string): Promise<void> {
  const env = { NODE_ENV: 'development', DATA_DIR: dataDir, TRUST_PROXY: 'loopback', DRAIN_SECONDS: drainSeconds }
  const running = await startServer(`rolling-${name}`, env, { port: ports[name], root: version })
  processes.set(name, running)
  startMs.push(running.readyMs)
  if (version === newer && !assets.includes(added)) assets.push(added)
}

const proxy = { port: takePort(), statePort: takePort() }
let haproxy: ChildProcess | undefined
process.once('exit', () => haproxy?.kill())

const run = randomUUID().slice(0, 8)
let visitor: OpenPage | undefined
let requests = 0
let isStopping = false
/** The replies that were not what the request asks for, by what was asked and what came. */
const failed = new Map<string, number>()
const recorded = new Map<string, string>()
const photos: string[] = []
const files: number[] = []

try {
  for (const name of names) await start(name, root)
  await startProxy()
  const headers = await logInAt(proxy.port, 'provider@harbour.test', demo)
  const like = await findRecord(`${proxyUrl()}/api/v1/test-records`, headers)
  const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#7a8b6c' } })
    .jpeg()
    .toBuffer()
  visitor = await openPage(`http://${demo.host}:${proxy.port}`, await logInAt(proxy.port, 'group@harbour.test', demo))
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client, headers, like, photo)))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) await replace(name, versionOf(round, name))
  }
  while (requests < leastRequests) await sleep(100)
  isStopping = true
  await working
  await visitor?.stop()
  await report()
} finally {
  isStopping = true
  await visitor?.stop()
  haproxy?.kill()
  for (const running of processes.values()) await running.stop()
  await rm(newer, { recursive: true, force: true })
}

/**
 * The newer version comes and goes: in the second round it takes the first process and migrates beside the second one,
 * which then restarts as the older version on the newer schema. From the third round on both are of the newer version.
 */
function versionOf(round: number, name: Name): string {
  if (round === 0) return root
  return round === 1 && name === 'second' ? root : newer
}

async function replace(name: Name, version: string): Promise<void> {
  await processes.get(name)?.stop()
  await start(name, version)
  await until(async () => (await statesIn(proxy.statePort)).get(name) === 'UP')
}

/** Starts HAProxy with the configuration of `deploy/`, on ports of the bench and without any repetition. */
async function startProxy(): Promise<void> {
  await refuseTaken(proxy.port)
  const withoutRetries: Change = ['retries 2\n  option redispatch 1', 'retries 0\n  no option redispatch']
  const changes = [...portsOf(proxy.port, proxy.statePort, Object.values(ports)), withoutRetries]
  const file = path.join(benchDir, 'haproxy.cfg')
  await writeFile(file, await configured('haproxy.cfg', changes))
  const log = path.join(benchDir, 'haproxy.log')
  const output = openSync(log, 'w')
  haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', output, output] })
  haproxy.once('error', (error) => process.stderr.write(`HAProxy (Debian's package haproxy): ${error.message}\n`))
  await until(async () => {
    if (haproxy?.exitCode !== null) throw new Error(`HAProxy ended, see ${log}`)
    return [...(await statesIn(proxy.statePort)).values()].filter((state) => state === 'UP').length === names.length
  })
}

function proxyUrl(): string {
  return `http://127.0.0.1:${proxy.port}`
}

/** Sends one request after the other, each once. The first client exports, and most of the others send photos, too. */
async function work(
  client: number,
  headers: Record<string, string>,
  like: Awaited<ReturnType<typeof findRecord>>,
  photo: Buffer<ArrayBuffer>,
): Promise<void> {
  const reads = [
    '/test-records?per_page=25',
    '/users/my-details',
    '/get-site-preferences',
    '/groups',
    '/dashboard',
    `/assays/${like.assayId}/web`,
    '/subjects',
  ]
  for (let n = 0; !isStopping; n += 1) {
    if (client === 0 && n % 20 === 0) await exportAll(headers)
    if (n % 8 === 0) {
      const deviceImageId = client >= clients - senders ? await sendPhoto(headers, photo) : null
      await record(`${run}-${client}-${n}`, headers, { ...like, deviceImageId })
    }
    await ask('GET', reads[n % reads.length] ?? '', { headers })
    if (n % 10 === 0) await askFor(assets[(n / 10) % assets.length] ?? '', 'GET', {})
  }
}

async function record(lot: string, headers: Record<string, string>, body: object): Promise<void> {
  const all = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const reply = await ask('POST', '/test-records', { headers: all, body: JSON.stringify({ ...body, lot }) })
  if (reply !== undefined) recorded.set(lot, idIn(reply))
}

async function sendPhoto(headers: Record<string, string>, photo: Buffer<ArrayBuffer>): Promise<string | null> {
  const body = new FormData()
  body.append('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
  const reply = await ask('POST', '/device-images', { headers, body })
  if (reply === undefined) return null
  photos.push(idIn(reply))
  return idIn(reply)
}

async function exportAll(headers: Record<string, string>): Promise<void> {
  const reply = await ask('GET', '/test-records/export', { headers })
  if (reply !== undefined) files.push(reply.split('\n').length - 2)
}

function idIn(reply: string): string {
  return (JSON.parse(reply) as { data: { id: string } }).data.id
}

function ask(method: string, address: string, init: RequestInit): Promise<string | undefined> {
  return askFor(`/api/v1${address}`, method, init)
}

/** Sends a request once. Returns the whole reply; undefined if it failed, which is counted. */
async function askFor(address: string, method: string, init: RequestInit): Promise<string | undefined> {
  requests += 1
  const [what] = address.split('?')
  try {
    const reply = await fetch(`${proxyUrl()}${address}`, { ...init, method })
    const text = await reply.text()
    if (reply.ok) return text
    count(`${method} ${what}: ${reply.status} ${/"code":"([\w-]+)"/.exec(text)?.[1] ?? 'of the proxy'}`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    count(`${method} ${what}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  return undefined
}

function count(failure: string): void {
  failed.set(failure, (failed.get(failure) ?? 0) + 1)
}

async function report(): Promise<void> {
  const stored = await askedInDemo<{ lot: string; ids: string[] }>(
    dataDir,
    `select lot, array_agg(id::text) as ids from test_records where lot like '${run}-%' group by lot`,
  )
  const kept = await askedInDemo<{ id: string }>(dataDir, 'select id::text from device_images')
  const [row] = await askedInDemo<{ count: number }>(dataDir, 'select count(*)::int as count from test_records')
  const byLot = new Map(stored.map(({ lot, ids }) => [lot, ids]))
  const keptIds = new Set(kept.map(({ id }) => id))
  const lost = [...recorded].filter(([lot, id]) => !byLot.get(lot)?.includes(id)).length
  const lostPhotos = photos.filter((id) => !keptIds.has(id)).length
  const unasked = stored.filter(({ lot }) => !recorded.has(lot)).length
  // Records are only added, so that no file may have fewer rows than one that was whole before it.
  const cut = files.filter((rows, index) => rows < Math.max(0, ...files.slice(0, index))).length
  const migrated = await askedInDemo<{ name: string }>(
    dataDir,
    `select name from kysely_migration where name in ('${ofNewerVersion.join("', '")}')`,
  )
  const failures = [...failed.values()].reduce((sum, one) => sum + one, 0)
  printTable(`${names.length} processes replaced ${rounds} times each under ${clients} clients`, [
    {
      requests,
      recorded: recorded.size,
      photos: photos.length,
      exports: files.length,
      'rows of the last': files.at(-1) ?? 0,
      'records in all': row?.count ?? 0,
      'start p50 ms': quantile(startMs, 0.5).toFixed(0),
      'worst ms': Math.max(...startMs).toFixed(0),
    },
  ])
  for (const [what, times] of failed) process.stdout.write(`  ${times} × ${what}\n`)
  if (visitor !== undefined) {
    for (const what of visitor.failed) process.stdout.write(`  the open page: ${what}\n`)
    printAim('pages that an open tab went to', visitor.opened, { atLeast: 10 })
    printAim('of these, pages that failed', visitor.failed.length, { atMost: 0 })
    printAim('loads of the application in that tab', visitor.loaded, { atMost: 2 })
  }
  printAim('requests', requests, { atLeast: leastRequests })
  printAim('failed', failures, { atMost: 0 })
  printAim('acknowledged and not there', lost + lostPhotos, { atMost: 0 })
  printAim('recorded twice', stored.filter(({ ids }) => ids.length > 1).length, { atMost: 0 })
  printAim('recorded and not acknowledged', unasked, { atMost: 0 })
  printAim('files that were cut short', cut, { atMost: 0 })
  if (rounds > 1) printAim('migrations beside the version before', migrated.length, { atLeast: 2 })
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('The proxy did not see the processes in time')
    await sleep(100)
  }
}
