import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import { createPool } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { openJobs } from './platform/jobs.ts'
import { migrate } from './platform/migrate.ts'
import { logInAs, type Client } from '../tests/server/client.ts'
import { newRecordAt } from '../tests/server/new-record.ts'
import { runEach } from '../tests/server/owner-connection.ts'
import { insertTenant, type TestTenant } from '../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../tests/server/test-app.ts'
import { multipart, tinyPng } from '../tests/server/uploads.ts'

/** Mounts a disk of this many megabytes in memory; undefined where this user may not mount. */
async function mountDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lateral-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', folder], { stdio: 'ignore' })
    return folder
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
}

const disk = await mountDisk(300)
const undo: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
  if (disk === undefined) return
  execFileSync('umount', ['-l', disk])
  await rm(disk, { recursive: true, force: true })
}, 60_000)

it.skipIf(disk === undefined)(
  'on a full disk, writes answer 503 and the server is not ready, until there is room again',
  async () => {
    const { client, app } = await startOn(disk ?? '')
    const upload = () =>
      client.send(
        'POST',
        '/device-images',
        multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }]),
      )
    const ready = async () => (await app.inject('/health/ready')).statusCode
    expect([(await record(client)).statusCode, (await upload()).statusCode, await ready()]).toEqual([201, 201, 200])

    const filler = await fill(disk ?? '')
    // Rows fit into pages that exist already, so writes fail only after a while.
    const note = 'x'.repeat(900)
    const full = await firstNotOf(201, () => record(client, note))
    expect([full.statusCode, full.json().code, full.headers['retry-after']]).toEqual([503, 'unavailable', '5'])
    const photo = await firstNotOf(201, upload)
    expect([photo.statusCode, photo.headers['retry-after']]).toEqual([503, '5'])
    await expect.poll(ready).toBe(503)
    expect((await app.inject('/health/live')).statusCode).toBe(200)

    await rm(filler)
    await expect.poll(ready, { timeout: 60_000 }).toBe(200)
    await expect.poll(async () => (await record(client)).statusCode, { timeout: 60_000 }).toBe(201)
    expect((await upload()).statusCode).toBe(201)
  },
  180_000,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Lack of memory passes by itself and may hit a read, so it does not make the server unready. */
it.each([
  ['53100', 503],
  ['58030', 503],
  ['53200', 200],
])('a database error %s answers 503', async (code, readyThen) => {
  // A process of its own, which has not met a full disk yet.
  const app = await test.another()
  const client = await logInAs(app, test.ours, 'clinical')
  await runEach(
    test.database.ownerUrl,
    `create or replace function fail() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file' using errcode = '${code}'; end $$`,
    'create trigger full_disk before insert on test_records execute function fail()',
  )
  const response = await client.post('/test-records', newRecordAt(test.ours.places.home), {
    'idempotency-key': randomUUID(),
  })
  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '5',
  ])
  expect((await app.inject('/health/ready')).statusCode).toBe(readyThen)
  await test.database.owner.query('drop trigger full_disk on test_records')
})

it('a full disk that the look-ups of a recording meet answers 503, also while their session is noted as in use', async () => {
  const app = await test.another()
  const client = await logInAs(app, test.ours, 'clinical')
  const send = () =>
    client.post('/test-records', newRecordAt(test.ours.places.home), { 'idempotency-key': randomUUID() })
  // Only a session that was seen before is looked up ahead.
  expect((await send()).statusCode).toBe(201)
  await test.query(test.ours, `update sessions set last_seen_at = now() - interval '1 minute'`)
  await runEach(
    test.database.ownerUrl,
    `create function fail_early() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    'create trigger full_disk before insert on idempotency_keys execute function fail_early()',
  )
  const { statusCode, headers } = await send()
  await test.database.owner.query('drop trigger full_disk on idempotency_keys')
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  expect((await send()).statusCode).toBe(201)
})

/** Starts the server with its data on this disk. */
async function startOn(dataDir: string): Promise<{ client: Client; app: Awaited<ReturnType<typeof buildApp>> }> {
  const database = await startEmbeddedPostgres({
    dataDir,
    report: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '64MB' },
  })
  undo.push(() => database.stop())
  const { serverUrl } = await migrate({ ownerUrl: database.ownerUrl, report: () => undefined })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  home = await insertTenant(owner, { slug: 'ours', marker: 'Oursides', idPrefix: 'SAME', space: 16 })
  await owner.query('commit')
  await owner.end()
  const onError = () => undefined
  const pool = createPool({ url: serverUrl, size: 5, onError })
  const exportPool = createPool({ url: serverUrl, size: 1, onError, pipeline: false })
  const jobPool = createPool({ url: serverUrl, size: 2, onError, pipeline: false })
  undo.push(
    () => pool.end(),
    () => exportPool.end(),
    () => jobPool.end(),
  )
  const jobs = await openJobs(jobPool, onError)
  undo.push(() => jobs.stop())
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, pool, exportPool, jobPool, jobs })
  undo.push(() => app.close())
  return { client: await logInAs(app, home, 'clinical'), app }
}

let home: TestTenant

function record(client: Client, note = 'Brief') {
  const body = { ...newRecordAt(home.places.home), note }
  return client.post('/test-records', body, { 'idempotency-key': randomUUID() })
}

/** Fills the disk with zeros and returns the file. */
async function fill(folder: string): Promise<string> {
  const name = path.join(folder, 'filler')
  const file = await open(name, 'a')
  try {
    for (const size of [1024 * 1024, 4096]) while (await takes(file, size));
  } finally {
    await file.close()
  }
  return name
}

async function takes(file: FileHandle, bytes: number): Promise<boolean> {
  try {
    const { bytesWritten } = await file.write(Buffer.alloc(bytes))
    return bytesWritten === bytes
  } catch {
    return false
  }
}

/**
 * Repeats a request until its status differs, and returns that reply. Fills the disk again before each try, because
 * checkpoints free some space.
 */
async function firstNotOf<T extends { statusCode: number }>(status: number, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries <= 1000; tries += 1) {
    const response = await ask()
    if (response.statusCode !== status) return response
    if (tries % 20 === 0) await fill(disk ?? '')
  }
  throw new Error(`Everything was answered ${status}, on a disk without room`)
}
