import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './cluster.ts'
import { besideLimit, contender } from './comparison.ts'
import { bigTenant, databaseOf } from './fixture.ts'
import { Connection } from './http-client.ts'
import { compare } from './measure.ts'
import { startBareServer, startServer } from './processes.ts'
import { recordStatements } from './recorded-statements.ts'
import { newRecording } from './recording.ts'
import { printAim, printTable, ratios } from './report.ts'
import { logIn } from './session.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const turn = 1000
const zone = 'America/New_York'

/** The filter covers the last 365 days of somebody in New York; the comparison goes back as far again. */
const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T05:00:00Z`)
const dayLength = 24 * 60 * 60 * 1000
const instant = (days: number, ms = 0) => new Date(today + days * dayLength + ms).toISOString()
const year = { from: instant(-364), to: instant(1, -1) }

/** The requests that the dashboard sends when it is opened, by the end of their path. */
const parts: Record<string, Record<string, string>> = {
  '': { ...year, before: instant(-729) },
  '/trend': { ...year, zone },
  '/hours': { ...year, zone },
  '/groups': year,
  '/assays': year,
  '/lots': year,
}
const paths = Object.entries(parts).map(
  ([part, query]) => `/api/v1/dashboard${part}?${new URLSearchParams(query).toString()}`,
)

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('1M'))
const lateral = await startServer('lateral', { DATABASE_URL: url })
const large = await startServer('large', { DATABASE_URL: cluster.urlOf(databaseOf('10M')) })
try {
  await againstStatements()
  await whileRecording()
} finally {
  await Promise.all([lateral.stop(), large.stop()])
  await cluster.close()
}

/**
 * Compares each part of the dashboard with its own statements sent through node:http and pg, and with itself on ten
 * times the records.
 */
async function againstStatements(): Promise<void> {
  const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
  const onLarge = await logIn(large.port, bigTenant.accounts.tenant)
  const statements = await recordStatements(
    url,
    paths.map((path) => ({ name: path, path, headers })),
  )
  const bare = await startBareServer(url, statements)
  try {
    const rows: ReturnType<typeof row>[] = []
    for (const path of paths) {
      const what = (path.split('?')[0] ?? '').replace('/api/v1', '')
      const contenders = [
        contender('limit', bare.port, path),
        contender('1M', lateral.port, path, headers),
        contender('10M', large.port, path, onLarge),
      ]
      const figures = await besideLimit(`${what}, 1 client`, contenders, { clients: 1, rounds, turn })
      const [limit, small, big] = figures.map(({ p50 }) => p50)
      if (limit !== undefined && small !== undefined && big !== undefined) rows.push(row(what, { limit, small, big }))
    }
    const sumOf = (name: keyof Medians) => rows.reduce((sum, { medians }) => sum + medians[name], 0)
    const all = row('all of them', { limit: sumOf('limit'), small: sumOf('small'), big: sumOf('big') })
    printTable(
      'A year of the dashboard: p50 in ms',
      [...rows, all].map(({ shown }) => shown),
    )
    printAim('p50 against the same statements', all.medians.small / all.medians.limit, { atMost: 1.5 })
    printAim('p50 of 10M against 1M', all.medians.big / all.medians.small, { atMost: 1.1 })
  } finally {
    await bare.stop()
  }
}

/** Median milliseconds of the limit, of Lateral with 1M records, and of Lateral with 10M. */
interface Medians {
  limit: number
  small: number
  big: number
}

function row(what: string, medians: Medians) {
  const { limit, small, big } = medians
  const shown = {
    what,
    limit: limit.toFixed(2),
    '1M': small.toFixed(2),
    '10M': big.toFixed(2),
    ratio: (small / limit).toFixed(2),
    growth: (big / small).toFixed(2),
  }
  return { medians, shown }
}

/** Measures how much slower 32 clients record while 8 others watch dashboards that refresh themselves. */
async function whileRecording(): Promise<void> {
  const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
  const recording = { name: 'recording', port: lateral.port, host: bigTenant.host, request: newRecording(headers) }
  const plan = { clients: 32, rounds: rounds * 2, turn: 2000 }
  const alone = await compare([recording], plan)
  const watching = new AbortController()
  const watchers = Array.from({ length: 8 }, () => watch(headers, watching.signal))
  const watched = await compare([recording], plan)
  watching.abort()
  const looks = (await Promise.all(watchers)).reduce((sum, count) => sum + count, 0)
  const after = await compare([recording], plan)
  printTable(
    '32 clients record',
    ratios([...alone, ...named(`while 8 watch (${looks} looks)`, watched), ...named('alone again', after)]),
  )
}

/**
 * Opens a dashboard and then asks every eight seconds whether there is anything new, as its page does. Returns how
 * often it asked.
 */
async function watch(headers: Record<string, string>, signal: AbortSignal): Promise<number> {
  const connection = await Connection.open(lateral.port, bigTenant.host)
  const now = `/api/v1/dashboard/now?${new URLSearchParams(year).toString()}`
  let looks = 0
  while (!signal.aborted) {
    for (const path of looks % 2 === 0 ? paths : [now]) {
      const { status } = await connection.send({ method: 'GET', path, headers })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    looks += 1
    await sleep(8000, undefined, { signal }).catch(() => undefined)
  }
  connection.close()
  return looks
}

function named(name: string, figures: Awaited<ReturnType<typeof compare>>) {
  return figures.map((one) => ({ ...one, name }))
}
