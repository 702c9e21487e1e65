import path from 'node:path'
import { asOwner, postmasterOf } from './embedded.ts'
import { quantile } from './measure.ts'
import { benchDir, startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { demo, startWriters } from './writers.ts'

const writersAtOnce = 8
const limitMs = 5000
/** A server that has not come back within this time counts as lost. */
const giveUpMs = 60_000

const dataDir = path.join(benchDir, 'kills')
const server = await startServer('kills', { NODE_ENV: 'development', DATA_DIR: dataDir })
try {
  await kill('backends', Number(process.env.BENCH_BACKENDS ?? 200), killBackend)
  await kill('postmasters', Number(process.env.BENCH_POSTMASTERS ?? 20), killPostmaster)
} finally {
  await server.stop()
}

/** Kills a process repeatedly while tests are recorded, and compares the acknowledged records with the stored ones. */
async function kill(what: string, times: number, killOne: () => Promise<void>): Promise<void> {
  const writers = await startWriters(server.port, writersAtOnce)
  const back: number[] = []
  for (let n = 0; n < times; n++) {
    await writers.allAreBack(giveUpMs)
    await killOne()
    back.push(await writers.allAreBack(giveUpMs))
  }
  await writers.stop()
  const there = await recordsThere([...writers.acknowledged.keys()])
  const missing = [...writers.acknowledged].filter(([lot, id]) => !there.get(lot)?.includes(id)).length
  const doubled = [...there.values()].filter((ids) => ids.length > 1).length
  const otherRefusals = [...writers.refused].filter(([status]) => status !== 503)
  printTable(`${times} ${what} killed under ${writersAtOnce} writers`, [
    {
      acknowledged: writers.acknowledged.size,
      'answered 503': writers.refused.get(503) ?? 0,
      'back p50 ms': quantile(back, 0.5).toFixed(0),
      'worst ms': Math.max(...back).toFixed(0),
    },
  ])
  printAim('acknowledged and not there', missing, { atMost: 0 })
  printAim('recorded twice', doubled, { atMost: 0 })
  printAim(`answers other than 503 ${JSON.stringify(otherRefusals)}`, otherRefusals.length, { atMost: 0 })
  printAim('longest until every writer was back, in milliseconds', Math.max(...back), { atMost: limitMs })
  process.kill(server.pid, 0) // throws when the server itself has died
}

async function killBackend(): Promise<void> {
  const pid = await asOwner(dataDir, async (owner) => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'lateral' order by state = 'active' desc, random() limit 1`,
    )
    return rows[0]?.pid
  })
  if (pid !== undefined) process.kill(pid, 'SIGTERM')
}

async function killPostmaster(): Promise<void> {
  const found = await postmasterOf(dataDir)
  if (found !== undefined) process.kill(found.pid, 'SIGKILL')
}

/** Returns the ids of the stored records by lot. */
async function recordsThere(lots: readonly string[]): Promise<Map<string, string[]>> {
  return asOwner(dataDir, async (owner) => {
    await owner.query('begin')
    await owner.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      demo.slug,
    ])
    const { rows } = await owner.query<{ lot: string; ids: string[] }>(
      'select lot, array_agg(id::text) as ids from test_records where lot = any($1) group by lot',
      [lots],
    )
    return new Map(rows.map(({ lot, ids }) => [lot, ids]))
  })
}
