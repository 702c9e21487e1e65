import { openCluster } from './cluster.ts'
import { againstLimit, besideLimit, contender } from './comparison.ts'
import { bigTenant, databaseOf, filterDays } from './fixture.ts'
import { Connection } from './http-client.ts'
import { compare, type Contender } from './measure.ts'
import { startBareServer, startServer } from './processes.ts'
import { printAim, printTable, ratios } from './report.ts'
import { logIn } from './session.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 8)
const turn = 2000
const list = '/api/v1/test-records'
const since = new Date(Date.now() - filterDays * 24 * 60 * 60 * 1000).toISOString()

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('1M'))
const lateral = await startServer('lateral', { DATABASE_URL: url })
const large = await startServer('large', { DATABASE_URL: cluster.urlOf(databaseOf('10M')) })
const bare = await startBareServer(url)
try {
  const tenant = await logIn(lateral.port, bigTenant.accounts.tenant)
  const organisation = await logIn(lateral.port, bigTenant.accounts.organisation)
  const onLarge = await logIn(large.port, bigTenant.accounts.tenant)
  const first = contender('first page, 1M', lateral.port, `${list}?per_page=50`, tenant)
  for (const clients of [1, 32]) {
    const plan = { clients, rounds, turn }
    await againstLimit(`List of 1M, ${clients} client(s)`, [contender('limit', bare.port, '/page'), first], plan)
    const [bareRows, counted] = await besideLimit(
      `The same against the rows alone, without a total, ${clients} client(s)`,
      [contender('limit', bare.port, '/rows'), first],
      plan,
    )
    if (bareRows && counted) printAim('p50 against the rows alone', counted.p50 / bareRows.p50, { atMost: 1.8 })
    const filtered = `${list}?per_page=50&result=positive&from=${encodeURIComponent(since)}`
    await againstLimit(
      `One organisation's positives of ${filterDays} days, ${clients} client(s)`,
      [contender('limit', bare.port, '/filtered'), contender('Lateral', lateral.port, filtered, organisation)],
      plan,
    )
  }
  const plan = { clients: 1, rounds, turn }
  const deep = contender('page 2,000', lateral.port, await deepPage(lateral.port, tenant), tenant)
  await grows('Deep pages', [first, deep], plan)
  const firstOfLarge = contender('first page, 10M', large.port, `${list}?per_page=50`, onLarge)
  await grows('Growth of the first page', [first, firstOfLarge], plan)
  const deepOfLarge = contender('page 2,000, 10M', large.port, await deepPage(large.port, onLarge), onLarge)
  await grows('Growth of a deep page', [deep, deepOfLarge], plan)
} finally {
  await Promise.all([lateral.stop(), large.stop(), bare.stop()])
  await cluster.close()
}

async function grows(title: string, contenders: Contender[], plan: Parameters<typeof compare>[1]): Promise<void> {
  const figures = await compare(contenders, plan)
  printTable(title, ratios(figures))
  const [before, after] = figures
  if (before !== undefined && after !== undefined)
    printAim('p50 against the first', after.p50 / before.p50, { atMost: 1.1 })
}

/** Follows the cursors past 100,000 records and returns the path of the page there. */
async function deepPage(port: number, headers: Record<string, string>): Promise<string> {
  const connection = await Connection.open(port, bigTenant.host)
  let cursor = ''
  for (let page = 0; page < 1000; page++) {
    const { body } = await connection.send({ method: 'GET', path: `${list}?per_page=100${cursor}`, headers })
    const { page: place } = JSON.parse(body.toString()) as { page: { next: string } } // the contract's shape
    cursor = `&cursor=${place.next}`
  }
  connection.close()
  return `${list}?per_page=50${cursor}`
}
