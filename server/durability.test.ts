import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { migrate } from './platform/migrate.ts'
import { startMailServer } from './testing/mail-server.ts'
import { newRecordAt } from './testing/new-record.ts'
import { startServerProcess, type ServerProcess } from './testing/server-process.ts'
import { emailOf, insertTenant, password, type TestTenant } from './testing/tenants.ts'

let dataDir: string
let tenant: TestTenant
let server: ServerProcess | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-durable-'))
  const database = await startEmbeddedPostgres({ dataDir, report: () => undefined })
  await migrate({ ownerUrl: database.ownerUrl, report: () => undefined })
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query('begin')
  tenant = await insertTenant(client, { slug: 'ours', marker: 'Oursides', idPrefix: 'SAME', space: 16 })
  // Whatever host it is asked at: the tests ask at an address.
  await client.query(`insert into tenant_addresses values ('default', '', $1)`, [tenant.id])
  await client.query('commit')
  await client.end()
  await database.stop()
}, 60_000)

afterAll(async () => {
  // Joins what is left, so that nothing outlives the test.
  await server?.kill()
  const database = await startEmbeddedPostgres({ dataDir, report: () => undefined })
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

it('every record that was acknowledged is there after the server was killed', async () => {
  server = await startServerProcess(dataDir)
  const recording = recordUntilItFails(server)
  await recording.reached(40)
  await server.kill()
  const acknowledged = await recording.ended
  expect(acknowledged.length).toBeGreaterThanOrEqual(40)
  server = await startServerProcess(dataDir)
  await expectAllThere(server, acknowledged)
}, 120_000)

it('every record that was acknowledged is there after the database was killed', async () => {
  server ??= await startServerProcess(dataDir)
  const recording = recordUntilItFails(server)
  await recording.reached(40)
  const [pid] = (await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const acknowledged = await recording.ended
  await server.kill()
  server = await startServerProcess(dataDir)
  await expectAllThere(server, acknowledged)
}, 120_000)

it('every mail that was accepted is sent after the server was killed while the mail server was away', async () => {
  await server?.kill()
  // Nobody listens at port 1.
  server = await startServerProcess(dataDir, { SMTP_URL: 'smtp://127.0.0.1:1' })
  const browser = await visit(server.url)
  const wanted = [emailOf('clinical'), emailOf('group'), emailOf('tenant')]
  for (const email of wanted) expect((await browser('POST', '/password-resets', { email })).status).toBe(204)
  await server.kill()
  const mailServer = await startMailServer()
  server = await startServerProcess(dataDir, { SMTP_URL: mailServer.url })
  await expect
    .poll(() => mailServer.received.flatMap(({ to }) => to).toSorted(), { timeout: 30_000 })
    .toEqual(wanted.toSorted())
  await mailServer.close()
}, 120_000)

/** Records tests one after another in four browsers at once, and says which the server acknowledged. */
function recordUntilItFails({ url }: ServerProcess) {
  const acknowledged: string[] = []
  const work = async () => {
    const browser = await logIn(url)
    for (;;) {
      const response = await browser('POST', '/test-records', newRecordAt(tenant.places.home)).catch(() => undefined)
      if (response?.status !== 201) return
      const body = (await response.json().catch(() => undefined)) as { data: { id: string } } | undefined
      if (body === undefined) return
      acknowledged.push(body.data.id)
    }
  }
  return {
    ended: Promise.all(Array.from({ length: 4 }, work)).then(() => acknowledged),
    async reached(count: number) {
      while (acknowledged.length < count) await sleep(5)
    },
  }
}

async function expectAllThere({ url }: ServerProcess, ids: readonly string[]): Promise<void> {
  const browser = await logIn(url)
  for (const id of ids) {
    const response = await browser('GET', `/test-records/${id}`)
    expect([id, response.status]).toEqual([id, 200])
  }
}

type Browser = (method: string, target: string, body?: unknown) => Promise<Response>

async function logIn(url: string): Promise<Browser> {
  const browser = await visit(url)
  const response = await browser('POST', '/login', { username: emailOf('clinical'), password })
  expect(response.status, await response.clone().text()).toBe(200)
  return browser
}

/** A browser that has not logged in. */
async function visit(url: string): Promise<Browser> {
  const cookies = new Map<string, string>()
  const browser: Browser = async (method, target, body) => {
    const headers: Record<string, string> = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${url}/api/v1${target}`, { method, headers, body: JSON.stringify(body) })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  await browser('GET', '/sanctum/csrf-cookie')
  return browser
}
