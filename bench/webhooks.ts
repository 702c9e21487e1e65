/** Kills the server and the receiver of a webhook again and again while tests are recorded, and revokes it at the end. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { askedInDemo, asOwner } from './embedded.ts'
import { Connection } from './http-client.ts'
import { benchDir, refuseTaken, startServer, takePort } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { logInAt } from './session.ts'
import { demo, startWriters } from './writers.ts'

const count = Number(process.env.BENCH_EVENTS ?? 10_000)
const kills = Number(process.env.BENCH_KILLS ?? 20)
const clients = 8
const limitMs = 30 * 60_000

const dataDir = path.join(benchDir, 'webhooks')
await rm(dataDir, { recursive: true, force: true })
await mkdir(dataDir, { recursive: true })
const [keyFile, certificateFile] = [path.join(dataDir, 'receiver.key'), path.join(dataDir, 'receiver.pem')]
const wishes =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=receiver -addext subjectAltName=IP:127.0.0.1'
await promisify(execFile)('openssl', [...wishes.split(' '), '-keyout', keyFile, '-out', certificateFile])

/** What came, in order, by position and record; a position may come more than once. */
const came: { position: number; recordId: string; at: number }[] = []
let unverified = 0
let verifier: Webhook | undefined
const receiverPort = takePort()

async function startReceiver(): Promise<Server> {
  const options = { key: await readFile(keyFile), cert: await readFile(certificateFile) }
  const receiver = createServer(options, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      try {
        verifier?.verify(body, request.headers as Record<string, string>) // each header is sent once
      } catch {
        unverified += 1
      }
      const { position, testRecordId } = JSON.parse(body).data as { position: number; testRecordId: string }
      came.push({ position, recordId: testRecordId, at: performance.now() })
      response.writeHead(204).end()
    })
  })
  receiver.listen(receiverPort, '127.0.0.1')
  await once(receiver, 'listening')
  return receiver
}

async function stopReceiver(receiver: Server): Promise<void> {
  receiver.closeAllConnections()
  receiver.close()
  await once(receiver, 'close')
}

const env = {
  NODE_ENV: 'development',
  DATA_DIR: dataDir,
  WEBHOOK_NETWORKS: '127.0.0.1',
  NODE_EXTRA_CA_CERTS: certificateFile,
}
let receiver = await startReceiver()
let server = await startServer('webhooks', env)
const { port } = server
try {
  const admin = await logInAt(port, `tenant@${demo.slug}.test`, demo)
  const url = `https://127.0.0.1:${receiverPort}/hook`
  const made = await makeWebhook(admin, { url, kinds: ['test_record.recorded'], withContent: false })
  verifier = new Webhook(made.secret)
  const started = performance.now()
  const writers = await startWriters(port, clients)
  for (let n = 1; n <= kills; n += 1) {
    await until(() => writers.acknowledged.size >= (n * count) / (kills + 1), 'records')
    process.kill(server.pid, 'SIGKILL')
    await stopReceiver(receiver)
    // The kernel takes a moment to free the port of a process that was killed.
    await until(() => isFree(port), 'ports')
    server = await startServer('webhooks', env, { port })
    receiver = await startReceiver()
    await hurry()
  }
  await until(() => writers.acknowledged.size >= count, 'records')
  await writers.stop()
  const wanted = [...writers.acknowledged.values()]
  await until(async () => {
    await hurry()
    const ids = new Set(came.map(({ recordId }) => recordId))
    return wanted.every((id) => ids.has(id))
  }, 'messages')
  const seconds = (performance.now() - started) / 1000

  const after = await logInAt(port, `tenant@${demo.slug}.test`, demo)
  // Harbour is the tenant of an address without a name.
  const revoked = await fetch(`http://127.0.0.1:${port}/api/v1/webhooks/${made.id}/revoke`, {
    method: 'PUT',
    headers: after,
  })
  if (!revoked.ok) throw new Error(`The webhook was not revoked: ${revoked.status}`)
  const revokedAt = performance.now()
  const more = await startWriters(port, clients)
  await until(() => more.acknowledged.size > 50, 'records after the revocation')
  await more.stop()
  await until(async () => (await unsealed()) === 0, 'seals')
  await sleep(5000)

  const firsts = [...new Map(came.toReversed().map(({ position, at }) => [position, at]))].toSorted(
    (a, b) => a[0] - b[0],
  )
  const distinct = new Set(came.map(({ recordId }) => recordId))
  printTable(`${count} events, server and receiver killed ${kills} times`, [
    { came: came.length, distinct: distinct.size, seconds: seconds.toFixed(0), again: came.length - firsts.length },
  ])
  printAim('records of which nothing came', wanted.filter((id) => !distinct.has(id)).length, { atMost: 0 })
  printAim('overtaken', firsts.filter(([, at], i) => at < (firsts[i - 1]?.[1] ?? 0)).length, { atMost: 0 })
  printAim('without a valid signature', unverified, { atMost: 0 })
  printAim('after the revocation', came.filter(({ at }) => at > revokedAt).length, { atMost: 0 })
} finally {
  await server.stop()
  receiver.close()
}

async function makeWebhook(headers: Record<string, string>, form: object): Promise<{ id: string; secret: string }> {
  const connection = await Connection.open(port, demo.host)
  const sent = { method: 'POST', path: '/api/v1/webhooks', headers, body: JSON.stringify(form) } as const
  const { status, body } = await connection.send(sent)
  connection.close()
  if (status !== 201) throw new Error(`No webhook was made: ${status} ${body.toString()}`)
  return (JSON.parse(body.toString()) as { data: { id: string; secret: string } }).data // the contract's shape
}

/** Lets a webhook that waits for its next try go on at once, because this is not about the schedule. */
async function hurry(): Promise<void> {
  await asOwner(dataDir, async (owner) => {
    await owner.query('begin')
    await owner.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      demo.slug,
    ])
    await owner.query(`update webhooks set due_at = now() where state = 'active' and due_at > now()`)
    await owner.query('commit')
  })
}

async function isFree(one: number): Promise<boolean> {
  return await refuseTaken(one).then(
    () => true,
    () => false,
  )
}

async function unsealed(): Promise<number> {
  const [row] = await askedInDemo<{ count: number }>(
    dataDir,
    `select count(*)::int as count from audit_events where position is null and action = 'test-record.recorded'`,
  )
  return row?.count ?? 0
}

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not all ${what} came in ${limitMs / 60_000} minutes`)
    await sleep(200)
  }
}
