import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { foldRecordCounts } from '../server/test-records/counting/folding-service.ts'
import { checkCounts } from '../server/test-records/counting/folding-repository.ts'
import { sealAudit } from '../server/audit/service.ts'
import { verifyChains } from '../server/audit/repository.ts'
import { openDoor } from '../server/access/door/door.ts'
import { createPool, openConnection } from '../server/platform/database.ts'
import { openJobs } from '../server/platform/jobs.ts'
import { deriveRoleUrls } from '../server/platform/roles.ts'
import { moveTenant, type Worker } from '../server/shards/workers.ts'
import { emptyCitus } from '../server/testing/citus.ts'
import { newRecordAt } from '../server/testing/new-record.ts'
import { emailOf, insertTenant, password, type TestTenant } from '../server/testing/tenants.ts'
import { startServer } from './processes.ts'
import { printAim } from './report.ts'
import { logInAt } from './session.ts'

const { CITUS_URL: ownerUrl, CITUS_SUPERUSER_URL: superuserUrl } = process.env
if (!ownerUrl || !superuserUrl)
  throw new Error('Set CITUS_URL and CITUS_SUPERUSER_URL, of a cluster for this bench alone')
const clients = Number(process.env.BENCH_CLIENTS ?? 8)
const moves = Number(process.env.BENCH_MOVES ?? 4)
const kills = Number(process.env.BENCH_KILLS ?? 10)
/** A shell command that kills a worker and starts it again; its first argument is the port. */
const killWorker = process.env.BENCH_KILL_WORKER

await emptyCitus(ownerUrl)
const owner = await openConnection(ownerUrl, 'lateral bench')
await owner.query('begin')
const tenants: TestTenant[] = []
for (const [n, slug] of ['north', 'east', 'south', 'west'].entries()) {
  tenants.push(await insertTenant(owner, { slug, marker: slug, idPrefix: 'SHRD', space: 16 * (n + 1) }))
}
await owner.query('commit')
const { rows: workers } = await owner.query<Worker>(
  'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards order by port',
)
const server = await startServer('shards', { DATABASE_URL: ownerUrl })

const acknowledged = new Map<string, string[]>()
const refused = new Map<number, number>()
/** When each tenant was served last. */
const servedAt = new Map<string, number>()
let isOver = false

/** Records one test after another, each repeated under its key until it is acknowledged. */
async function client(tenant: TestTenant): Promise<void> {
  const own = await logInAt(server.port, emailOf('tenant'), { host: tenant.host, password })
  const ids = acknowledged.get(tenant.slug) ?? []
  acknowledged.set(tenant.slug, ids)
  while (!isOver) {
    const key = randomUUID()
    for (;;) {
      const reply = await send(tenant, key, own)
      if (reply.id !== undefined) {
        ids.push(reply.id)
        servedAt.set(tenant.slug, performance.now())
        break
      }
      refused.set(reply.status, (refused.get(reply.status) ?? 0) + 1)
      await sleep(100)
    }
  }
}

async function send(tenant: TestTenant, key: string, own: Record<string, string>) {
  const body = JSON.stringify(newRecordAt(tenant.places.home))
  return await new Promise<{ status: number; id?: string }>((resolve) => {
    const headers = { ...own, host: tenant.host, 'content-type': 'application/json', 'idempotency-key': key }
    const sent = request(
      { host: '127.0.0.1', port: server.port, method: 'POST', path: '/api/v1/test-records', headers },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () => {
          const status = reply.statusCode ?? 0
          const text = Buffer.concat(parts).toString()
          resolve(status === 201 ? { status, id: (JSON.parse(text) as { data: { id: string } }).data.id } : { status })
        })
        reply.on('error', () => resolve({ status: 0 }))
      },
    )
    sent.on('error', () => resolve({ status: 0 }))
    sent.end(body)
  })
}

const [first] = tenants
if (first === undefined) throw new Error('There is no tenant')
const working = Array.from({ length: clients }, (_, n) => client(tenants[n % tenants.length] ?? first))
try {
  await sleep(2000)
  for (let n = 0; n < moves; n++) {
    const to = workers[n % workers.length]
    if (to === undefined) break
    const started = performance.now()
    const isMoved = await moveTenant({ ownerUrl, superuserUrl }, first.slug, to)
    process.stdout.write(
      `Move ${n + 1} to ${to.port}: ${isMoved ? `${Math.round(performance.now() - started)} ms` : 'is there'}\n`,
    )
    await sleep(1000)
  }
  for (let n = 0; killWorker !== undefined && n < kills; n++) {
    const victim = workers[n % workers.length]
    const started = performance.now()
    await promisify(execFile)('sh', ['-c', `${killWorker} ${victim?.port}`])
    while ([...servedAt.values()].some((at) => at < started)) await sleep(20)
    process.stdout.write(
      `Kill ${n + 1} of ${victim?.port}: everybody records again after ${Math.round(performance.now() - started)} ms\n`,
    )
  }
  isOver = true
  await Promise.all(working)

  const onError = (): void => undefined
  const pool = createPool({ url: deriveRoleUrls(ownerUrl).serverUrl, size: 2, onError })
  const jobPool = createPool({ url: deriveRoleUrls(ownerUrl).serverUrl, size: 2, onError, pipeline: false })
  const jobs = await openJobs(jobPool, onError)
  const door = openDoor(pool, jobs)
  await foldRecordCounts(door)
  await sealAudit(door)
  await jobs.stop()
  await Promise.all([pool.end(), jobPool.end()])

  let lost = 0
  let surplus = 0
  for (const tenant of tenants) {
    await owner.query('begin')
    await owner.query('select enter_tenant($1)', [tenant.id])
    const { rows } = await owner.query<{ id: string }>(
      `select resource_id as id from audit_events where tenant_id = $1 and action = 'test-record.recorded'`,
      [tenant.id],
    )
    await owner.query('commit')
    const events = rows.map(({ id }) => id)
    const ids = acknowledged.get(tenant.slug) ?? []
    lost += ids.filter((id) => !events.includes(id)).length
    surplus += events.length - new Set(ids).size
  }
  let broken = 0
  for await (const { failed, result } of verifyChains(owner)) if (failed ?? result.brokenAt !== undefined) broken += 1
  let wrong = 0
  for await (const { failed, result } of checkCounts(owner)) wrong += failed === undefined ? result.wrong : 1
  const all = [...acknowledged.values()].flat().length
  process.stdout.write(
    `${all} acknowledged; refused: ${[...refused].map(([status, n]) => `${status} × ${n}`).join(', ') || 'none'}\n`,
  )
  printAim('acknowledged and lost', lost, { atMost: 0 })
  printAim('recorded beside what was acknowledged', surplus, { atMost: 0 })
  printAim('broken chains', broken, { atMost: 0 })
  printAim('wrong counts', wrong, { atMost: 0 })
  printAim('refusals other than 503', [...refused].filter(([status]) => status !== 503).length, { atMost: 0 })
} finally {
  isOver = true
  await server.stop()
  await owner.end()
}
