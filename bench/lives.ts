import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askedInDemo } from './embedded.ts'
import { keepMails } from './kept-mails.ts'
import { quantile } from './measure.ts'
import { benchDir, startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { logInAt } from './session.ts'
import { demo } from './writers.ts'

/** The whole server is killed this many times while tests are started, read, sent, corrected and voided. */
const kills = Number(process.env.BENCH_LIVES ?? 50)
const livesAtOnce = 6

const dataDir = path.join(benchDir, 'lives')
const mailPort = 4190
const { mails, close: closeMailServer } = keepMails(mailPort)
const start = () =>
  startServer('lives', { NODE_ENV: 'development', DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${mailPort}` })
let server = await start()
const headers = {
  ...(await logInAt(server.port, 'group@harbour.test', demo)),
  'content-type': 'application/json',
}
const like = await findSample()
const run = randomUUID().slice(0, 8)
const why = { reason: 'data-entered-incorrectly' }
/** The acknowledged steps of each record, by its id. */
const acknowledged = new Map<string, string[]>()
const refused = new Map<string, number>()
let steps = 0
let isStopping = false

const living = Promise.all(Array.from({ length: livesAtOnce }, (_, worker) => live(worker)))
const readyMs: number[] = []
try {
  for (let n = 0; n < kills; n += 1) {
    const before = steps
    while (steps < before + 5) await sleep(5)
    await sleep(Math.random() * 200)
    process.kill(server.pid, 'SIGKILL')
    server = await start()
    readyMs.push(server.readyMs)
  }
  isStopping = true
  await living
  await outboxIsEmpty()
  await report()
} finally {
  isStopping = true
  await server.stop()
  closeMailServer()
}

/** Takes one test after another from its sample to its void. */
async function live(worker: number): Promise<void> {
  for (let n = 0; !isStopping; n += 1) {
    const lot = `${run}-${worker}-${n}`
    const { id: runId } = await done('POST', '/test-runs', { ...like.sample, lot }, {})
    const reading = { analyteResults: like.analyteResults, readingReason: 'For the bench' }
    const record = await done('PUT', `/test-runs/${runId}/finish`, reading, { 'if-match': '"1"' })
    const told = [`finish`]
    acknowledged.set(record.id, told)
    const address = `/test-records/${record.id}`
    // A second request would make a second link, so this one is not repeated when its reply is lost.
    await done('POST', `${address}/deliveries`, { channel: 'email' }, {}, { once: true })
    const corrected = { ...like.content, lot, note: `Corrected ${n}`, ...why }
    await done('POST', `${address}/corrections`, corrected, { 'if-match': '"1"' })
    told.push('correct')
    await done('POST', `${address}/void`, why, { 'if-match': '"2"' })
    told.push('void')
  }
}

/**
 * Sends a request under one idempotency key until it is acknowledged, and returns the reply's data. With `once` it is
 * sent a single time, whatever happens.
 */
async function done(
  method: string,
  address: string,
  body: object,
  more: Record<string, string>,
  { once = false } = {},
): Promise<{ id: string }> {
  const key = randomUUID()
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${address}`, {
      method,
      headers: { ...headers, ...more, 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const reply = (await response?.json().catch(() => undefined)) as
      | { data?: { id: string }; code?: string }
      | undefined
    if (response?.ok && reply?.data !== undefined) {
      steps += 1
      return reply.data
    }
    const status = `${response?.status ?? 'no answer'} ${reply?.code ?? ''}`.trim()
    refused.set(status, (refused.get(status) ?? 0) + 1)
    if (once) return { id: '' }
    await sleep(20)
  }
}

async function outboxIsEmpty(): Promise<void> {
  for (let n = 0; n < 600; n += 1) {
    const [row] = await askedInDemo<{ count: number }>(
      dataDir,
      `select count(*)::int as count from messages where state = 'waiting'`,
    )
    if (row?.count === 0) return
    await sleep(200)
  }
  throw new Error('The outbox did not empty in two minutes')
}

async function report(): Promise<void> {
  const records = await askedInDemo<Found>(
    dataDir,
    `select r.id, r.state, r.version,
       (select count(*)::int from test_record_versions v where v.test_record_id = r.id) as versions,
       (select count(*)::int from test_runs t where t.test_record_id = r.id and t.state = 'finished') as runs,
       (select count(*)::int from deliveries d where d.test_record_id = r.id) as deliveries,
       (select array_agg(a.action order by a.id) from audit_events a
         where a.resource_id::text = r.id::text and a.outcome = 'done' or a.details ->> 'testRecordId' = r.id::text) as events
     from test_records r where r.lot like '${run}-%'`,
  )
  const by = new Map(records.map((record) => [record.id, record]))
  const [row] = await askedInDemo<{ lost: number }>(
    dataDir,
    `select count(*)::int as lost from test_runs where lot like '${run}-%' and (state = 'finished') <> (test_record_id is not null)`,
  )
  const lost = row?.lost ?? 0
  const missing = [...acknowledged].filter(([id, told]) => {
    const record = by.get(id)
    if (record === undefined) return true
    return (told.includes('void') && record.state !== 'voided') || (told.includes('correct') && record.versions < 1)
  })
  const count = ({ events }: Found, action: string) => (events ?? []).filter((one) => one === action).length
  const halves = records.filter((record) => {
    const { state, version, versions, runs, deliveries } = record
    const expected = { recorded: 0, corrected: 1, voided: 2 }[state]
    return (
      versions !== expected ||
      version !== versions + 1 ||
      runs !== 1 ||
      count(record, 'test-run.finished') !== 1 ||
      count(record, 'test-record.corrected') !== Math.min(versions, 1) ||
      count(record, 'test-record.voided') !== (state === 'voided' ? 1 : 0) ||
      count(record, 'test-record.sent') !== deliveries
    )
  })
  const links = await askedInDemo<{ hash: string | null; state: string }>(
    dataDir,
    `select encode(d.token_hash, 'hex') as hash, m.state from deliveries d join messages m on m.delivery_id = d.id
     join test_records r on r.id = d.test_record_id where r.lot like '${run}-%'`,
  )
  const tokens = mails.flatMap(tokenIn)
  const hashes = new Set(tokens.map((token) => createHash('sha256').update(token).digest('hex')))
  const sent = links.filter(({ state }) => state === 'sent')
  printTable(`${kills} kills of the server under ${livesAtOnce} tests at once`, [
    {
      records: records.length,
      steps,
      mails: tokens.length,
      'ready again p50 ms': quantile(readyMs, 0.5).toFixed(0),
      'worst ms': Math.max(...readyMs).toFixed(0),
    },
  ])
  process.stdout.write(`  not acknowledged: ${JSON.stringify(Object.fromEntries(refused))}\n`)
  printAim('acknowledged and not there', missing.length, { atMost: 0 })
  printAim('half-done: versions, events, tests in progress and state disagree', halves.length + lost, { atMost: 0 })
  printAim('links marked as sent that no mail brought', sent.filter(({ hash }) => !hashes.has(hash ?? '')).length, {
    atMost: 0,
  })
  // A mail is sent again, with a new link, when the server is killed after the mail server accepted it and before that
  // was noted.
  printAim('mails sent a second time', tokens.length - sent.length, { atMost: Math.ceil(kills / 2) })
}

interface Found {
  id: string
  state: 'recorded' | 'corrected' | 'voided'
  version: number
  versions: number
  runs: number
  deliveries: number
  events: string[] | null
}

/** Returns the token of the result link in a mail. Long lines may be broken in quoted-printable. */
function tokenIn(source: string): string[] {
  const [, token] = /\/results\/([\w-]{43})/.exec(source.replaceAll(/=\r?\n/g, '')) ?? []
  return token === undefined ? [] : [token]
}

/** Builds the requests of a test from the latest record of a subject with an email and a date of birth. */
async function findSample() {
  const read = async <T>(address: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${address}`, { headers })
    if (!response.ok) throw new Error(`GET ${address} answered ${response.status}`)
    return ((await response.json()) as { data: T }).data
  }
  const list = await read<Shown[]>('/test-records?per_page=50')
  const found = list.find(({ subject }) => subject.email !== null && subject.dateOfBirth !== null)
  if (found === undefined) throw new Error('Nobody has an email and a date of birth')
  const { organisation, group, subject, assay, analyteResults: lines } = found
  const analyteResults = lines.map(({ analyteId, result }) => ({ analyteId, result }))
  const places = { organisationId: organisation.id, groupId: group.id, subjectId: subject.id, assayId: assay.id }
  return {
    analyteResults,
    sample: { ...places, zone: 'UTC' },
    content: {
      subjectId: subject.id,
      performedDate: '2026-03-01',
      performedTime: '09:30',
      performedZone: 'UTC',
      analyteResults,
    },
  }
}

interface Shown {
  organisation: { id: string }
  group: { id: string }
  subject: { id: string; email: string | null; dateOfBirth: string | null }
  assay: { id: string }
  analyteResults: { analyteId: string; result: string }[]
}
