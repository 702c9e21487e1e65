import { sealAudit } from '../audit/service.ts'
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, it, test } from 'vitest'
import { createPool } from '../platform/database.ts'
import { openFiles } from '../platform/files.ts'
import { openKeptLines, type KeptLines } from '../platform/kept-lines.ts'
import { migrate, ownMigrations } from '../platform/migrate.ts'
import { listMigrations, listOfBaseline } from '../platform/migrations.ts'
import { deriveRoleUrls, roleNames } from '../platform/roles.ts'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { logInAs } from '../../tests/server/client.ts'
import { askAsOwner, runAsOwner, withDatabase } from '../../tests/server/owner-connection.ts'
import { recordTestOf } from '../../tests/server/subjects.ts'
import { userIdOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { setWebhooks } from '../../tests/server/tried-webhooks.ts'
import { readArchive } from './archive-reader.ts'
import { backUp } from './backing-up.ts'
import { refuseUsed } from './loading-repository.ts'
import { restore, type Restoring } from './restoring.ts'

const isLeftOut = leftOutOnCitus('the schema is compared with that of one PostgreSQL')

const { ownerUrl: adminUrl } = inject('testDatabase')

let source: TestApp
let folder: string
let archive: string
/** A database and a data folder for each test that restores. */
let target: { ownerUrl: string; dataDir: string; name: string }
const made: string[] = []

beforeAll(async () => {
  source = await startTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-backup-'))
  const clinician = await logInAs(source.app, source.ours, 'clinical')
  await recordTestOf(clinician, source.ours.places.home, source.ours.places.home.subjectId)
  // A restore pauses webhooks, and otherwise changes nothing.
  await setWebhooks(source, source.ours, `state = 'paused', paused_because = 'restored'`, null)
  await setWebhooks(source, source.theirs, `state = 'paused', paused_because = 'restored'`, null)
  // An event that is sealed later would differ from the archive.
  await sealAudit(source.door)
  archive = path.join(folder, 'lateral.backup')
  await backUp(sourceParts(), archive, undefined)
})
beforeEach(() => makeTarget())
afterAll(async () => {
  await source.close()
  for (const name of made) await runAsOwner(adminUrl, `drop database if exists ${name}`)
  await rm(folder, { recursive: true })
})

function sourceParts() {
  return {
    readerUrl: deriveRoleUrls(source.database.ownerUrl).readerUrl,
    files: openFiles({ dataDir: source.dataDir, s3: undefined }),
  }
}

/** Most targets have the tables already, as after a first start, which saves the time of the migrations. */
async function makeTarget(template = inject('testDatabase').template): Promise<void> {
  const name = `lateral_test_${randomUUID().replaceAll('-', '')}`
  await runAsOwner(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  made.push(name)
  const dataDir = path.join(folder, name)
  await mkdir(path.join(dataDir, 'erasures'), { recursive: true })
  target = { ownerUrl: withDatabase(adminUrl, name), dataDir, name }
}

/** Restores without a process of its own, and returns what was reported. */
async function restoreHere(file: string, more: Partial<Restoring> = {}): Promise<string> {
  const lines: string[] = []
  await restore(
    {
      ownerUrl: target.ownerUrl,
      files: openFiles({ dataDir: target.dataDir, s3: undefined }),
      erasures: openKeptLines({ folder: path.join(target.dataDir, 'erasures'), prefix: '', s3: undefined }),
      decideOnMessages: () => Promise.reject(new Error('Nobody was to be asked')),
      report: (line) => void lines.push(line),
      ...more,
    },
    file,
    undefined,
  )
  return lines.join('\n')
}

/** The command as an administrator runs it. */
async function lateral(args: readonly string[], at: { ownerUrl: string; dataDir: string } = target) {
  const erasures = path.join(source.dataDir, 'erasures')
  const env = { ...process.env, DATABASE_URL: at.ownerUrl, DATA_DIR: at.dataDir, ERASURES: erasures, PATH: '' }
  return promisify(execFile)(process.execPath, ['scripts/commands/lateral.ts', ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  )
}

/** Every row of every table as one hash each, as the role for backups sees them. */
async function contentOf(ownerUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: deriveRoleUrls(ownerUrl).readerUrl })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not in ('kysely_migration', 'kysely_migration_lock', 'web_assets', 'web_builds', 'imports', 'import_rows', 'import_changes', 'import_matches', 'import_test_matches') order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as rows from "${name}" t`,
    )
    hashes[name] = rows[0]?.rows ?? ''
  }
  await client.end()
  return hashes
}

/** Everything that the migrations made: tables, columns, constraints, indexes, triggers, policies, functions, rights. */
async function schemaOf(ownerUrl: string): Promise<string[]> {
  const rows = await askAsOwner<{ line: string }>(
    ownerUrl,
    `select 'table ' || relname || relkind::text || relrowsecurity || relforcerowsecurity || coalesce(relacl::text, '') as line
       from pg_class where relnamespace = 'public'::regnamespace
     union all select 'constraint ' || conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select 'index ' || pg_get_indexdef(indexrelid) || indisvalid from pg_index join pg_class c on c.oid = indexrelid
       where relnamespace = 'public'::regnamespace
     union all select 'trigger ' || pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     union all select 'policy ' || tablename || policyname || coalesce(qual, '') from pg_policies
     union all select 'function ' || proname || coalesce(proacl::text, '') from pg_proc where pronamespace = 'public'::regnamespace
     union all select 'queue ' || relname || coalesce(relacl::text, '') from pg_class where relnamespace = 'jobs'::regnamespace and relname !~ '\\d{8}|^j[0-9a-f]{20}'
     order by 1`,
  )
  return rows.map(({ line }) => line)
}

test('the role for backups may read every table and sequence', async () => {
  const { reader } = roleNames(source.database.ownerUrl)
  const kept = await askAsOwner<{ name: string; isRead: boolean }>(
    source.database.ownerUrl,
    `select c.oid::regclass::text as name, case when c.relkind = 'S' then has_sequence_privilege('${reader}', c.oid, 'select')
       else has_table_privilege('${reader}', c.oid, 'select') end as "isRead"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'S') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`,
  )
  expect(kept.length).toBeGreaterThan(50)
  expect(kept.filter(({ isRead }) => !isRead)).toEqual([])
})

it.skipIf(isLeftOut)('restores rows, photos, rules and rights as they were, and people work on', async () => {
  await makeTarget('template1')
  const file = path.join(folder, 'by-command.backup')
  const written = await lateral(['backup', file], { ...source.database, dataDir: source.dataDir })
  expect(written.text).toMatch(/holds \d+ rows of \d+ tables and 8 files as of .*, and was read back/)
  expect((await stat(file)).mode & 0o077).toBe(0)

  const restored = await lateral(['restore', file])
  expect(restored.text).toMatch(/audit trail unbroken.*ours: counts agree with [1-9]/s)
  expect(restored.code).toBe(0)
  expect(await contentOf(target.ownerUrl)).toEqual(await contentOf(source.database.ownerUrl))
  expect(await schemaOf(target.ownerUrl)).toEqual(await schemaOf(source.database.ownerUrl))
  expect(await photosIn(target.dataDir)).toEqual(await photosIn(source.dataDir))

  const pool = createPool({ url: deriveRoleUrls(target.ownerUrl).serverUrl, size: 3, onError: () => undefined })
  const again = await source.another({ pool })
  const clinician = await logInAs(again, source.ours, 'clinical')
  await recordTestOf(clinician, source.ours.places.home, source.ours.places.home.subjectId)
  await pool.end()
})

it.skipIf(isLeftOut)(
  'restores a backup of the oldest schema that it can, and brings it up to date',
  async () => {
    await makeTarget('template1')
    const oldest = target
    const [names, ofBaseline] = await Promise.all([listMigrations(ownMigrations), listOfBaseline(ownMigrations)])
    const upTo = ofBaseline.at(-1) ?? ''
    const { readerUrl } = await migrate({ ownerUrl: oldest.ownerUrl, report: () => undefined, upTo })
    await addTenantTo(oldest.ownerUrl)
    const file = path.join(folder, 'oldest.backup')
    await backUp({ readerUrl, files: openFiles({ dataDir: oldest.dataDir, s3: undefined }) }, file, undefined)

    await makeTarget()
    const told = await restoreHere(file)
    expect(told).toContain('Restored ')
    for (const name of names.slice(ofBaseline.length)) expect(told).toContain(`Migrated ${name}`)
    const { readerUrl: reader } = deriveRoleUrls(target.ownerUrl)
    expect(await askAsOwner(reader, 'select name, slug from tenants')).toEqual([{ name: 'Here', slug: 'here' }])
    expect(await schemaOf(target.ownerUrl)).toEqual(await schemaOf(source.database.ownerUrl))
  },
  60_000,
)

it('makes no backup in which tenants are missing, or too many', async () => {
  const { ours, theirs, database } = source
  const lead = (from: string, to: string) =>
    askAsOwner(database.ownerUrl, `update tenant_addresses set tenant_id = '${to}' where address = '${from}'`)
  await lead('theirs', ours.id)
  const refused = await backUp(sourceParts(), path.join(folder, 'missing.backup'), undefined).catch(String)
  await lead('theirs', theirs.id)
  expect(refused).toContain('2 tenants were read, but there are 1')
  expect(await readdir(folder)).not.toContain('missing.backup')
})

it('overwrites no file, and restores neither over tenants nor over photos', async () => {
  await expect(backUp(sourceParts(), archive, undefined)).rejects.toThrow('is there already')
  await expect(restoreHere(archive, { ownerUrl: source.database.ownerUrl })).rejects.toThrow(
    'The database is in use. Stop Lateral first',
  )
  const other = new pg.Client({ connectionString: target.ownerUrl })
  await other.connect()
  await refuseUsed(other)
  await expect(restoreHere(archive)).rejects.toThrow('Another restore is running in this database')
  await other.end()
  await expect.poll(() => othersIn(target.name)).toBe(0)
  const files = openFiles({ dataDir: source.dataDir, s3: undefined })
  await expect(restoreHere(archive, { files })).rejects.toThrow('There are photos in the place of files')
  await addTenantTo(target.ownerUrl)
  await expect(restoreHere(archive)).rejects.toThrow('There are tenants in this database')
})

async function addTenantTo(ownerUrl: string): Promise<void> {
  await askAsOwner(
    ownerUrl,
    `do $$ begin
       perform enter_tenant('${source.ours.id}');
       insert into tenants (id, name, slug, subjects, theme) values ('${source.ours.id}', 'Here', 'here', '{"kind":"human"}', '{}');
       insert into tenant_addresses (kind, address, tenant_id) values ('slug', 'here', '${source.ours.id}');
     end $$`,
  )
}

/** Backs up while one message waits. */
async function withWaitingMessage(): Promise<string> {
  const [waiting] = await source.query<{ id: string }>(
    source.ours,
    `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale)
     values ($1, gen_random_uuid(), $2, 'text', 'password-reset', '+447400123456', 'en_GB') returning id`,
    [source.ours.id, userIdOf('patient')],
  )
  const file = path.join(folder, `waiting-${randomUUID()}.backup`)
  await backUp(sourceParts(), file, undefined)
  await source.query(source.ours, `delete from messages where id = $1`, [waiting?.id])
  return file
}

it('a second backup to the same name leaves the first one alone', async () => {
  const file = path.join(folder, 'twice.backup')
  const both = await Promise.allSettled([1, 2].map(() => backUp(sourceParts(), file, undefined)))
  const refused = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  // By which of the two it is refused depends on how far the other one is.
  expect(refused).toEqual([expect.stringMatching(/another backup is running|is there already/)])
  expect((await readArchive(file, undefined)).end.files).toBe(8)
})

it('a backup that begins to write once another one to its name has ended leaves that one alone', async () => {
  const file = path.join(folder, 'late.backup')
  const erasures: KeptLines = {
    prepare: async () => undefined,
    isThere: () => true,
    keep: async () => void (await backUp(sourceParts(), file, undefined)),
    read: async () => [],
  }
  await expect(backUp({ ...sourceParts(), erasures }, file, undefined)).rejects.toThrow('is there already')
  // The other one's, which is in no list.
  expect((await readArchive(file, undefined)).header.isInErasureList).toBe(false)
  expect(existsSync(`${file}.unfinished`)).toBe(false)
})

/** Restores the archive with one message that waited, so that `meanwhile` runs while it is asked what becomes of it. */
async function restoreWhile(meanwhile: () => Promise<void>, more: Partial<Restoring> = {}): Promise<string> {
  const decideOnMessages = async () => {
    await meanwhile()
    return 'discard' as const
  }
  return await restoreHere(await withWaitingMessage(), { ...more, decideOnMessages })
}

it('looks again for tenants, servers and photos before it changes anything', async () => {
  await expect(restoreWhile(() => addTenantTo(target.ownerUrl))).rejects.toThrow('There are tenants in this database')
  const tenants = await askAsOwner(target.ownerUrl, `select address from tenant_addresses where address = 'here'`)
  expect(tenants).toHaveLength(1)
  await migrate({ ownerUrl: target.ownerUrl, report: () => undefined })

  await makeTarget()
  const server = new pg.Client({ connectionString: deriveRoleUrls(target.ownerUrl).serverUrl })
  await expect(restoreWhile(async () => void (await server.connect()))).rejects.toThrow('Stop Lateral first')
  await server.end()
  await migrate({ ownerUrl: target.ownerUrl, report: () => undefined })

  await makeTarget()
  const photo = path.join(target.dataDir, 'files/device-images', randomUUID(), 'other.webp')
  const addPhoto = async () => {
    await mkdir(path.dirname(photo), { recursive: true })
    await writeFile(photo, 'another photo')
  }
  await expect(restoreWhile(addPhoto)).rejects.toThrow('There are photos in the place of files')
  expect(await readFile(photo, 'utf8')).toBe('another photo')
})

it('drops nothing of others: it refuses a database in which they have tables', async () => {
  await askAsOwner(target.ownerUrl, 'create schema other; create table other.ledger (id int)')
  await expect(restoreHere(archive)).rejects.toThrow('other.ledger in this database is not of Lateral')
  await askAsOwner(target.ownerUrl, 'alter table other.ledger set schema public')
  await expect(restoreHere(archive)).rejects.toThrow('ledger in this database is not of Lateral')
  expect(await askAsOwner(target.ownerUrl, 'select id from ledger')).toEqual([])
})

it('names photos that are missing, and keeps the rest', async () => {
  const { home } = source.ours.places
  const photo = path.join(source.dataDir, 'files/device-images', source.ours.id, `${home.imageId}.webp`)
  const content = await readFile(photo)
  await rm(photo)
  const file = path.join(folder, 'without-photo.backup')
  const { code, text } = await lateral(['backup', file], { ...source.database, dataDir: source.dataDir })
  await writeFile(photo, content)
  expect([code, text]).toEqual([
    1,
    expect.stringContaining(`MISSING: device-images/${source.ours.id}/${home.imageId}.webp`),
  ])
  expect((await lateral(['verify-backup', file])).text).toMatch(/is whole: \d+ rows of \d+ tables and 7 files/)
})

it('asks about messages that waited, sends or discards them, and pauses webhooks', async () => {
  const [waiting] = await source.query<{ id: string }>(
    source.ours,
    `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale)
     values ($1, gen_random_uuid(), $2, 'text', 'password-reset', '+447400123456', 'en_GB') returning id`,
    [source.ours.id, userIdOf('patient')],
  )
  const file = path.join(folder, 'waiting.backup')
  await setWebhooks(source, source.ours, `state = 'active', paused_because = null`, null)
  await backUp(sourceParts(), file, undefined)
  await setWebhooks(source, source.ours, `state = 'paused', paused_because = 'restored'`, null)
  await source.query(source.ours, `delete from messages where id = $1`, [waiting?.id])

  const unasked = await lateral(['restore', file])
  expect(unasked).toMatchObject({ code: 1, text: expect.stringMatching(/1 messages were waiting.*--waiting-messages/) })
  const jobs = `select data ->> 'id' as id, name from jobs.job where name in ('send-message', 'send-text')`
  await restoreHere(file, { decideOnMessages: async () => 'send' })
  expect(await askAsOwner(target.ownerUrl, jobs)).toEqual([{ id: waiting?.id, name: 'send-text' }])

  await makeTarget()
  await restoreHere(file, { decideOnMessages: async () => 'discard' })
  expect(await askAsOwner(target.ownerUrl, jobs)).toEqual([])
  expect(await contentOf(target.ownerUrl)).toEqual(await contentOf(source.database.ownerUrl))
})

it('a restore that was killed lets nobody in, and is repeated', async () => {
  await makeTarget('template1')
  const env = { ...process.env, DATABASE_URL: target.ownerUrl, DATA_DIR: target.dataDir }
  const killed = spawn(process.execPath, ['scripts/commands/lateral.ts', 'restore', archive], { env, stdio: 'ignore' })
  const ended = once(killed, 'exit')
  await expect.poll(() => tablesIn(target.ownerUrl), { interval: 20 }).toBeGreaterThan(5)
  killed.kill('SIGKILL')
  await ended
  await expect(migrate({ ownerUrl: target.ownerUrl, report: () => undefined })).rejects.toThrow(
    'A backup was not restored to its end into this database. Restore it again',
  )
  for (const command of [
    ['backup', path.join(folder, 'half.backup')],
    ['replay-erasures'],
    ['clear-audit-alarm', '--tenant', 'a'],
  ]) {
    const { code, text } = await lateral(command)
    expect([code, text]).toEqual([1, expect.stringContaining('was not restored to its end into this database')])
  }
  // PostgreSQL notices the lost connection by itself.
  await expect.poll(() => othersIn(target.name)).toBe(0)
  await restoreHere(archive)
  expect(await contentOf(target.ownerUrl)).toEqual(await contentOf(source.database.ownerUrl))
})

async function tablesIn(ownerUrl: string): Promise<number> {
  const [row] = await askAsOwner<{ tables: number }>(
    ownerUrl,
    `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return row?.tables ?? 0
}

async function othersIn(database: string): Promise<number> {
  const [row] = await askAsOwner<{ count: number }>(
    adminUrl,
    `select count(*)::int from pg_stat_activity where datname = '${database}'`,
  )
  return row?.count ?? 0
}

async function photosIn(dataDir: string): Promise<string[]> {
  const root = path.join(dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(
    files.toSorted().map(async (file) => `${path.relative(root, file)} ${await readFile(file, 'utf8')}`),
  )
}
