import path from 'node:path'
import { asOwner } from './embedded.ts'
import { Connection } from './http-client.ts'
import { compare, type Contender } from './measure.ts'
import { benchDir, startServer } from './processes.ts'
import { printAim, printTable, ratios } from './report.ts'
import { logInAt } from './session.ts'
import { demo } from './writers.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 8)
const turn = 2000
const list = '/api/v1/groups?per_page=5'

/** So many that none of them uses up its quota, and as many as one administrator may make in a quarter of an hour. */
const batches = 3
const tokensOfBatch = 30

const dataDir = path.join(benchDir, 'tokens')
const server = await startServer('tokens', { NODE_ENV: 'development', DATA_DIR: dataDir })
try {
  const session = await logInAt(server.port, `tenant@${demo.slug}.test`, demo)
  const tokens = await makeTokens(session)
  const by = (name: string, headers: (n: number) => Record<string, string>): Contender => ({
    name,
    port: server.port,
    host: demo.host,
    request: (n) => ({ method: 'GET', path: list, headers: headers(n) }),
  })
  let sent = 0
  const ofSession = by('session', () => session)
  const ofTokens = by('token', () => ({ authorization: `Bearer ${tokens[sent++ % tokens.length]}` }))
  for (const clients of [1, 8]) {
    const figures = await compare([ofSession, ofTokens], { clients, rounds, turn })
    printTable(`A short list, ${clients} client(s)`, ratios(figures))
    const [a, b] = figures
    if (a !== undefined && b !== undefined) printAim('p50 of tokens against sessions', b.p50 / a.p50, { atMost: 1.03 })
  }
} finally {
  await server.stop()
}

async function makeTokens(session: Record<string, string>): Promise<string[]> {
  const connection = await Connection.open(server.port, demo.host)
  const body = { permissions: ['view-groups'], organisationId: null, groupIds: [], days: 1 }
  const secrets: string[] = []
  for (let n = 0; n < batches * tokensOfBatch; n++) {
    if (n % tokensOfBatch === 0) await forgetAttempts()
    const { status, body: reply } = await connection.send({
      method: 'POST',
      path: '/api/v1/api-tokens',
      headers: session,
      body: JSON.stringify({ ...body, name: `Bench ${n}` }),
    })
    if (status !== 201) throw new Error(`No token was made: ${status} ${reply.toString()}`)
    secrets.push((JSON.parse(reply.toString()) as { data: { secret: string } }).data.secret) // the contract's shape
  }
  connection.close()
  return secrets
}

async function forgetAttempts(): Promise<void> {
  await asOwner(dataDir, async (owner) => {
    await owner.query('begin')
    await owner.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      demo.slug,
    ])
    await owner.query('delete from throttle_counters')
    await owner.query('commit')
  })
}
