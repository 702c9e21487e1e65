/**
 * Prints how long a server takes to make people and records of a file, beside the bare statements that store as much, with the memory
 * that it needs and how long others wait who record meanwhile.
 */
import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeBare } from './bare-batches.ts'
import { openCluster } from './cluster.ts'
import { runCommand } from './commands.ts'
import { bigTenant, databaseOf, databases, idOf } from './fixture.ts'
import { Connection } from './http-client.ts'
import { csvOf } from './import-file.ts'
import { Importer } from './importer.ts'
import { load } from './loading.ts'
import { quantile } from './measure.ts'
import { startServer } from './processes.ts'
import { newRecording } from './recording.ts'
import { printAim, printTable } from './report.ts'
import { peakDuring, residentMiB } from './resident.ts'
import { logIn } from './session.ts'

const results = Number(process.env.BENCH_RESULTS ?? 100_000)
const people = Number(process.env.BENCH_PEOPLE ?? results / 5)
/** The size of the file that is imported while others record. */
const meanwhile = Number(process.env.BENCH_MEANWHILE ?? results / 5)
const recorders = 32
/** The time for which a person who records rests between two tests, in milliseconds. */
const pauseMs = Number(process.env.BENCH_PAUSE ?? 0)
const aloneMs = Number(process.env.BENCH_SECONDS ?? 10) * 1000

const { scale } = databases.imports
let [checks, wrong] = [0, 0]

/** Prints the figures, and has the bench end with 1 if an aim is missed. */
export async function measureRunning(): Promise<void> {
  const cluster = await openCluster()
  const url = cluster.urlOf(databaseOf('imports'))
  try {
    await load('imports', cluster.urlOf('lateral'), url)
    const owner = new Client({ connectionString: url })
    await owner.connect()
    try {
      await measure(url, owner)
    } finally {
      await owner.end()
    }
  } finally {
    await cluster.close()
  }
}

async function measure(url: string, owner: Client): Promise<void> {
  const half = { people: people / 2, records: results / 2 }
  const lateral = await startServer('lateral', { DATABASE_URL: url })
  try {
    const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
    const importer = new Importer({ host: bigTenant.host, port: lateral.port }, headers)
    const before = await residentMiB(lateral.pid)
    const bareBefore = await storeBare(url, scale, { ...half, from: 0 })
    const { result: one, peakMiB } = await peakDuring(lateral.pid, () =>
      importWhole({ importer, owner }, { count: results, people, marker: 'A' }),
    )
    const bareAfter = await storeBare(url, scale, { ...half, from: half.people })
    const bare = {
      people: bareBefore.people + bareAfter.people,
      records: bareBefore.records + bareAfter.records,
    }
    const bareSeconds = bare.people + bare.records
    printTable(`An import of ${results} results of ${people} people`, [
      {
        'upload s': one.upload.toFixed(1),
        'read s': one.read.toFixed(1),
        'match s': one.match.toFixed(1),
        'run s': one.run.toFixed(1),
        'bare people s': bare.people.toFixed(1),
        'bare records s': bare.records.toFixed(1),
        'before MiB': before.toFixed(0),
        'peak MiB': peakMiB.toFixed(0),
      },
    ])
    hold('running, in seconds', one.run, (60 * results) / 100_000)
    hold('running against bare batches', one.run / bareSeconds, 2)
    hold('memory of the server, in MiB more', peakMiB - before, 60)
    await besideRecorders(lateral.port, headers, importer, owner)
  } finally {
    await lateral.stop()
  }
  const { code, text } = await runCommand(['verify-counts'], { DATABASE_URL: url })
  if (code !== 0) process.stdout.write(text)
  hold(`counts that were wrong, seen ${checks} times and at the end`, wrong + (code ?? 1), 0)
}

function hold(what: string, reached: number, atMost: number): void {
  if (!printAim(what, reached, { atMost })) process.exitCode = 1
}

interface Imported {
  upload: number
  read: number
  match: number
  run: number
}

/** Imports a file and returns the seconds of each part. Throws unless each result and each person is there once. */
async function importWhole(
  { importer, owner }: { importer: Importer; owner: Client },
  { count, people: many, marker }: { count: number; people: number; marker: string },
  around: <T>(run: () => Promise<T>) => Promise<T> = (run) => run(),
): Promise<Imported> {
  const facilities = Array.from({ length: scale.groups }, (_, n) => `Group ${n}`)
  const file = csvOf({
    results: count,
    people: many,
    facilities,
    device: 'Bench Antigen',
    conditions: ['COVID-19'],
    marker,
  })
  const times = [performance.now()]
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    times.push(performance.now())
    return done
  }
  const { id } = await timed(importer.upload(file))
  await timed(importer.reached(id, 'matching', 'read'))
  const { preview } = await timed(importer.reached(id, 'read'))
  if (preview?.tests !== count || preview.people.made !== many || preview.wrong > 0) {
    throw new Error(`The preview is ${JSON.stringify(preview)}`)
  }
  times.push(performance.now())
  await around(async () => {
    await importer.run(id)
    await timed(importer.reached(id, 'done'))
  })
  const stored = await asOwnerOfBig<{ records: number; people: number }>(
    owner,
    `select count(distinct (subject_id, performed_at))::int as records, count(distinct subject_id)::int as people from test_records where origin_id = $1`,
    [id],
  )
  if (stored?.records !== count || stored.people !== many) throw new Error(`There are ${JSON.stringify(stored)}`)
  const [upload = 0, read = 0, match = 0, , run = 0] = times
    .slice(1)
    .map((time, at) => (time - (times[at] ?? 0)) / 1000)
  return { upload, read, match, run }
}

/** Compares the counts with the records every five seconds. */
async function watchCounts(owner: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(5000, undefined, { signal }).catch(() => undefined)
    const row = await asOwnerOfBig<{ wrong: number }>(
      owner,
      'select count(*)::int as wrong from wrong_record_counts($1)',
      [idOf.tenant(0)],
    )
    checks += 1
    wrong += row?.wrong ?? 0
  }
}

async function asOwnerOfBig<T>(owner: Client, query: string, values: unknown[]): Promise<T | undefined> {
  await owner.query('begin transaction isolation level repeatable read read only')
  await owner.query('select enter_tenant($1)', [idOf.tenant(0)])
  const { rows } = await owner.query(query, values)
  await owner.query('commit')
  return rows[0] as T | undefined // the columns are those of the query
}

async function besideRecorders(
  port: number,
  headers: Record<string, string>,
  importer: Importer,
  owner: Client,
): Promise<void> {
  const alone = () => recordingDuring(port, headers, () => sleep(aloneMs))
  await alone()
  const before = (await alone()).latencies
  let during: number[] = []
  const { run } = await importWhole(
    { importer, owner },
    { count: meanwhile, people: meanwhile / 5, marker: 'B' },
    async (work) => {
      // Beside this import alone: the one above is compared with statements beside which nothing is counted.
      const watching = new AbortController()
      const watched = watchCounts(owner, watching.signal)
      const { latencies, result } = await recordingDuring(port, headers, work)
      during = latencies
      watching.abort()
      await watched
      return result
    },
  )
  const after = (await alone()).latencies
  const row = (what: string, latencies: readonly number[]) => ({
    what,
    tests: latencies.length,
    'p50 ms': quantile(latencies, 0.5).toFixed(1),
    'p95 ms': quantile(latencies, 0.95).toFixed(1),
  })
  printTable(`${recorders} people recording, and meanwhile ${meanwhile} results imported in ${run.toFixed(0)} s`, [
    row('alone before', before),
    row('meanwhile', during),
    row('alone after', after),
  ])
  hold('p95 of recording meanwhile against alone', quantile(during, 0.95) / quantile([...before, ...after], 0.95), 1.3)
}

/** Lets people record tests, one after the other, for as long as the work takes; returns how long each waited. */
async function recordingDuring<T>(port: number, headers: Record<string, string>, work: () => Promise<T>) {
  const latencies: number[] = []
  let isOver = false
  const next = newRecording(headers)
  const recording = Array.from({ length: recorders }, async () => {
    const connection = await Connection.open(port, bigTenant.host)
    await sleep(Math.random() * pauseMs)
    for (let n = 0; !isOver; n += 1) {
      const at = performance.now()
      const { status, body } = await connection.send(next(n))
      if (status >= 300) throw new Error(`Recording answered ${status}: ${body.toString().slice(0, 300)}`)
      latencies.push(performance.now() - at)
      if (pauseMs > 0) await sleep(pauseMs)
    }
    connection.close()
  })
  const result = await work().finally(() => (isOver = true))
  await Promise.all(recording)
  return { latencies, result }
}
