/** A ministry's evening: everything that may happen to a cluster, one after the other, while people work. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Connections, sumOf } from './arrivals.ts'
import { runCommand } from './commands.ts'
import { logInMany, mixOf, someRecords } from './crowd.ts'
import { EveningLoad, type Figures } from './evening-load.ts'
import { judge, judgeRestored } from './evening-verdict.ts'
import { databases } from './fixture.ts'
import { statesIn } from './haproxy.ts'
import { fill } from './loading.ts'
import { quantile } from './measure.ts'
import { makeNewerVersion, ofNewerVersion } from './newer-version.ts'
import { type PgBouncer, startPgBouncer, versionOfPgBouncer } from './pgbouncer.ts'
import { devicePhoto } from './photo.ts'
import { benchDir, type Running, startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { ThreeNodes } from './three-nodes.ts'

const numberIn = (name: string, usual: number) => Number(process.env[name] ?? usual)

/** Requests a second of the mix, and beside them photos of 12 megapixels a second and exports a minute. */
const rate = numberIn('BENCH_RATE', 300)
const photosPerSecond = numberIn('BENCH_PHOTOS', 1)
const exportsPerMinute = numberIn('BENCH_EXPORTS', 6)
const sessions = numberIn('BENCH_SESSIONS', 10_000)
/** Tests that are there when the evening begins. */
const tests = numberIn('BENCH_RECORDS', 100_000)
/** Seconds of the parts in which nothing happens, and for which a disk stays full or a replica frozen. */
const calmSeconds = numberIn('BENCH_SECONDS', 60)
const troubleSeconds = numberIn('BENCH_TROUBLE_SECONDS', 60)
/** MiB of the disk of each node. */
const diskMebibytes = 6000
/** Milliseconds within which recordings are acknowledged again after a failure, and when nothing fails. */
const backMs = 30_000
const usualMs = 10_000
/** What has not come back by then does not come back by itself, in milliseconds. */
const giveUpMs = 180_000

interface Part {
  title: string
  run: () => Promise<void>
  /** The longest time without an acknowledgement, in milliseconds. */
  atMost: number
  /** Whether no request may be refused meanwhile. */
  isSmooth?: boolean
}

const parts: Record<string, Part> = {
  calm: { title: 'nothing happens', run: () => sleep(calmSeconds * 1000), atMost: usualMs, isSmooth: true },
  backup: { title: 'a backup', run: backUp, atMost: usualMs },
  upgrade: { title: 'a rolling upgrade with two migrations', run: upgrade, atMost: usualMs, isSmooth: true },
  killed: { title: 'PostgreSQL and Patroni of the leader killed', run: killLeader, atMost: backMs },
  frozen: { title: 'the replica that confirms frozen', run: freezeReplica, atMost: backMs },
  'replica-disk': { title: 'the disk of that replica full', run: fillReplica, atMost: backMs },
  'leader-disk': { title: 'the disk of the leader full', run: fillLeader, atMost: troubleSeconds * 1000 + backMs },
  restore: { title: 'the backup restored into a database beside', run: restoreBeside, atMost: usualMs },
  switchover: { title: 'a switchover, which makes all connections anew', run: switchOver, atMost: backMs },
}
/** The names of the parts to play, separated by commas; all of them by default. */
const chosen = (process.env.BENCH_PARTS ?? Object.keys(parts).join(',')).split(',')
for (const name of chosen) {
  if (parts[name] === undefined)
    throw new Error(`There is no part "${name}": choose of ${Object.keys(parts).join(', ')}`)
}

const root = path.resolve(import.meta.dirname, '..')
const newer = path.join(benchDir, 'evening-newer')
const folder = path.join(benchDir, 'evening')
const dataDir = path.join(folder, 'data')
const archive = path.join(folder, 'yesterday.backup')
const beside = 'yesterday'

versionOfPgBouncer()
await rm(folder, { recursive: true, force: true })
if (chosen.includes('upgrade')) await makeNewerVersion(newer)
const nodes = new ThreeNodes({ canBeCut: false, diskMebibytes })
const connections = new Connections(nodes.appPort)
const run = randomUUID().slice(0, 8)
const processes: Running[] = []
/** The folder of the version that runs. */
let version = root
/** When the backup began, in milliseconds of `performance.now()`. */
let backedUpAt: number | undefined
/** The database into which it was restored. */
let restored: { database: string; settings: Record<string, string>; backedUpAt: number } | undefined
let pooler: PgBouncer | undefined
let load: EveningLoad | undefined
let missed = 0
const rows: Record<string, string | number>[] = []
const began = performance.now()

try {
  await nodes.start()
  say('three nodes are there')
  const settings = { DATABASE_URL: nodes.databaseUrl, DATA_DIR: dataDir, TRUST_PROXY: 'loopback', DRAIN_SECONDS: '5' }
  await (await startServer('evening-first', settings)).stop()
  const { members, records } = await fillAndLogIn()
  pooler = await startPgBouncer(nodes.leaderPort, await serversLogin())
  const pooled = { ...settings, DATABASE_POOL_URL: nodes.urlOf('lateral', pooler.port) }
  for (const port of nodes.processPorts) processes.push(await startServer(`evening-${port}`, pooled, { port }))
  await bothAreUp()
  say('filled and started')
  const next = mixOf(members, records, run)
  const photo = await devicePhoto()
  const { appPort: port } = nodes
  load = new EveningLoad({
    connections,
    port,
    members,
    next,
    perSecond: rate,
    photosPerSecond,
    exportsPerMinute,
    photo,
  })
  load.start()
  await sleep(10_000)
  for (const name of chosen) await play(name, load)
  await Promise.race([load.stop(), sleep(giveUpMs)])
  await report(load)
} finally {
  // Whoever waits for an acknowledgement gets one or none from here on.
  void load?.stop()
  connections.close()
  for (const running of processes) await running.stop()
  await pooler?.stop()
  await nodes.stop({ keepsLogs: missed > 0 || rows.length < chosen.length })
  await rm(newer, { recursive: true, force: true })
}
if (missed > 0) process.exitCode = 1
// A recording that was never acknowledged would go on for ever.
process.exit()

/** Plays a part of the evening, and notes what people saw of it. */
async function play(name: string, under: EveningLoad): Promise<void> {
  const part = parts[name]
  if (part === undefined) throw new Error(`There is no part "${name}"`)
  await under.isBack({ withinMs: 3000, limitMs: giveUpMs })
  say(part.title)
  under.begin()
  const since = performance.now()
  try {
    await part.run()
    await nodes.whole()
    const isBack = await under.isBack({ withinMs: 3000, limitMs: giveUpMs })
    if (!isBack) tell('recordings still wait for their acknowledgement')
  } catch (error) {
    missed += 1
    tell(`MISSED: ${error instanceof Error ? error.message : String(error)}`)
  }
  note(part, under.figuresSince(since))
}

function note({ title, atMost, isSmooth = false }: Part, figures: Figures): void {
  const { seconds, outcome, withoutAcknowledgementMs, withoutReplyMs, longestWaitMs } = figures
  const statuses = statusesOf(figures)
  const refused = statuses.get(503) ?? 0
  const latencies = outcome.latencies()
  rows.push({
    part: title,
    'took s': seconds.toFixed(0),
    'without an acknowledgement s': (withoutAcknowledgementMs / 1000).toFixed(1),
    'without any reply s': (withoutReplyMs / 1000).toFixed(1),
    'longest recording s': (longestWaitMs / 1000).toFixed(1),
    'served a second': (latencies.length / seconds).toFixed(0),
    'p95 ms': quantile(latencies, 0.95).toFixed(0),
    'answered 503': refused,
    'no answer': statuses.get(0) ?? 0,
    otherwise: sumOf(statuses) - refused - (statuses.get(0) ?? 0),
  })
  for (const [kind, { failed }] of outcome.byKind) {
    if (sumOf(failed) > 0)
      tell(`${kind} refused: ${[...failed].map(([status, times]) => `${times} × ${status}`).join(', ')}`)
  }
  hold('longest time without an acknowledgement, in milliseconds', withoutAcknowledgementMs, { atMost })
  if (isSmooth) hold('refused', sumOf(statuses), { atMost: 0 })
  hold('answers other than 503', sumOf(statuses) - refused - (statuses.get(0) ?? 0), { atMost: 0 })
}

/** Returns how many requests did not succeed, by status; 0 stands for no reply. */
function statusesOf({ outcome }: Figures): Map<number, number> {
  const all = new Map<number, number>()
  for (const { failed } of outcome.byKind.values()) {
    for (const [status, times] of failed) all.set(status, (all.get(status) ?? 0) + times)
  }
  return all
}

async function backUp(): Promise<void> {
  const at = performance.now()
  const { code, text, seconds } = await runCommand(['backup', archive], commandSettings('lateral', dataDir), version)
  tell(text.trim())
  if (code !== 0) throw new Error('There is no backup')
  tell(`the backup took ${seconds.toFixed(0)} s`)
  backedUpAt = at
}

/** Replaces one process after the other, the first of which migrates while the second one serves. */
async function upgrade(): Promise<void> {
  const pooled = { ...commandSettings('lateral', dataDir), TRUST_PROXY: 'loopback', DRAIN_SECONDS: '5' }
  const url = nodes.urlOf('lateral', pooler?.port ?? 0)
  for (const [index, running] of processes.entries()) {
    await running.stop()
    const settings = { ...pooled, DATABASE_POOL_URL: url }
    const started = await startServer(`evening-newer-${running.port}`, settings, { port: running.port, root: newer })
    processes[index] = started
    tell(
      `the process on port ${running.port} is replaced, and was ready after ${(started.readyMs / 1000).toFixed(1)} s`,
    )
    await bothAreUp()
  }
  version = newer
}

async function killLeader(): Promise<void> {
  const leader = await nodes.leader()
  nodes.killAll(leader)
  await comeBack()
  nodes.restart(leader)
  await isWhole()
}

async function switchOver(): Promise<void> {
  await nodes.switchOver(await nodes.leader())
  await comeBack()
  await isWhole()
}

async function freezeReplica(): Promise<void> {
  const replica = await nodes.confirming()
  nodes.freeze(replica, 'SIGSTOP')
  try {
    await comeBack()
    await sleep(troubleSeconds * 500)
  } finally {
    nodes.freeze(replica, 'SIGCONT')
  }
  await isWhole()
}

async function fillReplica(): Promise<void> {
  await onFullDisk(await nodes.confirming(), async () => await sleep(troubleSeconds * 1000))
}

/** Lets an administrator choose another leader once the disk has been full for a while and nobody else has led. */
async function fillLeader(): Promise<void> {
  const leader = await nodes.leader()
  await onFullDisk(leader, async () => {
    await sleep(troubleSeconds * 1000)
    const { name } = await nodes.leader().catch(() => leader)
    if (name !== leader.name) return tell('another node leads since')
    tell('nobody else leads: an administrator switches over')
    await nodes.switchOver(leader).catch((error: Error) => tell(`the switchover failed: ${error.message}`))
  })
}

type Node = Awaited<ReturnType<ThreeNodes['leader']>>

async function onFullDisk(node: Node, meanwhile: () => Promise<void>): Promise<void> {
  const { name, disk } = node
  if (disk === undefined) return tell('not tried: this user may not mount a disk')
  let isOver = false
  const filling = (async () => {
    while (!isOver) {
      await disk.fill()
      await sleep(1000)
    }
  })()
  try {
    await meanwhile()
    await comeBack()
  } finally {
    isOver = true
    await filling
    disk.makeRoom()
    tell(`there is room again on ${name}`)
  }
  try {
    await nodes.whole(giveUpMs)
  } catch {
    tell(`an administrator makes ${name} anew, because it does not come back by itself`)
    await nodes.makeAnew(node)
  }
  await isWhole()
}

async function restoreBeside(): Promise<void> {
  if (backedUpAt === undefined) throw new Error('There is no backup: play the part "backup", too')
  await nodes.asSuperuser((superuser) => superuser.query(`create database ${beside} owner lateral_owner`))
  const settings = { ...commandSettings(beside, path.join(folder, beside)), ERASURES: path.join(dataDir, 'erasures') }
  const args = ['restore', archive, '--waiting-messages', 'discard']
  const { code, text, seconds } = await runCommand(args, settings, version)
  tell(text.trim().split('\n').slice(-3).join('\n'))
  if (code !== 0) throw new Error('The backup was not restored')
  tell(`the restore took ${seconds.toFixed(0)} s`)
  restored = { database: beside, settings, backedUpAt }
}

function commandSettings(database: string, place: string): Record<string, string> {
  return { DATABASE_URL: nodes.urlOf(database, nodes.leaderPort), DATA_DIR: place }
}

/** Waits for a moment, so that whoever waits for what has failed is noticed, and then for everybody. */
async function comeBack(): Promise<void> {
  await sleep(10_000)
  if (load !== undefined && !(await load.isBack({ withinMs: 3000, limitMs: giveUpMs }))) {
    throw new Error(`Recordings were not acknowledged after ${giveUpMs / 1000} s`)
  }
}

async function isWhole(): Promise<void> {
  const since = performance.now()
  await nodes.whole(giveUpMs)
  tell(`all nodes are back ${((performance.now() - since) / 1000).toFixed(0)} s later`)
  await sleep(5000)
}

/** Fills the database with fifty tenants, whose members are logged in. */
async function fillAndLogIn() {
  const owner = new Client(nodes.databaseUrl)
  await owner.connect()
  try {
    const { rows: isolated } = await owner.query<{ name: string }>(
      'select oid::regclass::text as name from pg_class where relforcerowsecurity',
    )
    await fill(owner, { ...databases.overload, ofOthers: tests - databases.overload.records }, (text) => {
      if (!/^(create|alter) /i.test(text)) say(`filling: ${text}`)
    })
    const members = await logInMany(owner, sessions)
    const records = await someRecords(owner)
    for (const { name } of isolated) await owner.query(`alter table ${name} force row level security`)
    return { members, records }
  } finally {
    await owner.end()
  }
}

/** The line of the server's role in the pooler's list of users. */
async function serversLogin(): Promise<string> {
  const { rows: found } = await nodes.asSuperuser((superuser) =>
    superuser.query<{ line: string }>(
      `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname = 'lateral_owner_server'`,
    ),
  )
  return `${found[0]?.line}\n`
}

async function bothAreUp(): Promise<void> {
  const since = performance.now()
  while ([...(await statesIn(nodes.statePort)).values()].filter((state) => state === 'UP').length < 2) {
    if (performance.now() - since > giveUpMs) throw new Error('HAProxy did not see both processes')
    await sleep(100)
  }
  // Its statistics have the state of the moment, and its checks come once a second.
  await sleep(3000)
}

async function report(under: EveningLoad): Promise<void> {
  const { dcs, patroni, etcd, haproxy, postgres } = nodes.versions
  printTable(`A ministry's evening at ${rate} requests a second`, rows)
  process.stdout.write(
    `  Patroni ${patroni} with ${dcs} (${etcd}), HAProxy ${haproxy}, PgBouncer ${pooler?.version}, ${postgres}\n`,
  )
  const lateral = { database: 'lateral', settings: commandSettings('lateral', dataDir), version }
  await judge({ nodes, load: under, run, ...lateral }, hold)
  if (version === newer)
    hold('migrations of the newer version', await migrationsThere(), { atLeast: ofNewerVersion.length })
  if (restored !== undefined) await judgeRestored({ nodes, load: under, run, ...restored, version }, hold)
}

async function migrationsThere(): Promise<number> {
  return await nodes.asSuperuser(async (superuser) => {
    const { rowCount } = await superuser.query('select from kysely_migration where name = any($1)', [ofNewerVersion])
    return rowCount ?? 0
  }, 'lateral')
}

function hold(what: string, reached: number, aim: { atMost?: number; atLeast?: number }): void {
  if (!printAim(what, reached, aim)) missed += 1
}

function say(what: string): void {
  process.stdout.write(`\n${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${what}\n`)
}

function tell(what: string): void {
  for (const line of what.split('\n')) process.stdout.write(`         ${line}\n`)
}
