import { insertManyRecords, longNote } from '../server/many-records.ts'
import type { TestApp } from '../server/test-app.ts'
import type { TestTenant } from '../server/tenants.ts'

/** SQL for a name of 100 letters that differs from others only at its end; `n` counts the rows. */
const longName = `rpad('Ännä ', 94, 'quill yä ') || lpad(n::text, 6, '0')`

/**
 * Fills the tenant's home as much as a place may become: a thousand subjects with one birthday and long, similar names,
 * records with long notes and two readings each, a record and an assay with hundreds of versions, and hundreds of
 * organisations, groups, users, assays, deliveries and policies. The home's plain record was corrected, and the result
 * of its first one was sent.
 */
export async function fillHome(test: TestApp, tenant: TestTenant): Promise<void> {
  const { home } = tenant.places
  const copy = (table: string, where: string, count: number, changes: Record<string, string>) =>
    insertCopies(test, tenant, { table, where, count, changes })
  const one = (id: string) => `id = '${id}'`
  const newId = { id: 'gen_random_uuid()' }
  await copy('organisations', one(home.organisationId), 300, { ...newId, name: longName })
  await copy('groups', one(home.groupId), 300, { ...newId, name: longName })
  await copy('users', one(home.staffId), 300, { ...newId, full_name: longName, email: `n || '@many.test'` })
  await insertSubjects(test, tenant, 1000)
  await insertManyRecords(test, tenant, { count: 2000, secondsApart: 1200, note: longNote })
  await copy('test_record_versions', `test_record_id = '${home.plainRecordId}'`, 200, {
    version: 'version + n * 100',
    note: `repeat('長', 1000)`,
  })
  await copy('assays', one(home.spareAssayId), 200, {
    ...newId,
    name: longName,
    instructions: `jsonb_build_object('en_GB', repeat('Drop ', 1000), 'es_MX', repeat('Gota ', 1000))`,
  })
  await test.query(tenant, `update assays set version = version + 1 where id = $1`, [home.assayId])
  await copy('deliveries', `test_record_id = '${home.recordId}'`, 300, { ...newId, token_hash: 'null' })
  await copy('test_runs', one(home.runId), 300, newId)
  await test.query(
    tenant,
    `insert into policy_versions (tenant_id, policy, version, locale, text)
     select tenants.id, policy, n, locale, rpad('', 100000, '# Terms [x](/y) **bold**' || chr(10))
     from tenants, unnest('{eula,cookie-policy}'::text[]) as policy, unnest('{en_GB,es_MX}'::text[]) as locale, generate_series(1000, 1020) as n`,
  )
  await readTwice(test, tenant)
  await test.query(tenant, 'analyze')
}

/** Inserts copies of the matching rows; `changes` are SQL expressions, which may use `n`. */
async function insertCopies(
  test: TestApp,
  tenant: TestTenant,
  { table, where, count, changes }: { table: string; where: string; count: number; changes: Record<string, string> },
): Promise<void> {
  const columns = await test.query<{ name: string }>(
    tenant,
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  const inserted = await test.query(
    tenant,
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => changes[name] ?? name).join(', ')}
     from (select * from ${table} where ${where} limit 1) as original, generate_series(1, ${count}) as n returning 1`,
  )
  if (inserted.length !== count) throw new Error(`There is no ${table} to copy`)
}

/** Inserts subjects with names of 200 letters, and renames the home's subject alike. */
async function insertSubjects(test: TestApp, tenant: TestTenant, count: number): Promise<void> {
  const { home } = tenant.places
  await test.query(
    tenant,
    `update subject_identities set date_of_birth = '1980-05-17', first_name = rpad('', 94, 'quill yä ') || 'others', last_name = rpad('', 100, 'ab ')
     where subject_id = $1`,
    [home.subjectId],
  )
  await test.query(
    tenant,
    `with s as (
       insert into subjects (tenant_id, id, kind, organisation_id, group_id)
       select current_tenant(), gen_random_uuid(), 'human', $1, $2 from generate_series(1, $3::int)
       returning tenant_id, id, organisation_id, group_id
     ), numbered as (
       select s.*, row_number() over () as n from s
     ), i as (
       insert into subject_identities (tenant_id, subject_id, group_id, email, date_of_birth, first_name, last_name)
       select tenant_id, id, group_id, 'full-' || n || '@people.test', '1980-05-17', rpad('', 94, 'quill yä ') || lpad(n::text, 6, '0'),
         rpad('', 100, 'ab ') from numbered returning 1
     ), g as (
       insert into subject_groups (tenant_id, subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation)
       select tenant_id, id, group_id, organisation_id, rpad('', 200, 'ab ') || n, true, true from numbered returning 1
     ), w as (
       insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
       select tenant_id, 'full-' || n || '@people.test', id, group_id, organisation_id from numbered returning 1
     )
     select (select count(*) from i), (select count(*) from g), (select count(*) from w)`,
    [home.organisationId, home.groupId, count],
  )
}

/** Gives each added record a second reading, so that agreement has much to compute. */
async function readTwice(test: TestApp, tenant: TestTenant): Promise<void> {
  await test.query(
    tenant,
    `insert into second_readings (tenant_id, test_record_id, first_result, first_analyte_results, first_by, first_at, result,
       analyte_results, read_by, read_at, was_seen)
     select tenant_id, id, result, analyte_results, recorded_by, recorded_at, 'positive', analyte_results, (select id from users where user_type = 'tenant' limit 1), recorded_at, false
     from test_records where test_id like '%-U%'`,
  )
  await test.query(tenant, `update test_records set second_reading = 'differ' where test_id like '%-U%'`)
}
