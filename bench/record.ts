import { openCluster } from './cluster.ts'
import { bigTenant, databaseOf } from './fixture.ts'
import { compare, type Contender } from './measure.ts'
import { startBareServer, startServer } from './processes.ts'
import { recordChange } from './recorded-statements.ts'
import { newRecording, recordingAt } from './recording.ts'
import { printAim, printTable, ratios } from './report.ts'
import { logIn } from './session.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 8)
const turn = 2000

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('1M'))
const lateral = await startServer('lateral', { DATABASE_URL: url })
const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
const bare = await startBareServer(url, await recordChange(url, newRecording(headers)))
try {
  const limit: Contender = {
    name: 'limit',
    port: bare.port,
    host: bigTenant.host,
    request: (n) => recordingAt('/record', n),
  }
  const measured: Contender = {
    name: 'Lateral',
    port: lateral.port,
    host: bigTenant.host,
    request: newRecording(headers),
  }
  const statements: Contender = { ...limit, name: 'its statements', request: (n) => recordingAt('/change', n) }
  for (const [clients, atMost] of [
    [1, 2.2],
    [32, 2.5],
  ] as const) {
    const figures = await compare([limit, measured, statements], { clients, rounds, turn })
    printTable(`Recording into 1M, ${clients} client(s)`, ratios(figures))
    const [a, b] = figures
    if (a !== undefined && b !== undefined) printAim('p50 against the limit', b.p50 / a.p50, { atMost })
  }
} finally {
  await Promise.all([lateral.stop(), bare.stop()])
  await cluster.close()
}
