/** Lets the leader of three PostgreSQL nodes fail in every way while everything that takes a key is written. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runCommand } from './commands.ts'
import { KeyedWriters, type Acknowledged, type Kind } from './keyed-writers.ts'
import { keepMails } from './kept-mails.ts'
import { quantile } from './measure.ts'
import { benchDir, type Running, startServer, takePort } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { ThreeNodes } from './three-nodes.ts'
import { demo } from './writers.ts'

const times = Number(process.env.BENCH_FAILOVERS ?? 10)
const writersAtOnce = 8
const backMs = 30_000
/** A cluster that has not come back by then counts as lost. */
const giveUpMs = 180_000

const nodes = new ThreeNodes()
type Leader = Awaited<ReturnType<ThreeNodes['leader']>>

/** What happens to the leader, and how it comes back afterwards. */
const causes: Record<string, { strike: (leader: Leader) => unknown; mend?: (former: Leader) => unknown }> = {
  'PostgreSQL killed': { strike: (leader) => nodes.killPostgres(leader) },
  'Patroni killed, too': { strike: (leader) => nodes.killAll(leader), mend: (former) => nodes.restart(former) },
  'network cut': {
    strike: (leader) => leader.links.forEach((link) => link.cut()),
    mend: (former) => former.links.forEach((link) => link.mend()),
  },
  'node frozen': {
    strike: (leader) => nodes.freeze(leader, 'SIGSTOP'),
    mend: (former) => nodes.freeze(former, 'SIGCONT'),
  },
  switchover: { strike: (leader) => nodes.switchOver(leader) },
}

/** The causes of `BENCH_CAUSES`, separated by commas, or all of them. */
const chosen = process.env.BENCH_CAUSES?.split(',') ?? Object.keys(causes)

const mailPort = takePort()
const { mails, close: closeMailServer } = keepMails(mailPort)

const dataDir = path.join(benchDir, 'failover')
await rm(dataDir, { recursive: true, force: true })
const processes: Running[] = []
const gaps = new Map<string, number[]>()
let writers: KeyedWriters | undefined
let isWhole = false

try {
  await nodes.start()
  const env = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DATABASE_URL: nodes.databaseUrl,
    TRUST_PROXY: 'loopback',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  }
  for (const [index, port] of nodes.processPorts.entries()) {
    processes.push(await startServer(`failover-${index + 1}`, env, { port }))
  }
  await sleep(2000) // HAProxy looks once a second.
  writers = new KeyedWriters(nodes.appPort)
  await writers.start(writersAtOnce, (groupId) =>
    asOwner(async (owner) => {
      await owner.query('update groups set two_readers = true where id = $1', [groupId])
      // Ten failures in each way last longer than a sender's mails of a day, after which sending answers 429.
      await owner.query('update tenant_limits set mails_per_day = 1000000, mails_per_sender = 1000000')
    }),
  )
  await writers.allAreBack(giveUpMs)
  for (let round = 0; round < times; round += 1) {
    for (const cause of chosen) await fail(cause, writers)
  }
  await writers.stop()
  await outboxIsEmpty()
  await report(writers)
  for (const command of ['verify-counts', 'verify-audit']) {
    const { code, text } = await runCommand([command], { DATABASE_URL: nodes.databaseUrl, DATA_DIR: dataDir })
    process.stdout.write(text)
    printAim(`exit code of ${command}`, code ?? 1, { atMost: 0 })
  }
  isWhole = true
} finally {
  for (const running of processes) await running.stop()
  await nodes.stop({ keepsLogs: !isWhole })
  closeMailServer()
}

/** Lets the leader fail once, waits until everybody writes again, and then until all nodes are back. */
async function fail(cause: string, under: KeyedWriters): Promise<void> {
  const { strike, mend } = causes[cause] ?? {}
  await nodes.whole()
  await under.allAreBack(giveUpMs)
  const leader = await nodes.leader()
  const since = performance.now()
  await strike?.(leader)
  // Whoever waits for the former leader may still hold a connection to it, so the last writer counts.
  await sleep(1000)
  await under.allAreBack(giveUpMs)
  const gap = under.longestGapSince(since)
  gaps.set(cause, [...(gaps.get(cause) ?? []), gap])
  process.stdout.write(`  ${cause}: ${(gap / 1000).toFixed(1)} s without an acknowledgement\n`)
  await mend?.(leader)
}

async function asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const client = new Client(nodes.databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      demo.slug,
    ])
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

async function outboxIsEmpty(): Promise<void> {
  for (let n = 0; n < 600; n += 1) {
    const [row] = await found(`select 'all' as marker, count(*)::text as id from messages where state = 'waiting'`)
    if (row?.id === '0') return
    await sleep(500)
  }
  throw new Error('The outbox did not empty in five minutes')
}

interface Found {
  marker: string
  id: string
}

function found(query: string): Promise<Found[]> {
  return asOwner(async (owner) => (await owner.query<Found>(query)).rows)
}

/** The rows of each kind, by the marker that the writers gave them. */
function queriesOf(run: string): Record<Kind, string> {
  const records = (condition: string) =>
    `select replace(lot, '-run', '') as marker, id::text from test_records r where lot like '${run}-%-run' and ${condition}`
  const named = (table: string) => `select name as marker, id::text from ${table} where name like '${run}-%'`
  const ofEmail = (table: string, prefix: string) =>
    `select replace(replace(email, '@bench.test', ''), '${prefix}', '') as marker, id::text from ${table}
     where email like '${prefix}${run}-%@bench.test'`
  return {
    subject: `select replace(email, '@bench.test', '') as marker, subject_id::text as id from subject_identities
      where email like '${run}-%@bench.test'`,
    run: `select replace(lot, '-run', '') as marker, id::text from test_runs where lot like '${run}-%-run'`,
    finished: records('true'),
    read: records(`second_reading = 'agreed'`),
    sent: `select replace(lot, '-run', '') as marker, r.id::text from test_records r
      join audit_events e on e.resource_id = r.id and e.action = 'test-record.sent'
        and e.details ->> 'state' not in ('corrected', 'voided') where lot like '${run}-%-run'`,
    corrected: `select replace(lot, '-run', '') as marker, r.id::text from test_records r
      join audit_events e on e.resource_id = r.id and e.action = 'test-record.corrected' where lot like '${run}-%-run'`,
    voided: records(`state = 'voided'`),
    recorded: `select lot as marker, id::text from test_records where lot like '${run}-%' and lot not like '%-run'`,
    invite: ofEmail('invites', 'invite-'),
    user: ofEmail('users', 'user-'),
    organisation: named('organisations'),
    group: named('groups'),
    assay: named('assays'),
  }
}

async function report(under: KeyedWriters): Promise<void> {
  printTable(
    `The leader of three nodes failed ${times} times in each way under ${writersAtOnce} writers`,
    [...gaps].map(([cause, all]) => ({
      cause,
      times: all.length,
      'without an acknowledgement p50 s': (quantile(all, 0.5) / 1000).toFixed(1),
      'worst s': (Math.max(...all) / 1000).toFixed(1),
    })),
  )
  const { dcs, patroni, etcd, haproxy, postgres } = nodes.versions
  process.stdout.write(`  Patroni ${patroni} with ${dcs} (${etcd}), HAProxy ${haproxy}, ${postgres}\n`)
  process.stdout.write(`  not acknowledged: ${JSON.stringify(Object.fromEntries(under.refused))}\n`)
  let lost = 0
  let doubled = 0
  let unasked = 0
  const rows = []
  for (const [kind, query] of Object.entries(queriesOf(under.run))) {
    const told = under.acknowledged.filter((one) => one.kind === kind)
    const there = Map.groupBy(await found(query), ({ marker }) => marker)
    const isThere = ({ marker, id }: Acknowledged) =>
      kind === 'read' || kind === 'sent' ? there.has(marker) : there.get(marker)?.some((row) => row.id === id)
    const twice = [...there.values()].filter((all) => all.length > 1).length
    const missing = told.filter((one) => !isThere(one)).length
    rows.push({ kind, acknowledged: told.length, there: there.size, missing, twice })
    lost += missing
    doubled += twice
    unasked += Math.max(0, there.size - told.length)
  }
  printTable('What was acknowledged, and what is there', rows)
  printAim('acknowledged and not there', lost, { atMost: 0 })
  printAim('there twice', doubled, { atMost: 0 })
  printAim('there and never acknowledged', unasked, { atMost: 0 })
  await reportMails(under.run)
  const refusals = [...under.refused.keys()].filter((status) => !/^(503|no answer|429)/.test(status))
  printAim(`answers other than 503: ${refusals.join(', ') || 'none'}`, refusals.length, { atMost: 0 })
  printAim('longest without an acknowledgement, in milliseconds', Math.max(...[...gaps.values()].flat()), {
    atMost: backMs,
  })
}

/** A mail that was accepted as the leader went is sent again, because nobody could note it. */
async function reportMails(run: string): Promise<void> {
  const sent = await found(
    `select d.id::text as marker, r.id::text from deliveries d join test_records r on r.id = d.test_record_id
     join messages m on m.delivery_id = d.id where m.state = 'sent' and lot like '${run}-%-run'`,
  )
  const links = mails.filter((source) => /\/results\/[\w-]{43}/.test(source.replaceAll(/=\r?\n/g, '')))
  process.stdout.write(`  ${sent.length} links marked as sent, ${links.length} mails with a link\n`)
  printAim('links that no mail brought', Math.max(0, sent.length - links.length), { atMost: 0 })
  printAim('mails sent a second time', links.length - sent.length, { atMost: times * Object.keys(causes).length })
}
