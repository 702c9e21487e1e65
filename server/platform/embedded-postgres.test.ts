import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabasePresence } from './database-presence.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

const report = (): void => undefined
let folder: string
let running: EmbeddedPostgres[]
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-embedded-'))
  running = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  // Starts again to take over what a killed process left, so that nothing outlives the test.
  if (children.length > 0) await start(folder)
  for (const database of running) await database.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a fresh start creates a database with an ordinary owner in a folder that only this user can read', async () => {
  const dataDir = path.join(folder, 'fresh')
  const { ownerUrl, joined } = await start(dataDir)
  expect(joined).toBe(false)
  const [owner] = await query(
    ownerUrl,
    `SELECT rolsuper, rolcreaterole, rolcreatedb, current_setting('fsync') AS fsync, current_setting('jit') AS jit
       FROM pg_roles WHERE rolname = current_user`,
  )
  expect(owner).toEqual({ rolsuper: false, rolcreaterole: true, rolcreatedb: true, fsync: 'on', jit: 'off' })
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  expect((await stat(path.join(dataDir, 'postgres/owner-password'))).mode & 0o777).toBe(0o600)
  await expect(query(ownerUrl.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password authentication')
  await expect(query(ownerUrl.replace('lateral_owner', 'postgres'), 'SELECT 1')).rejects.toThrow(
    'password authentication',
  )
})

test('a second start on a folder joins the database, which stops with the last process that leaves', async () => {
  const first = await start(folder)
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 1 AS n')
  const second = await start(folder)
  expect(second).toMatchObject({ joined: true, ownerUrl: first.ownerUrl })
  await first.stop()
  expect(await query(second.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  await second.stop()
  await expect(query(second.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  const third = await start(folder)
  expect(third.joined).toBe(false)
  expect(await query(third.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('two simultaneous starts on an empty folder share one database', async () => {
  const [left, right] = await Promise.all([start(folder), start(folder)])
  expect(left.ownerUrl).toBe(right.ownerUrl)
  expect([left.joined, right.joined].toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
})

test('a start joins the database that a killed process left running, with every acknowledged row', async () => {
  const other = await startInOtherProcess(folder)
  await query(other.ownerUrl, 'CREATE TABLE kept AS SELECT 1 AS n')
  other.process.kill('SIGKILL')
  await once(other.process, 'exit')
  const database = await start(folder)
  expect(database).toMatchObject({ joined: true, ownerUrl: other.ownerUrl })
  expect(await query(database.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('after PostgreSQL itself is killed, the next start recovers every acknowledged row', async () => {
  const other = await startInOtherProcess(folder)
  await query(other.ownerUrl, 'CREATE TABLE kept (n int)')
  for (let n = 1; n <= 20; n++) await query(other.ownerUrl, `INSERT INTO kept VALUES (${n})`)
  process.kill(await postmasterPid(folder), 'SIGKILL')
  other.process.kill('SIGKILL')
  const database = await start(folder)
  expect(database.joined).toBe(false)
  expect(await query(database.ownerUrl, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 20 }])
})

test('a killed PostgreSQL comes back at its address for all who use it, and stops with the last of them', async () => {
  const first = await start(folder)
  const second = await start(folder)
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 1 AS n')
  for (let kills = 0; kills < 2; kills++) {
    const killed = await postmasterPid(folder)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => usersOf(first.ownerUrl)).toBe(2)
    expect(await postmasterPid(folder)).not.toBe(killed)
  }
  await first.stop()
  expect(await query(second.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  await second.stop()
  await expect(query(second.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

test('PostgreSQL is stopped on leaving even if our connection to it was just ended', async () => {
  const database = await start(folder)
  await query(
    database.ownerUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lateral presence'`,
  )
  await database.stop()
  await expect(query(database.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

test('a connection that broke here but remains in PostgreSQL does not keep it running', async () => {
  const database = await start(folder)
  const relay = await startRelay(database.ownerUrl)
  const former = await DatabasePresence.announce(relay.url)
  relay.breakNearSide()
  await former.lost
  const anew = await DatabasePresence.announce(database.ownerUrl, former)
  expect(await anew.leave()).toBe(false)
  await database.stop()
  await expect(query(database.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  relay.close()
})

test('a process that is told to stop leaves no PostgreSQL behind', async () => {
  const other = await startInOtherProcess(folder)
  other.process.kill('SIGTERM')
  const [code] = await once(other.process, 'exit')
  expect(code).toBe(0)
  await expect(query(other.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

test('it starts in a folder that is too deep for a socket path, below a private folder', async () => {
  const home = path.join(folder, 'home')
  await mkdir(home)
  await chmod(home, 0o700)
  const deep = path.join(home, ...Array.from({ length: 12 }, () => 'a-folder-name'))
  expect(deep.length).toBeGreaterThan(107)
  const { ownerUrl } = await start(deep)
  expect(await query(ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test.runIf(process.getuid?.() === 0)('a user without a name, as in a container, may start it', async () => {
  const dataDir = path.join(folder, 'ordinary')
  const inside = ['--user', '--map-user=4711', '--map-group=4711', '--']
  const other = await startInOtherProcess(dataDir, { program: 'unshare', args: inside })
  expect(await query(other.ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  other.process.kill('SIGTERM')
  await once(other.process, 'exit')
})

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, report })
  running.push(database)
  return database
}

/** Runs the database part of `npm start` in a process that can be killed. */
async function startInOtherProcess(
  dataDir: string,
  wrapper?: { program: string; args: string[] },
): Promise<{ process: ChildProcess; ownerUrl: string }> {
  const script = fileURLToPath(new URL('../../tests/programs/hold-embedded-postgres.ts', import.meta.url))
  const command = [...(wrapper?.args ?? []), ...(wrapper ? [process.execPath] : []), script, dataDir]
  const child = spawn(wrapper?.program ?? process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    return { process: child, ownerUrl: line }
  }
  throw new Error('The other process ended before its database was ready')
}

/** Relays connections to the database. Breaking the near side leaves the database's side open. */
async function startRelay(url: string): Promise<{ url: string; breakNearSide: () => void; close: () => void }> {
  const { hostname, port } = new URL(url)
  const near: Socket[] = []
  const relay = createServer((socket) => {
    const far = connect(Number(port), hostname)
    near.push(socket)
    socket.on('error', () => undefined).on('data', (chunk) => far.write(chunk))
    far.on('error', () => undefined).on('data', (chunk) => socket.write(chunk))
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const relayed = new URL(url)
  relayed.port = String((relay.address() as AddressInfo).port) // it listens on TCP
  return {
    url: relayed.href,
    breakNearSide: () => near.forEach((socket) => socket.destroy()),
    close: () => relay.close(),
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
  return Number.parseInt(text, 10)
}

/** Counts the processes that hold the database open; 0 while it is away. */
async function usersOf(url: string): Promise<number> {
  const find = `SELECT count(*)::int AS users FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted`
  const rows = await query(url, find).catch(() => [])
  return (rows as { users: number }[])[0]?.users ?? 0 // the query selects these columns
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
