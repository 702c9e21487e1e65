import { loadModule } from 'libpg-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/server/database.ts'
import { places } from '../shards/places.ts'
import { faultsOfFunction } from '../../tests/server/function-rules.ts'

let database: TestDatabase

beforeAll(async () => {
  await loadModule()
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const ofAll = 'goes over all tenants, outside any of them; no request calls it'
const ofTrigger = 'takes the tenant from the row that fired it, and runs where that row is'
const ofTransition = 'reads the rows of the statement that fired it, which are of one tenant'
const ofCounts = 'inserts what it has just taken from the tenant that it was given'
const ofExports = 'ranks the exports of all tenants, on the machine where the queue is'

/** Functions whose bodies break a rule of decision 25, each with the reason why it may. */
const allowed: Readonly<Record<string, string>> = {
  begin_turns: ofTrigger,
  count_audit_alarms: ofAll,
  count_changed_records: ofTransition,
  count_new_records: ofTransition,
  count_tenants: ofAll,
  due_webhooks: ofAll,
  due_notification_reports: ofAll,
  rules_to_report: ofAll,
  end_export_turn: ofExports,
  end_turns: ofAll,
  fold_record_deltas: ofCounts,
  keep_assay_version: ofTrigger,
  keep_assay_words: ofTrigger,
  keep_export_turn: ofExports,
  keep_group_words: ofTrigger,
  keep_invite_words: ofTrigger,
  keep_organisation_words: ofTrigger,
  keep_user_words: ofTrigger,
  operating_figures: ofAll,
  repair_record_counts: ofCounts,
  rounds_without_all: ofAll,
  take_export_turn: ofExports,
  take_turns: ofAll,
  tenants_to_fold: ofAll,
  tenants_to_notify: ofAll,
  tenants_to_seal: ofAll,
  tenants_to_verify: ofAll,
  tenants_with_alarm: ofAll,
}

it('functions and triggers name the tenant of every statement, or have a reason not to', async () => {
  const { rows } = await database.owner.query<{ name: string; definition: string }>(
    `select proname as name, pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`,
  )
  expect(rows.length).toBeGreaterThan(40)
  const found = rows
    .map(({ name, definition }) => ({ name, faults: faultsOfFunction(definition) }))
    .filter(({ faults }) => faults.length > 0)
  expect(found.filter(({ name }) => !(name in allowed))).toEqual([])
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(allowed)))
})

it('no function that a request calls works as the owner on rows of tenants, which the request may have changed as another user', async () => {
  const { rows } = await database.owner.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and prorettype <> 'trigger'::regtype and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`,
  )
  const found = rows.filter(({ body }) => {
    const names = [...body.matchAll(/\b(?:from|join|update|into)\s+(?:public\.)?(\w+)/g)].map((match) => match[1] ?? '')
    return /require_tenant|is_operators_tenant/.test(body) || names.some((name) => places[name] === 'with its tenant')
  })
  expect(found.map(({ name }) => name).filter((name) => allowed[name] !== ofAll)).toEqual([
    'seal_audit_events',
    'verify_audit_events',
  ])
})

/** Writes a function around a body. */
const procedure = (body: string) =>
  `create function f(of_tenant uuid) returns void language plpgsql as $$ declare own uuid := of_tenant; row record; begin ${body} end $$`

describe('the body of a function is judged like a statement', () => {
  it.each([
    ['select into a variable', procedure('select id into own from users where tenant_id = of_tenant;')],
    ['update by a variable', procedure(`update users u set lang = 'en' where u.tenant_id = own;`)],
    ['loop', procedure('for row in select id from users where tenant_id = own loop own := row.id; end loop;')],
    ['insert of a row of values', procedure('insert into users (tenant_id, id) values (own, of_tenant);')],
    [
      'trigger',
      'create function f() returns trigger language plpgsql as $$ begin delete from users where tenant_id = old.tenant_id; return null; end $$',
    ],
    [
      'query in SQL',
      'create function f(of_tenant uuid) returns bigint language sql begin atomic select count(*) from users where tenant_id = of_tenant; end',
    ],
    [
      'text in SQL',
      'create function f(of_tenant uuid) returns bigint language sql as $$ select count(*) from users where tenant_id = f.of_tenant $$',
    ],
  ])('%s is sound', (_, definition) => {
    expect(faultsOfFunction(definition)).toEqual([])
  })

  it.each([
    ['select', procedure('select id into own from users;'), 'users is read in no tenant'],
    ['perform', procedure('perform from users where id = own;'), 'users is read in no tenant'],
    ['condition', procedure('if exists (select from users) then return; end if;'), 'users is read in no tenant'],
    ['assignment', procedure('own := (select id from users);'), 'users is read in no tenant'],
    ['default', procedure('').replace(':= of_tenant', ':= (select id from users)'), 'users is read in no tenant'],
    ['assignment to a field', procedure('row.id := (select id from users);'), 'users is read in no tenant'],
    ['loop', procedure('for row in select id from users loop return; end loop;'), 'users is read in no tenant'],
    ['function', procedure('delete from users where tenant_id = current_tenant();'), 'users is read in no tenant'],
    ['insert', procedure('insert into users (id) values (own);'), 'users gets a row without tenant_id'],
    [
      'query in SQL',
      'create function f() returns bigint language sql begin atomic select count(*) from users; end',
      'users is read in no tenant',
    ],
    [
      'text in SQL',
      'create function f() returns bigint language sql as $$ select 1; select count(*) from users $$',
      'users is read in no tenant',
    ],
  ])('%s is refused', (_, definition, fault) => {
    expect(faultsOfFunction(definition)).toEqual([expect.stringContaining(fault)])
  })
})
