import { randomUUID } from 'node:crypto'
import { openCluster } from './cluster.ts'
import { bigTenant, databaseOf, idOf, recordsScale } from './fixture.ts'
import type { Request } from './http-client.ts'
import { compare, type Contender } from './measure.ts'
import { startBareServer, startServer } from './processes.ts'
import { printAim, printTable, ratios } from './report.ts'
import { logIn } from './session.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 8)
const turn = 2000

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('1M'))
const lateral = await startServer('lateral', { DATABASE_URL: url })
const bare = await startBareServer(url)
try {
  const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
  const limit: Contender = {
    name: 'limit',
    port: bare.port,
    host: bigTenant.host,
    request: (n) => recording('/record', n),
  }
  const measured: Contender = {
    name: 'Lateral',
    port: lateral.port,
    host: bigTenant.host,
    request: (n) => {
      const request = recording('/api/v1/test-records', n)
      return { ...request, headers: { ...headers, 'idempotency-key': randomUUID() } }
    },
  }
  for (const clients of [1, 32]) {
    const figures = await compare([limit, measured], { clients, rounds, turn })
    printTable(`Recording into 1M, ${clients} client(s)`, ratios(figures))
    const [a, b] = figures
    if (a !== undefined && b !== undefined) printAim('p50 against the limit', b.p50 / a.p50, { atMost: 1.8 })
  }
} finally {
  await Promise.all([lateral.stop(), bare.stop()])
  await cluster.close()
}

/** A test performed today at midnight, of a subject that changes with each request. */
function recording(path: string, n: number): Request {
  const subject = Math.floor(Math.random() * recordsScale.subjects.ofBig)
  const body = {
    organisationId: idOf.organisation(0, subject % recordsScale.organisations),
    groupId: idOf.group(0, subject % recordsScale.groups),
    subjectId: idOf.subject(0, subject),
    assayId: idOf.assay(0),
    analyteResults: [{ analyteId: 'sars-cov-2', result: n % 8 === 0 ? 'positive' : 'negative' }],
    specimen: 'Nasal swab',
    performedDate: new Date().toISOString().slice(0, 10),
    performedTime: '00:00',
    performedZone: 'UTC',
    location: 'Room 4',
    lot: 'BT2611',
    note: null,
  }
  return { method: 'POST', path, body: JSON.stringify(body) }
}
