import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, visit } from '../../tests/server/client.ts'
import { foldRecordCounts } from '../test-records/counting/folding-service.ts'
import { callEndpoint, callOf } from '../../tests/walks/endpoint-calls.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf } from '../../tests/server/tenants.ts'

/** Tables without a tenant_id of their own, each with its reason. */
const exceptions: Record<string, string> = {
  tenants: 'is the tenant itself: its policy compares the id',
  tenant_addresses: 'tells the tenant from a host, so it is read before there is a tenant; holds nothing else',
  tenant_directory: 'lists tenants for the operator, whose tenant alone its policy lets read it',
  catalogue_entries: 'is what the operator offers to every tenant; its policy lets each read it, and nobody write it',
  export_turns: 'ranks the exports of all tenants; ids and times, which the server reaches by three functions alone',
  tenant_turns: 'says whom a round visits next; ids and times, which the server reaches by functions alone',
  web_builds: 'says which builds of the web app were served last; everybody may read what they contain',
  web_assets: 'holds the files of those builds',
  oldest_version: 'says which versions may start on this schema; the owner alone reads it',
  kysely_migration: 'says which migrations have run',
  kysely_migration_lock: 'keeps two processes from migrating at once',
}

interface Table {
  name: string
  enabled: boolean
  forced: boolean
  owned_by_server: boolean
  primary_key: string[]
  insertable: boolean
  selectable: boolean
  /** A column that the server's role may update, or null if there is none. */
  updatable: string | null
}

let test: TestApp
let tables: Table[]
let isolated: Table[]

beforeAll(async () => {
  test = await startTestApp()
  await fillTheRest()
  const server = new URL(test.database.serverUrl).username
  tables = await test.query<Table>(
    test.ours,
    `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
            pg_get_userbyid(c.relowner) = $1 as owned_by_server,
            array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as k (attnum, position)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
              where i.indrelid = c.oid and i.indisprimary order by k.position) as primary_key,
            has_any_column_privilege($1, c.oid, 'insert') as insertable,
            has_table_privilege($1, c.oid, 'select') as selectable,
            (select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               and has_column_privilege($1, c.oid, a.attnum, 'update') order by a.attname <> 'tenant_id' limit 1) as updatable
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    [server],
  )
  isolated = tables.filter(({ name }) => !(name in exceptions))
})
afterAll(() => test.close())

/** Endpoints that are called because they leave rows in tables that the builders leave empty. */
const writing: ReadonlySet<string> = new Set(['recordTest', 'keepTestDraft', 'keepReadingDraft'])

/** Inserts a row into each table that the builders leave empty. */
async function fillTheRest(): Promise<void> {
  for (const tenant of [test.ours, test.theirs]) {
    const { home } = tenant.places
    const client = await logInAs(test.app, tenant, 'clinical')
    for (const endpoint of endpoints.filter(({ name }) => writing.has(name))) {
      expect((await callEndpoint(client, endpoint, callOf(endpoint, home))).statusCode).toBeOneOf([201, 204])
    }
    await (await visit(test.app, tenant)).post('/login', { username: 'nobody@clinic.test', password: 'wrong' })
    await client.post('/password-resets', { email: emailOf('clinical') })
    await test.query(tenant, 'insert into audit_verifications (tenant_id) values (current_tenant())')
    await test.query(
      tenant,
      `insert into subject_details (tenant_id, subject_id, role) values (current_tenant(), $1, 'resident')`,
      [home.subjectId],
    )
    await test.query(
      tenant,
      'insert into outbreak_mail_refusals (tenant_id, user_id) select tenant_id, id from users where email = $1',
      [emailOf('clinical')],
    )
    await test.query(
      tenant,
      `insert into outbreak_rules
         (tenant_id, is_on, positives, within_hours, counted_by, days_sars_cov_2, days_other, test_every_days)
       values (current_tenant(), false, 3, 72, 'group', 28, 14, 7)`,
    )
    await test.query(tenant, `insert into verification_keys (tenant_id, key) values (current_tenant(), sha256('key'))`)
    await test.query(
      tenant,
      `insert into refusal_counts (tenant_id, actor_id, window_started_at, attempts)
        values (current_tenant(), gen_random_uuid(), now(), 1)`,
    )
    await test.query(
      tenant,
      `insert into development_mail (tenant_id, id, channel, recipient, subject, text, html)
       select tenant_id, id, channel, recipient, '', '', '' from messages`,
    )
    await test.query(
      tenant,
      `insert into deliveries (tenant_id, id, test_record_id, channel, reason, sent_by, created_at, expires_at)
       select tenant_id, id, id, 'email', 'asked', recorded_by, now(), now() from test_records where id = $1`,
      [home.recordId],
    )
    await test.query(
      tenant,
      `insert into test_record_versions (tenant_id, test_record_id, version, snapshot, changed_by, reason)
       select tenant_id, id, 1, '{}', recorded_by, 'other' from test_records where id = $1`,
      [home.recordId],
    )
    await test.query(
      tenant,
      `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale)
       select tenant_id, gen_random_uuid(), id, 'email', 'password-changed', email, 'en_GB' from users where email = $1`,
      [home.username],
    )
    await test.query(
      tenant,
      `insert into development_mail (tenant_id, id, channel, recipient, subject, text, html)
       select tenant_id, id, 'email', recipient, '', '', '' from messages where recipient = $1 on conflict do nothing`,
      [home.username],
    )
  }
  // Folds the records into counts and then changes one, so that both tables of counts have rows.
  await foldRecordCounts(test.door)
  for (const tenant of [test.ours, test.theirs]) {
    await test.query(tenant, `update test_records set state = 'voided' where id = $1`, [tenant.places.home.recordId])
  }
}

describe('the catalogue', () => {
  it('has every table of the product, and no exception without a table', () => {
    expect(isolated.length).toBeGreaterThanOrEqual(15)
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(exceptions)))
  })

  it('enables and forces row-level security on every table of a tenant', () => {
    const bare = tables.filter(
      ({ name, enabled, forced }) => (!(name in exceptions) || name === 'tenants') && !(enabled && forced),
    )
    expect(bare).toEqual([])
  })

  it('gives every table the tenant policy for all commands and roles, and no other', async () => {
    const policies = await test.query<{ name: string }>(
      test.ours,
      `select tablename as name, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies where schemaname = 'public' order by 1, policyname`,
    )
    const policyOf = (name: string, column: string) => {
      const condition = `(${column} = current_tenant())`
      const rest = { policyname: 'tenant', permissive: 'PERMISSIVE', roles: '{public}', cmd: 'ALL' }
      return { name, ...rest, qual: condition, with_check: condition }
    }
    const ofOperator = {
      ...policyOf('tenant_directory', ''),
      policyname: 'operator',
      cmd: 'SELECT',
      qual: '( SELECT is_operators_tenant() AS is_operators_tenant)',
      with_check: null,
    }
    const ofEverybody = { ...ofOperator, name: 'catalogue_entries', policyname: 'everybody', qual: 'true' }
    const ofAlarms = {
      ...policyOf('audit_verifications', ''),
      policyname: 'alarms',
      roles: `{${new URL(test.database.ownerUrl).username}}`,
      cmd: 'SELECT',
      qual: '((broken_position IS NOT NULL) AND (current_tenant() IS NULL))',
      with_check: null,
    }
    const whereToFold = {
      ...ofAlarms,
      name: 'record_deltas',
      policyname: 'to_fold',
      qual: '(current_tenant() IS NULL)',
    }
    const whereToSeal = {
      ...ofAlarms,
      name: 'audit_events',
      policyname: 'to_seal',
      qual: '(("position" IS NULL) AND (current_tenant() IS NULL))',
    }
    const dueIn = ['webhooks', 'notification_follows', 'notification_reports', 'notification_sendings']
    const whereToSend = dueIn.map((name) => ({ ...whereToFold, name, policyname: 'due' }))
    const wanted = [
      ofAlarms,
      ...whereToSend,
      ...isolated.map(({ name }) => policyOf(name, 'tenant_id')),
      policyOf('tenants', 'id'),
      ofOperator,
      ofEverybody,
      whereToFold,
      whereToSeal,
    ]
    expect(policies.toSorted(byName)).toEqual(wanted.toSorted(byName))
  })

  it('leads every primary key, unique index and index with tenant_id', async () => {
    expect(isolated.filter(({ primary_key }) => primary_key[0] !== 'tenant_id')).toEqual([])
    const others = await test.query<{ name: string }>(
      test.ours,
      `select c.relname as name, i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indrelid
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relnamespace = 'public'::regnamespace and a.attname is distinct from 'tenant_id'`,
    )
    expect(others.filter(({ name }) => !(name in exceptions))).toEqual([])
  })

  it('leads every foreign key with the tenant on both sides', async () => {
    const keys = await test.query(
      test.ours,
      `select k.conname, k.conrelid::regclass::text as name, a.attname as own, b.attname as other, k.confrelid::regclass::text as target
       from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
    )
    expect(keys.length).toBeGreaterThan(15)
    const loose = keys.filter(({ name, own, other, target }) => {
      return own !== (name === 'tenants' ? 'id' : 'tenant_id') || other !== (target === 'tenants' ? 'id' : 'tenant_id')
    })
    expect(loose).toEqual([])
  })

  it('lets the server’s role own nothing', async () => {
    expect(tables.filter(({ owned_by_server }) => owned_by_server)).toEqual([])
    const owned = await asServer(
      null,
      `select (select count(*) from pg_class where relowner = r.oid) + (select count(*) from pg_proc where proowner = r.oid)
         + (select count(*) from pg_namespace where nspowner = r.oid) as owned, rolsuper, rolbypassrls, rolcreaterole
       from pg_roles r where rolname = current_user`,
    )
    expect(owned).toEqual([{ owned: 0, rolsuper: false, rolbypassrls: false, rolcreaterole: false }])
  })
})

describe('the server’s role', () => {
  it('sees no row of any table without a tenant', async () => {
    for (const { name } of readable()) {
      expect([name, await asServer(null, `select count(*) from ${name}`)]).toEqual([name, [{ count: 0 }]])
    }
  })

  it('sees the rows of the entered tenant and no others, also by a query without a condition', async () => {
    for (const { name } of readable()) {
      const column = name === 'tenants' ? 'id' : 'tenant_id'
      const [mine] = await test.query<{ count: string }>(
        test.ours,
        `select count(*) from ${name} where ${column} = current_tenant()`,
      )
      const seen = await asServer(
        test.ours.id,
        `select count(*), count(*) filter (where ${column} <> '${test.ours.id}') as foreign from ${name}`,
      )
      expect([name, seen]).toEqual([name, [{ count: Number(mine?.count), foreign: 0 }]])
      expect([name, Number(mine?.count)]).not.toEqual([name, 0])
    }
  })

  it('cannot insert a row for another tenant', async () => {
    for (const { name } of isolated.filter(({ insertable, selectable }) => insertable && selectable)) {
      const columns = await columnsOf(name)
      const values = columns.map((column) => (column === 'tenant_id' ? `'${test.theirs.id}'` : column)).join(', ')
      const insert = asServer(
        test.ours.id,
        `insert into ${name} (${columns.join(', ')}) select ${values} from ${name} limit 1`,
      )
      await expect(insert, name).rejects.toThrow('row-level security')
    }
  })

  it('cannot move a row to another tenant', async () => {
    for (const { name } of isolated.filter(({ updatable }) => updatable !== null)) {
      const update = asServer(test.ours.id, `update ${name} set tenant_id = '${test.theirs.id}'`)
      await expect(update, name).rejects.toThrow(/row-level security|foreign key|permission denied|partition value/)
    }
  })

  it('cannot change another tenant’s rows', async () => {
    for (const { name, updatable: column } of isolated.filter(({ updatable }) => updatable !== null)) {
      const changed = await asServer(
        test.ours.id,
        `update ${name} set ${column} = ${column} where tenant_id = '${test.theirs.id}' returning 1`,
      )
      expect([name, changed]).toEqual([name, []])
    }
  })

  it.each([
    'update audit_events set action = action',
    'update audit_events set position = null',
    'insert into audit_events (tenant_id, id, action, position) select tenant_id, gen_random_uuid(), action, 1 from audit_events',
    `insert into audit_events (tenant_id, id, action, hash) select tenant_id, gen_random_uuid(), action, sha256('') from audit_events`,
    'alter table audit_events disable trigger audit_event_as_written',
    'delete from audit_events',
    'update audit_verifications set broken_position = null, broken_at = null',
    'insert into audit_verifications (tenant_id, position) values (current_tenant(), 1)',
    'delete from audit_verifications',
    'truncate audit_events',
    'delete from test_records',
    'truncate test_records',
    'update test_record_versions set version = version',
    'delete from test_record_versions',
    'update verification_keys set key = key',
    'delete from verification_keys',
    'delete from deliveries',
    'delete from users',
    'delete from tenants',
    'insert into tenant_addresses select * from tenant_addresses',
    'update tenant_addresses set tenant_id = tenant_id',
    'insert into tenant_directory (tenant_id) values (gen_random_uuid())',
    'update catalogue_entries set name = name',
    `select keep_catalogue_entry('{"name":"Planted"}')`,
    'update tenants set is_operator = not is_operator',
    'alter table test_records disable row level security',
    'alter table test_records no force row level security',
    'drop policy tenant on test_records',
    'set session_replication_role = replica',
    'create table stolen as select 1',
    'create function public.stolen() returns int language sql as $$ select 1 $$',
  ])('may not: %s', async (statement) => {
    await expect(asServer(test.ours.id, statement)).rejects.toMatchObject({ code: '42501' })
  })
})

it('the server’s role cannot say when an event was', async () => {
  const clock = async () => (await asServer(null, 'select clock_timestamp() as at'))[0]?.at as Date
  for (const at of [`'2001-01-01'`, `'2101-01-01'`, 'null', 'default']) {
    const before = await clock()
    const [written] = await asServer(
      test.ours.id,
      `insert into audit_events (tenant_id, id, action, occurred_at) values ('${test.ours.id}', gen_random_uuid(), 'session.login', ${at})
       returning occurred_at, position, hash`,
    )
    expect(written).toEqual({ occurred_at: expect.any(Date), position: null, hash: null })
    const times = [before, written?.occurred_at as Date, await clock()]
    expect(times.toSorted((a, b) => a.getTime() - b.getTime())).toEqual(times)
  }
})

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

function readable(): Table[] {
  return tables.filter(({ name, selectable }) => selectable && (!(name in exceptions) || name === 'tenants'))
}

/** Lists the columns that the server's role can insert. */
async function columnsOf(table: string): Promise<string[]> {
  const rows = await test.query<{ name: string }>(
    test.ours,
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and has_column_privilege($2, attrelid, attnum, 'insert')`,
    [table, new URL(test.database.serverUrl).username],
  )
  return rows.map(({ name }) => name)
}

/** Runs a statement as the server's role, with a tenant entered or none, and rolls it back. Returns its rows. */
async function asServer(tenantId: string | null, statement: string): Promise<Record<string, unknown>[]> {
  const client = await test.database.pool.connect()
  try {
    await client.query('begin')
    if (tenantId !== null) await client.query('select enter_tenant($1)', [tenantId])
    return (await client.query(statement)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
