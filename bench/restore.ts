/** Backs up a filled installation while it serves, restores it elsewhere, and breaks archives in between. */
import { execFileSync } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Ran, runCommand } from './commands.ts'
import { asOwner } from './embedded.ts'
import { bigTenant, idOf, recordsScale } from './fixture.ts'
import { fill } from './loading.ts'
import { benchDir, startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { call, logIn } from './session.ts'

const records = Number(process.env.BENCH_RECORDS ?? 1_000_000)
const photos = Number(process.env.BENCH_PHOTOS ?? 10_000)
const events = Number(process.env.BENCH_EVENTS ?? 200_000)
/** Bytes of a photo, about as many as one of 12 megapixels has once it is re-encoded. */
const photoBytes = 120_000
/** Minutes for a backup and a restore together. */
const limitMinutes = 15

const folder = path.join(benchDir, 'restore')
const source = path.join(folder, 'source')
const archive = path.join(folder, 'lateral.backup')
const encrypted = path.join(folder, 'encrypted.backup')
const passphraseFile = path.join(folder, 'passphrase')
const leaving = { email: 'user-5@bench.test', name: 'Quintessa Marlowe' }

/** Tables that a server writes by itself as soon as it runs. */
const ofServers = ['audit_verifications', 'kysely_migration', 'sessions', 'tenant_turns', 'web_assets', 'web_builds']

const table: Record<string, string | number>[] = []
let missed = 0

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await writeFile(passphraseFile, 'correct horse battery staple\n')
await fillSource()
const before = await contentOf(source)
const server = await startServer('restore-source', { DATA_DIR: source })
const backup = await lateral('backup', source, archive)
expectSaid('the backup is made while the server serves', backup, 0, /was read back/)
const verified = await lateral('verify-backup', source, archive)
expectSaid('it is whole', verified, 0, /is whole/)
await leave(server.port)
await server.stop()

await restoreWithErasures()
await restoreAsItWas()
await breakArchives()
const size = (await stat(archive)).size
printTable(
  `${records} records, ${photos} photos, ${events} events; archive of ${(size / 2 ** 20).toFixed(0)} MiB`,
  table,
)
printAim('minutes for a backup and a restore', (backup.seconds + (table[2]?.seconds as number)) / 60, {
  atMost: limitMinutes,
})
printAim('what was not as it should be', missed, { atMost: 0 })
await rm(folder, { recursive: true, force: true })
if (missed > 0) process.exitCode = 1

/** Fills a database and a folder of photos, and seals the events to chains. */
async function fillSource(): Promise<void> {
  const filling = await startServer('restore-source', { DATA_DIR: source })
  await asOwner(source, async (owner) => {
    const step = (text: string) => {
      if (!/^(create|alter) /i.test(text)) process.stdout.write(`  filling: ${text}\n`)
    }
    const { rows: isolated } = await owner.query<{ name: string }>(
      'select oid::regclass::text as name from pg_class where relforcerowsecurity',
    )
    await fill(owner, { scale: { ...recordsScale, tenants: 3 }, records, ofOthers: records / 10 }, step)
    for (const { name } of isolated) await owner.query(`alter table ${name} force row level security`)
    step('events and photos')
    await owner.query('begin')
    await owner.query('select enter_tenant($1)', [idOf.tenant(0)])
    await owner.query(`update users set full_name = $2 where id = $1`, [idOf.user(0, 5), leaving.name])
    await owner.query(
      `insert into audit_events (tenant_id, id, action) select $1, gen_random_uuid(), 'session.login' from generate_series(1, $2)`,
      [idOf.tenant(0), events],
    )
    await owner.query('select seal_audit_events($1)', [events])
    const { rows } = await owner.query<{ id: string }>(
      `insert into device_images (tenant_id, id, uploaded_by, width, height, byte_size)
       select $1, gen_random_uuid(), $2, 1, 1, $4 from generate_series(1, $3) returning id`,
      [idOf.tenant(0), idOf.user(0, 2), photos, photoBytes],
    )
    await owner.query('commit')
    const place = path.join(source, 'files/device-images', idOf.tenant(0))
    await mkdir(place, { recursive: true })
    const content = Buffer.alloc(photoBytes)
    for (const { id } of rows) await writeFile(path.join(place, `${id}.webp`), randomFillSync(content))
  })
  await filling.stop()
}

/** Deletes an account over HTTP, and waits until the list outside of the database has it. */
async function leave(port: number): Promise<void> {
  // A backup writes a line of its own to the list.
  const kept = (await filesIn(path.join(source, 'erasures'))).length
  const headers = await logIn(port, leaving.email)
  const deletion = { currentPassword: bigTenant.password, reason: 'no-longer-required', reasonText: null }
  await call(bigTenant.host, port, 'PUT', '/users/my-details/delete', headers, JSON.stringify(deletion))
  while ((await filesIn(path.join(source, 'erasures'))).length === kept) await sleep(100)
}

async function restoreWithErasures(): Promise<void> {
  const target = path.join(folder, 'erased')
  await cp(path.join(source, 'erasures'), path.join(target, 'erasures'), { recursive: true })
  const restored = await lateral('restore', target, archive)
  expectSaid('the restore erases again', restored, 0, /and now again: 1\n.*audit trail unbroken, \d{2,} events/s)
  expectSaid('counts agree', restored, 0, /bench-0: counts agree with \d+ records/)
  const traces = await serving(target, (owner) => tracesIn(owner))
  expectThat('an account that was deleted since leaves no trace', traces.length === 0, traces.join(', '))
  await rm(target, { recursive: true, force: true })
}

async function restoreAsItWas(): Promise<void> {
  const target = path.join(folder, 'as-it-was')
  const restored = await lateral('restore', target, archive, '--without-erasures')
  expectSaid('the restore brings back all', restored, 0, /counts agree/)
  const after = await contentOf(target)
  const differing = Object.keys(before).filter((name) => before[name] !== after[name])
  expectThat('rows and photos are equal by count and hash', differing.length === 0, differing.join(', '))
  expectThat('there is something to compare', Object.keys(before).length > 50, String(Object.keys(before).length))
  await rm(target, { recursive: true, force: true })
}

async function breakArchives(): Promise<void> {
  const broken = path.join(folder, 'broken.backup')
  const size = (await stat(archive)).size
  await copyFile(archive, broken)
  await truncate(broken, Math.floor(size / 2))
  await refused('a cut archive', broken, /was cut short/)
  await copyFile(archive, broken)
  await flipBit(broken, Math.floor(size / 3))
  await refused('a flipped bit', broken, /damaged/)
  await rm(broken)
  const options = ['--passphrase-file', passphraseFile]
  expectSaid('a backup is encrypted', await lateral('backup', source, encrypted, ...options), 0, /was read back/)
  await writeFile(passphraseFile, 'another passphrase\n')
  await refused('a wrong passphrase', encrypted, /passphrase is not the one/, ...options)
  await refused('no passphrase', encrypted, /is encrypted/)
  await onFullDisk()
}

async function refused(what: string, file: string, sentence: RegExp, ...options: string[]): Promise<void> {
  const target = path.join(folder, 'refused')
  const ran = await lateral('restore', target, file, '--without-erasures', ...options)
  expectSaid(`${what} is refused`, ran, 1, sentence)
  expectThat(`${what} leaves nothing`, !existsSync(path.join(target, 'files/device-images')), 'files')
  const counted = await lateral('verify-counts', target)
  expectSaid(`${what} leaves no table`, counted, 1, /relation "tenant_addresses" does not exist/)
  await rm(target, { recursive: true, force: true })
}

/** Fills a small disk in memory with a backup, and a larger one with a restore, where this user may mount them. */
async function onFullDisk(): Promise<void> {
  const disk = path.join(folder, 'disk')
  await mkdir(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', disk], { stdio: 'ignore' })
  } catch {
    process.stdout.write('  not tried: a full disk, because this user may not mount one\n')
    return
  }
  try {
    const ran = await lateral('backup', source, path.join(disk, 'full.backup'))
    expectSaid('a backup on a full disk is refused', ran, 1, /There is no room/)
    expectThat('it leaves nothing', (await readdir(disk)).length === 0, (await readdir(disk)).join())
    execFileSync('mount', ['-o', `remount,size=200m`, disk])
    const restored = await lateral('restore', path.join(disk, 'target'), archive, '--without-erasures')
    expectSaid('a restore on a full disk is refused', restored, 1, /There is no room|No space left/)
  } finally {
    execFileSync('umount', ['-l', disk])
  }
}

async function lateral(name: string, dataDir: string, ...args: string[]): Promise<Ran> {
  const ran = await runCommand([name, ...args], { DATA_DIR: dataDir })
  const [file = '', ...options] = args
  const command = [name, path.basename(file), ...options.filter((option) => option.startsWith('--'))].join(' ')
  const { code, seconds, mebibytes } = ran
  table.push({ command, code: String(code), seconds: Math.round(seconds), MiB: Math.round(mebibytes) })
  return ran
}

function expectSaid(what: string, { code, text }: Ran, expected: number, sentence: RegExp): void {
  expectThat(what, code === expected && sentence.test(text), `${code}: ${text}`)
}

function expectThat(what: string, isSo: boolean, otherwise: string): void {
  if (!isSo) missed += 1
  process.stdout.write(`  ${isSo ? 'reached' : 'MISSED '}  ${what}${isSo ? '' : `: ${otherwise}`}\n`)
}

/** Lets a server run on a data folder, which it must not change, while the owner of its database looks at it. */
async function serving<T>(dataDir: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const running = await startServer('restore-target', { DATA_DIR: dataDir })
  try {
    return await asOwner(dataDir, work)
  } finally {
    await running.stop()
  }
}

/** The number of rows and a hash of each table, and of the photos. */
async function contentOf(dataDir: string): Promise<Record<string, string>> {
  const content = await serving(dataDir, async (owner) => {
    const hashes: Record<string, string> = {}
    for (const name of await tablesOf(owner)) {
      if (ofServers.includes(name)) continue
      const counts: string[] = []
      for (const tenant of [0, 1, 2]) {
        await owner.query('begin')
        await owner.query('select enter_tenant($1)', [idOf.tenant(tenant)])
        const { rows } = await owner.query<{ content: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as content from "${name}" as t`,
        )
        await owner.query('commit')
        counts.push(rows[0]?.content ?? '')
      }
      hashes[name] = counts.join(', ')
    }
    return hashes
  })
  return { ...content, photos: await hashOfPhotos(path.join(dataDir, 'files')) }
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
}

async function hashOfPhotos(place: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await filesIn(place)
  for (const file of files.toSorted()) hash.update(path.relative(place, file)).update(await readFile(file))
  return `${files.length} ${hash.digest('hex')}`
}

/** The tables with rows that name the account that was deleted, and how many each has. */
async function tracesIn(owner: Client): Promise<string[]> {
  const traces: string[] = []
  for (const name of await tablesOf(owner)) {
    await owner.query('begin')
    await owner.query('select enter_tenant($1)', [idOf.tenant(0)])
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int from "${name}" as t where t::text ilike any($1)`,
      [[`%${leaving.email}%`, ...leaving.name.split(' ').map((word) => `%${word}%`)]],
    )
    await owner.query('commit')
    if (rows[0] !== undefined && rows[0].count > 0) traces.push(`${rows[0].count} in ${name}`)
  }
  return traces
}

async function tablesOf(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function flipBit(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 1
  await handle.write(byte, 0, 1, at)
  await handle.close()
}
