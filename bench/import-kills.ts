/**
 * Kills the server, the process that reads, backends of PostgreSQL and PostgreSQL itself while one file is sent, read and imported,
 * and while the import is undone. `BENCH_KILLS` and `BENCH_RESULTS` choose other numbers.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { FileImport, ImportState } from '../contract/imports/import.ts'
import { runCommand } from './commands.ts'
import { askedInDemo, asOwner, postmasterOf } from './embedded.ts'
import { csvOf } from './import-file.ts'
import { Importer, Refusal } from './importer.ts'
import { quantile } from './measure.ts'
import { benchDir, refuseTaken, startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { logInAt } from './session.ts'
import { demo } from './writers.ts'

const kills = Number(process.env.BENCH_KILLS ?? 30)
const results = Number(process.env.BENCH_RESULTS ?? 20_000)
const people = results / 5
/** An import that has not gone on after this time is lost. */
const giveUpMs = 10 * 60_000

const dataDir = path.join(benchDir, 'import-kills')
const env = { NODE_ENV: 'development', DATA_DIR: dataDir }
let server = await startServer('import-kills', env)
const { port } = server
const headers = await logInAt(port, `tenant@${demo.slug}.test`, demo)
const importer = new Importer({ host: demo.host, port }, headers)
const like = await findSample()
const marker = `K${Date.now().toString(36)}`
const device = `Bench kit ${marker}`
const file = csvOf({ results, people, facilities: [`Facility ${marker}`], device, conditions: ['COVID-19'], marker })
const done: { phase: string; target: string; backMs: number }[] = []
try {
  const id = await sendUnderKills(Math.floor(kills / 4))
  await readUnderKills(id, Math.floor(kills / 4))
  await runUnderKills(id, Math.floor(kills / 3))
  await holdWhole(id)
  await undoUnderKills(id, kills - done.length)
  report()
} finally {
  await server.stop()
}

type Target = 'server' | 'reader' | 'backend' | 'postmaster'

/** Finds a group, and a kit of one line that is used there. */
async function findSample(): Promise<{ groupId: string; assayId: string; analyteId: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/test-records?per_page=50`, { headers })
  const { data } = (await response.json()) as {
    data: { group: { id: string }; assay: { id: string }; analyteResults: { analyteId: string }[] }[]
  }
  const found = data.find(({ analyteResults }) => analyteResults.length === 1)
  const [line] = found?.analyteResults ?? []
  if (found === undefined || line === undefined) throw new Error('No record has a kit of one line')
  return { groupId: found.group.id, assayId: found.assay.id, analyteId: line.analyteId }
}

/** Sends the file again and again, until it has arrived after so many kills, and has it read for this kit and group. */
async function sendUnderKills(times: number): Promise<string> {
  for (let n = 0; n < times; n += 1) {
    await inDemo('delete from throttle_counters')
    const sent = importer.upload(file).catch(() => undefined)
    await sleep(Math.random() * 150)
    await kill('sending', (['server', 'backend', 'postmaster'] as const)[n % 3] ?? 'server')
    await sent
  }
  await inDemo('delete from throttle_counters')
  return (await persisted(() => importer.upload(file))).id
}

async function readUnderKills(id: string, times: number): Promise<void> {
  let undetermined: 'invalid' | 'inconclusive' = 'invalid'
  const readAnew = async (): Promise<void> => {
    undetermined = undetermined === 'invalid' ? 'inconclusive' : 'invalid'
    await persisted(() => importer.preview(id, { zone: 'UTC', undetermined }))
  }
  for (let n = 0; n < times; n += 1) {
    const target = (['reader', 'server', 'backend', 'postmaster'] as const)[n % 4] ?? 'reader'
    await reached(id, 'read', 'refused')
    await readAnew()
    const enough = Math.random() * results * 0.8
    await until(async () => {
      const { state, rowsRead } = await persisted(() => importer.get(id))
      return state !== 'waiting' && (state !== 'reading' || rowsRead >= enough)
    }, 'rows')
    await kill('reading', target, { isHurried: n > 1 })
    if (n === 1) await holdGoesOn('reading', () => reached(id, 'read', 'refused'))
  }
  // A file whose reading was killed by itself is refused as too heavy, until somebody has it read again.
  if ((await reached(id, 'read', 'refused')).state === 'refused') await readAnew()
  await reached(id, 'read')
  const { answers, summary } = await persisted(() => importer.get(id))
  const kits = (summary?.devices ?? []).map(({ device: name, condition, code }) => ({
    device: name,
    condition,
    code,
    assayId: like.assayId,
    analyteId: like.analyteId,
  }))
  const groups = (summary?.facilities ?? []).map(({ name }) => ({ facility: name, groupId: like.groupId }))
  await persisted(() => importer.preview(id, { ...answers, kits, groups }))
}

async function runUnderKills(id: string, times: number): Promise<void> {
  const { preview } = await reached(id, 'read')
  hold(`what the preview does not make of ${results} results`, results - (preview?.tests ?? 0), 0)
  await persisted(() => importer.run(id), 'running', id)
  for (let n = 0; n < times; n += 1) {
    const enough = ((n + Math.random() * 0.8) / times) * results
    await until(async () => {
      const { state, run } = await persisted(() => importer.get(id))
      return state === 'done' || (run?.rows ?? 0) >= enough
    }, 'tests')
    const { run: before } = await persisted(() => importer.get(id))
    await kill('running', (['server', 'backend', 'postmaster'] as const)[n % 3] ?? 'server', { isHurried: n > 0 })
    if (n > 0) continue
    await holdGoesOn('running', () =>
      until(async () => {
        const { state, run } = await persisted(() => importer.get(id))
        return state === 'done' || (run?.rows ?? 0) > (before?.rows ?? 0)
      }, 'more tests'),
    )
  }
  await reached(id, 'done')
}

/** Shows how soon the queue notices by itself that a server has died. */
async function holdGoesOn(what: string, goesOn: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await goesOn()
  hold(`seconds until ${what} went on after the server was killed`, (performance.now() - started) / 1000, 90)
}

async function undoUnderKills(id: string, times: number): Promise<void> {
  await persisted(() => importer.undo(id), 'undoing', id)
  for (let n = 0; n < times; n += 1) {
    const enough = ((n + 0.3 + Math.random() * 0.5) / times) * results
    await until(async () => {
      const { state, undo } = await persisted(() => importer.get(id))
      return state === 'undone' || (undo?.voided ?? 0) >= enough
    }, 'voided tests')
    await kill('undoing', (['server', 'backend', 'postmaster'] as const)[n % 3] ?? 'server')
  }
  const { undo } = await reached(id, 'undone')
  const [left] = await askedInDemo<{ live: number; named: number }>(
    dataDir,
    `select count(*) filter (where r.state <> 'voided')::int as live, count(i.subject_id)::int as named
     from test_records r left join subject_identities i using (subject_id) where r.origin_id = '${id}'`,
  )
  hold('tests that undoing left', (left?.live ?? results) + results - (undo?.voided ?? 0), 0)
  hold('tests whose people undoing left', (left?.named ?? results) + people - (undo?.erased ?? 0), 0)
  await holdCounts()
}

/** Compares what is stored with the file, and imports the file once more, which must make nothing. */
async function holdWhole(id: string): Promise<void> {
  const { run } = await persisted(() => importer.get(id))
  const [stored] = await askedInDemo<{ records: number; tests: number; people: number; events: number; once: number }>(
    dataDir,
    `select count(*)::int as records, count(distinct (subject_id, performed_at))::int as tests, count(distinct subject_id)::int as people,
       sum(events)::int as events, count(*) filter (where events = 1)::int as once
     from test_records r, lateral (select count(*) as events from audit_events a
       where a.resource_type = 'test-record' and a.resource_id = r.id) as e where r.origin_id = '${id}'`,
  )
  const [keys] = await askedInDemo<{ tests: number; people: number }>(
    dataDir,
    `select (select count(*) from imported_tests where import_id = '${id}')::int as tests,
       (select count(*) from imported_people where import_id = '${id}')::int as people`,
  )
  const [made] = await askedInDemo<{ people: number }>(
    dataDir,
    `select count(*)::int as people from subject_identities where last_name like 'Green${marker}%'`,
  )
  const off = (...counts: (number | undefined)[]) =>
    counts.reduce<number>((sum, one) => sum + Math.abs(results - (one ?? 0)), 0)
  hold(
    'tests that are missing or there twice',
    off(stored?.records, stored?.tests, keys?.tests, run?.tests, run?.rows),
    0,
  )
  hold('tests without their event, or with two', off(stored?.events, stored?.once), 0)
  const peopleOff = [stored?.people, keys?.people, made?.people, run?.people.made].map((one) =>
    Math.abs(people - (one ?? 0)),
  )
  hold('people who are missing or there twice', Math.max(...peopleOff), 0)
  await holdCounts()
  await inDemo('delete from throttle_counters')
  const again = await persisted(() => importer.upload(file))
  const { preview } = await reached(again.id, 'read')
  hold(
    'what the same file would make once more',
    (preview?.tests ?? 1) + (preview?.people.made ?? 1) + (preview?.wrong ?? 1),
    0,
  )
}

async function holdCounts(): Promise<void> {
  const { code, text } = await runCommand(['verify-counts'], env)
  if (code !== 0) process.stdout.write(text)
  hold('counts that differ from the records', code ?? 1, 0)
}

function hold(what: string, found: number, atMost: number): void {
  if (!printAim(what, found, { atMost })) process.exitCode = 1
}

/** Kills something, and waits until the server answers again. */
async function kill(phase: string, target: Target, { isHurried = true } = {}): Promise<void> {
  const started = performance.now()
  if (target === 'server') {
    process.kill(server.pid, 'SIGKILL')
    // The kernel takes a moment to free the port of a process that was killed.
    await until(
      () =>
        refuseTaken(port).then(
          () => true,
          () => false,
        ),
      'ports',
    )
    server = await startServer('import-kills', env, { port })
    if (isHurried) await hurry()
  } else {
    const pid = await pidOf(target)
    if (pid !== undefined) process.kill(pid, target === 'backend' ? 'SIGTERM' : 'SIGKILL')
    await until(
      () =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      'replies',
    )
  }
  done.push({ phase, target, backMs: performance.now() - started })
}

async function pidOf(target: 'reader' | 'backend' | 'postmaster'): Promise<number | undefined> {
  if (target === 'postmaster') return (await postmasterOf(dataDir))?.pid
  if (target === 'backend') {
    return await persistedHere(async (owner) => {
      const { rows } = await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name like 'lateral%' and pid <> pg_backend_pid() order by state = 'active' desc, random() limit 1`,
      )
      return rows[0]?.pid
    })
  }
  for (const name of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((of) => readFile(`/proc/${name}/${of}`, 'utf8').catch(() => '')),
    )
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent === server.pid && command?.includes('read-program')) return Number(name)
  }
  return undefined
}

/** Lets the work of a server that was killed go on at once, because this is not about how soon that is noticed. */
async function hurry(): Promise<void> {
  await persistedHere((owner) =>
    owner.query(
      `update jobs.job set state = 'retry', start_after = now() where state = 'active' and name in ('read-import', 'run-import')`,
    ),
  )
}

async function inDemo(statement: string): Promise<void> {
  await persistedHere(async (owner) => {
    await owner.query('begin')
    await owner.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      demo.slug,
    ])
    await owner.query(statement)
    await owner.query('commit')
  })
}

/** Works on the database until that succeeds: right after a kill it may not take connections yet. */
async function persistedHere<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const deadline = performance.now() + giveUpMs
  for (;;) {
    try {
      return await asOwner(dataDir, work)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(50)
    }
  }
}

/** Asks until there is an answer. With a state, a refusal means that an earlier request, whose reply was lost, was done. */
async function persisted(ask: () => Promise<FileImport>, state?: ImportState, id?: string): Promise<FileImport> {
  const deadline = performance.now() + giveUpMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) {
        if (state !== undefined && id !== undefined && error.status === 409) return await importer.get(id)
        throw error
      }
      if (performance.now() > deadline) throw error
      await sleep(50)
    }
  }
}

async function reached(id: string, ...states: ImportState[]): Promise<FileImport> {
  let found = await persisted(() => importer.get(id))
  await until(async () => {
    found = await persisted(() => importer.get(id))
    return states.includes(found.state)
  }, states.join(' or '))
  return found
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + giveUpMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`No ${what} in ${giveUpMs / 60_000} minutes`)
    await sleep(20)
  }
}

function report(): void {
  const phases = [...new Set(done.map(({ phase }) => phase))]
  printTable(
    `${done.length} kills during one import of ${results} results of ${people} people`,
    phases.map((phase) => {
      const ofPhase = done.filter((one) => one.phase === phase)
      const of = (target: Target) => ofPhase.filter((one) => one.target === target).length
      const back = ofPhase.map(({ backMs }) => backMs)
      return {
        phase,
        server: of('server'),
        reader: of('reader'),
        backend: of('backend'),
        postmaster: of('postmaster'),
        'answers again p50 ms': quantile(back, 0.5).toFixed(0),
        'worst ms': Math.max(...back).toFixed(0),
      }
    }),
  )
}
