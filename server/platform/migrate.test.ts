import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { runAsOwner, withDatabase } from '../../tests/server/owner-connection.ts'
import { migrate } from './migrate.ts'
import { MigratorDialect } from './migrator-dialect.ts'
import { ensureRoles, roleNames } from './roles.ts'

const report = (): void => undefined
let folder: string
let ownerUrl: string

beforeEach(async () => {
  const adminUrl = inject('testDatabase').ownerUrl
  const name = `lateral_test_${randomUUID().replaceAll('-', '')}`
  await runAsOwner(adminUrl, `CREATE DATABASE ${name}`)
  ownerUrl = withDatabase(adminUrl, name)
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-migrations-'))
  await write('0001-first.sql', 'CREATE TABLE things (id int); GRANT SELECT ON things TO {{server}}, {{reader}};')
  return async () => {
    await runAsOwner(adminUrl, `DROP DATABASE ${name}`)
  }
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('many processes may migrate at once, and each migration runs once', async () => {
  await write('0002-second.sql', 'INSERT INTO things VALUES (1);')
  const lines: string[] = []
  const runs = [1, 2, 3, 4].map(() => migrate({ ownerUrl, folder, report: (line) => lines.push(line) }))
  const urls = await Promise.all(runs)
  expect(new Set(urls.map((url) => url.serverUrl)).size).toBe(1)
  const migrated = lines.filter((line) => line.startsWith('Migrated'))
  expect(migrated).toEqual(['Migrated 0001-first', 'Migrated 0002-second'])
  expect(await query(ownerUrl, 'SELECT id FROM things')).toEqual([{ id: 1 }])
})

test('up to a migration that has run, none of the later ones runs', async () => {
  await migrate({ ownerUrl, folder, report })
  await write('0002-rows.sql', 'INSERT INTO things VALUES (1);')
  await migrate({ ownerUrl, folder, report, upTo: '0001-first' })
  expect(await query(ownerUrl, 'SELECT id FROM things')).toEqual([])
  await migrate({ ownerUrl, folder, report })
  expect(await query(ownerUrl, 'SELECT id FROM things')).toEqual([{ id: 1 }])
})

test('the migrator finds its own two tables, without reading the others', async () => {
  const database = new Kysely<unknown>({
    dialect: new MigratorDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  })
  expect(await database.introspection.getTables()).toEqual([])
  await migrate({ ownerUrl, folder, report })
  const found = await database.introspection.getTables()
  await database.destroy()
  expect(found.map(({ name, schema }) => [name, schema])).toEqual([
    ['kysely_migration', 'public'],
    ['kysely_migration_lock', 'public'],
  ])
})

test('the roles of the server and the reader may log in, and the grants of a migration reach them', async () => {
  const { serverUrl, readerUrl } = await migrate({ ownerUrl, folder, report })
  expect(await query(serverUrl, 'SELECT * FROM things')).toEqual([])
  expect(await query(readerUrl, 'SELECT * FROM things')).toEqual([])
  await expect(query(serverUrl, 'CREATE TABLE own (id int)')).rejects.toThrow('permission denied')
})

test('a role that may log in keeps the verifier of its password, which poolers may know', async () => {
  await migrate({ ownerUrl, folder, report })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const sent = vi.spyOn(owner, 'query')
  await ensureRoles(owner, ownerUrl)
  await owner.end()
  expect(sent).toHaveBeenCalled()
  expect(sent.mock.calls.filter(([text]) => String(text).includes('PASSWORD'))).toEqual([])
})

test("the server's role is no superuser, bypasses nothing, owns nothing and belongs to no other role", async () => {
  const { serverUrl } = await migrate({ ownerUrl, folder, report })
  const found = await query(
    serverUrl,
    `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = role.oid) AS memberships,
       (SELECT count(*)::int FROM pg_class WHERE relowner = role.oid) AS owned
     FROM pg_roles AS role WHERE rolname = current_user`,
  )
  expect(found).toEqual([
    {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      memberships: 0,
      owned: 0,
    },
  ])
})

test('leaves an up-to-date database alone', async () => {
  const urls = await migrate({ ownerUrl, folder, report })
  expect(await migrate({ ownerUrl, folder, report: (line) => expect.unreachable(line) })).toEqual(urls)
})

test('rolls a broken migration back and names it with its line, and keeps those before it', async () => {
  await write('0002-broken.sql', 'CREATE TABLE half (id int);\nSELEC 1;')
  await expect(migrate({ ownerUrl, folder, report })).rejects.toThrow(/0002-broken\.sql:2: syntax error/)
  expect(await query(ownerUrl, `SELECT to_regclass('half') AS half, to_regclass('things') AS things`)).toEqual([
    { half: null, things: 'things' },
  ])
})

test('a migration for each tenant is committed tenant by tenant, and starts over if it was interrupted', async () => {
  const tenants = ['a', 'b', 'c'].map((letter) => `00000000-0000-0000-0000-00000000000${letter}`)
  await write(
    '0002-tenants.sql',
    `CREATE TABLE tenant_addresses (address serial, tenant_id uuid);
     INSERT INTO tenant_addresses (tenant_id) SELECT unnest('{${tenants.join(',')},${tenants[0]}}'::uuid[]);
     CREATE FUNCTION enter_tenant(tenant uuid) RETURNS text LANGUAGE sql RETURN set_config('test.tenant', tenant::text, true);
     CREATE TABLE visits (tenant text, at bigint, UNIQUE (tenant, at)); CREATE TABLE refused (tenant text);
     INSERT INTO refused VALUES ('${tenants[1]}');`,
  )
  await write(
    '0003-visit.sql',
    `-- For each tenant, in a transaction of its own. Who is refused ends it.
     INSERT INTO visits VALUES (current_setting('test.tenant'), txid_current());
     SELECT 1 / (SELECT count(*) - 1 FROM refused WHERE tenant = current_setting('test.tenant'))
     FROM refused WHERE tenant = current_setting('test.tenant');`,
  )
  await expect(migrate({ ownerUrl, folder, report })).rejects.toThrow(/0003-visit\.sql.*division by zero/)
  await runAsOwner(ownerUrl, 'DELETE FROM refused')
  const before = (await query(ownerUrl, 'SELECT tenant FROM visits')).length
  await migrate({ ownerUrl, folder, report })
  const [found] = await query(
    ownerUrl,
    'SELECT count(*)::int AS visits, count(DISTINCT at)::int AS transactions, count(DISTINCT tenant)::int AS tenants FROM visits',
  )
  expect(found).toEqual({ visits: before + 3, transactions: before + 3, tenants: 3 })
  await migrate({ ownerUrl, folder, report: (line) => expect.unreachable(line) })
})

test('a migration waits for a locked table without blocking others', async () => {
  await migrate({ ownerUrl, folder, report })
  await write('0002-wider.sql', 'ALTER TABLE things ADD COLUMN name text;')
  const holder = new pg.Client({ connectionString: ownerUrl })
  await holder.connect()
  await holder.query('BEGIN; SELECT count(*) FROM things')
  const lines: string[] = []
  const migrated = migrate({ ownerUrl, folder, report: (line) => lines.push(line) })
  await expect.poll(() => lines.join()).toMatch(/0002-wider\.sql.*lock timeout: trying again/)
  // A waiting lock request would block other readers.
  expect(await query(ownerUrl, 'SELECT id FROM things')).toEqual([])
  await holder.query('COMMIT')
  await holder.end()
  await migrated
  expect(lines.at(-1)).toBe('Migrated 0002-wider')
})

describe('with a baseline', () => {
  /** Replaces the files of these migrations by one file. */
  async function writeBaseline(names: readonly string[], text: string): Promise<void> {
    await Promise.all(names.map((name) => rm(path.join(folder, `${name}.sql`), { force: true })))
    await write('baseline.sql', [...names.map((name) => `-- ${name}`), '', text].join('\n'))
  }
  const applied = () => query(ownerUrl, `SELECT string_agg(name, ' ' ORDER BY name) AS names FROM kysely_migration`)

  test('an empty database begins with it, and the later migrations follow', async () => {
    await writeBaseline(['0001-first', '0002-second'], 'CREATE TABLE things (id int); INSERT INTO things VALUES (1);')
    await write('0003-third.sql', 'INSERT INTO things VALUES (3);')
    const lines: string[] = []
    await migrate({ ownerUrl, folder, report: (line) => lines.push(line) })
    expect(lines).toEqual(['Made the tables (up to 0002-second)', 'Migrated 0003-third'])
    expect(await query(ownerUrl, 'SELECT id FROM things ORDER BY id')).toEqual([{ id: 1 }, { id: 3 }])
    expect(await applied()).toEqual([{ names: '0001-first 0002-second 0003-third' }])
    await migrate({ ownerUrl, folder, report: (line) => expect.unreachable(line) })
  })

  test('up to its last migration none of the later ones runs', async () => {
    await writeBaseline(['0001-first'], 'CREATE TABLE things (id int);')
    await write('0002-second.sql', 'INSERT INTO things VALUES (2);')
    await migrate({ ownerUrl, folder, report, upTo: '0001-first' })
    expect(await query(ownerUrl, 'SELECT id FROM things')).toEqual([])
  })

  test('a database that has run what it stands for goes on behind it', async () => {
    await write('0002-second.sql', 'INSERT INTO things VALUES (2);')
    await migrate({ ownerUrl, folder, report })
    await writeBaseline(['0001-first', '0002-second'], 'SELECT 1 / 0;')
    await migrate({ ownerUrl, folder, report: (line) => expect.unreachable(line) })
    await write('0003-third.sql', 'INSERT INTO things VALUES (3);')
    await migrate({ ownerUrl, folder, report })
    expect(await query(ownerUrl, 'SELECT id FROM things ORDER BY id')).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('a database of an older version is refused with what to start first, and stays as it is', async () => {
    await migrate({ ownerUrl, folder, report })
    await writeBaseline(['0001-first', '0002-second'], 'CREATE TABLE others (id int);')
    await expect(migrate({ ownerUrl, folder, report })).rejects.toThrow(
      'An older version of Lateral has migrated the database (up to 0001-first), and this one goes on from 0002-second alone. ' +
        'Start the version between them first, which docs/running.md names under "From an older version".',
    )
    expect(await query(ownerUrl, `SELECT to_regclass('others') AS others`)).toEqual([{ others: null }])
    expect(await applied()).toEqual([{ names: '0001-first' }])
  })

  test('one that breaks leaves nothing behind, and its line is named', async () => {
    await writeBaseline(['0001-first', '0002-second'], 'CREATE TABLE things (id int);\nSELEC 1;')
    await expect(migrate({ ownerUrl, folder, report })).rejects.toThrow(/baseline\.sql:5: syntax error/)
    expect(await query(ownerUrl, `SELECT to_regclass('things') AS things`)).toEqual([{ things: null }])
    expect(await applied()).toEqual([{ names: null }])
  })
})

describe('on a database that a newer version has migrated', () => {
  /** The migrations of this version are the first two; `more` is one of the newer version. */
  async function migrateNewer(more: string): Promise<void> {
    await write(
      '0002-oldest.sql',
      `CREATE TABLE oldest_version (migration text); INSERT INTO oldest_version VALUES ('0002-oldest');`,
    )
    await write('0003-newer.sql', more)
    await migrate({ ownerUrl, folder, report })
    await rm(path.join(folder, '0003-newer.sql'))
  }

  test('a version runs and changes nothing where the newer one serves it, too', async () => {
    await migrateNewer('ALTER TABLE things ADD COLUMN name text')
    const lines: string[] = []
    const { serverUrl } = await migrate({ ownerUrl, folder, report: (line) => lines.push(line) })
    expect(lines).toEqual(['A newer version has migrated the database (up to 0003-newer), and allows this one to run'])
    expect(await query(serverUrl, 'SELECT name FROM things')).toEqual([])
  })

  test('a version that the newer one no longer serves is refused in plain words', async () => {
    await migrateNewer(`UPDATE oldest_version SET migration = '0003-newer'`)
    await expect(migrate({ ownerUrl, folder, report })).rejects.toThrow(
      'A newer version of Lateral has migrated the database (up to 0003-newer), and this version is too old for it. ' +
        'Start that version, or a newer one.',
    )
  })

  test('a version with a migration that the newer one lacks is refused', async () => {
    await migrateNewer('SELECT 1')
    await write('0003-own.sql', 'CREATE TABLE own (id int)')
    await expect(migrate({ ownerUrl, folder, report })).rejects.toThrow(
      'has migrated the database (up to 0003-newer) without 0003-own of this one',
    )
    expect(await query(ownerUrl, `SELECT to_regclass('own') AS own`)).toEqual([{ own: null }])
  })

  test('a version before this rule is refused', async () => {
    await migrateNewer('DROP TABLE oldest_version')
    await expect(migrate({ ownerUrl, folder, report })).rejects.toThrow('too old')
  })
})

describe('while another process migrates', () => {
  let other: pg.Client
  beforeEach(async () => {
    other = new pg.Client({ connectionString: ownerUrl })
    await other.connect()
    await other.query('SELECT pg_advisory_lock(7203461)')
    return () => other.end()
  })

  test('a start says that it waits, and goes on afterwards', async () => {
    const lines: string[] = []
    const migrated = migrate({ ownerUrl, folder, report: (line) => lines.push(line) })
    await expect.poll(() => lines).toEqual(['Another process is migrating the database: waiting for up to 10 minutes'])
    await other.query('SELECT pg_advisory_unlock(7203461)')
    await migrated
    expect(lines.at(-1)).toBe('Migrated 0001-first')
  })

  test('a start gives up in the end, and says how to end a connection that was left behind', async () => {
    const [held] = (await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows
    await expect(migrate({ ownerUrl, folder, report, limitMs: 0 })).rejects.toThrow(
      `SELECT pg_terminate_backend(${held?.pid})`,
    )
  })

  test('a start that is stopped waits no longer', async () => {
    const stopping = new AbortController()
    const starting = migrate({ ownerUrl, folder, report: () => stopping.abort(), signal: stopping.signal })
    await expect(starting).rejects.toThrow('aborted')
  })
})

test('tells an owner who may not create roles what to do', async () => {
  const role = `lateral_poor_${randomUUID().slice(0, 8)}`
  await runAsOwner(ownerUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'poor'`)
  const poorUrl = new URL(ownerUrl)
  poorUrl.username = role
  poorUrl.password = 'poor'
  await expect(migrate({ ownerUrl: poorUrl.href, folder, report })).rejects.toThrow(`ALTER ROLE "${role}" CREATEROLE`)
  await runAsOwner(ownerUrl, `DROP ROLE ${role}`)
})

test('refuses a server role that is a member of the owner', async () => {
  await migrate({ ownerUrl, folder, report })
  const owner = `lateral_lax_${randomUUID().slice(0, 8)}`
  const names = roleNames(`postgres://${owner}@host/db`)
  await runAsOwner(
    ownerUrl,
    `CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'lax'; CREATE ROLE ${names.server} IN ROLE ${owner}`,
  )
  const laxUrl = new URL(ownerUrl)
  laxUrl.username = owner
  laxUrl.password = 'lax'
  await expect(migrate({ ownerUrl: laxUrl.href, folder, report })).rejects.toThrow('member of the owner')
  await runAsOwner(ownerUrl, `DROP ROLE ${names.server}; DROP ROLE ${owner}`)
})

function write(name: string, text: string): Promise<void> {
  return writeFile(path.join(folder, name), text)
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
