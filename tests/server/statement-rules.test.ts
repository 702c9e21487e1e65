import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from './statement-rules.ts'

beforeAll(loadModule)

describe('a statement is sound', () => {
  it.each([
    'begin',
    `select set_config('lateral.tenant_id', $1, true)`,
    `select tenant_id from tenant_addresses where kind = 'slug'`,
    'select id from users where tenant_id = $1 and (id = $2 or id = $3)',
    'select id from users u where $1::uuid = u.tenant_id',
    `select name from tenants where id = 'a'`,
    'select 1 from users u join tenants t on t.id = $1 and t.id = u.tenant_id where u.tenant_id = $1',
    'select 1 from users u left join (sessions s join groups g on g.tenant_id = $1 and s.tenant_id = $1) on s.id = u.id where u.tenant_id = $1',
    'select 1 from users u where u.tenant_id = $1 and exists (select from sessions s where s.tenant_id = $1 and s.user_id = u.id)',
    'with users as (select 1 from groups g where g.tenant_id = $1) select * from users',
    'select id from users where tenant_id = $1 union all select id from groups where tenant_id = $1',
    'update users set updated_at = now() where tenant_id = $1',
    'update invites i set user_id = $2 from invite_codes c where c.tenant_id = $1 and i.tenant_id = $1',
    `update users set updated_at = now() - interval '1 day' where tenant_id = $1 and created_at < now() - $2::interval`,
    `update users set updated_at = ($2::timestamp + make_interval(mins => minutes)) at time zone 'UTC' where tenant_id = $1`,
    'delete from users where tenant_id = $1 and ctid = any(array(select ctid from users where tenant_id = $1))',
    'insert into users (id, tenant_id) values ($2, $1), ($3, $1) on conflict (tenant_id, id) do nothing returning id',
    'insert into users (tenant_id, id) select g.tenant_id, g.id from groups g where g.tenant_id = $1',
    'insert into users as added (tenant_id, id) select g.tenant_id, g.id from groups g where g.tenant_id = $1 returning id',
    'select u.full_name from (select * from users where tenant_id = $1) as u',
    'with a as (select id from users where tenant_id = $1), b as (select a.*, 1 as n from a) select * from b left join (select count(*) from a) as c on true',
    `copy (select id from users where tenant_id = 'a') to stdout`,
    'select u.id, u.email from users u left join groups g on g.tenant_id = $1 where u.tenant_id = $1 for update of u',
    'select u.id, g.id from users u join groups g on g.tenant_id = $1 where u.tenant_id = $1 for update',
    'select id from users u where u.tenant_id = $1 and exists (select from sessions s where s.tenant_id = $1) for share',
    'with next as (select id from jobs.job) update jobs.job set a = case when b then now() end from next',
  ])('%s', (statement) => {
    expect(faultsOf(statement)).toEqual([])
  })
})

describe('a statement is refused that', () => {
  it.each([
    ['reads a table in no tenant', 'select id from users where id = $1', 'users is read in no tenant'],
    [
      'reads a row beside the one that it locks',
      'select u.id, g.name from users u join groups g on g.tenant_id = $1 where u.tenant_id = $1 for key share of u skip locked',
      'g.name is read with a lock on another row: lock first, then read',
    ],
    [
      'asks for more while it waits for a lock',
      'select id, (select count(*) from sessions s where s.tenant_id = $1) from users where tenant_id = $1 for update',
      'a subquery is read with a lock on another row: lock first, then read',
    ],
    ['says OR', 'select id from users where tenant_id = $1 or id = $2', 'users is read in no tenant'],
    ['names no value', 'select id from users where tenant_id = current_tenant()', 'users is read in no tenant'],
    ['names null', 'select id from users where tenant_id = null', 'users is read in no tenant'],
    ['reads the tenants', 'select 1 from tenants t where t.slug = $1', 'write t.id = ${scope.tenant.id}'],
    [
      'joins by the tenant alone',
      'select 1 from users u join sessions s on s.tenant_id = u.tenant_id where u.tenant_id = $1',
      'sessions as s is read in no tenant',
    ],
    [
      'names the left table where a left join does not bind it',
      'select 1 from users u left join sessions s on s.tenant_id = $1 and u.tenant_id = $1',
      'users as u is read in no tenant',
    ],
    [
      'reads another table in a subquery',
      'select 1 from users u where u.tenant_id = $1 and u.id in (select user_id from sessions)',
      'sessions is read in no tenant',
    ],
    [
      'compares a subquery with the outer row',
      'select 1 from users u where u.tenant_id = $1 and exists (select from sessions s where s.tenant_id = $1 and s.tenant_id = u.tenant_id)',
      's.tenant_id = u.tenant_id compares with the tenant of the outer row',
    ],
    ['reads in WITH', 'with x as (select 1 from users) select * from x', 'users is read in no tenant'],
    ['answers whole rows', 'select * from users where tenant_id = $1', 'users is answered whole'],
    ['answers them by a name', 'select u.*, 1 from users u where u.tenant_id = $1', 'users is answered whole'],
    ['answers them at no place', 'select * from catalogue_entries', 'catalogue_entries is answered whole'],
    [
      'answers them through WITH',
      'with a as (select * from users where tenant_id = $1), b as (select * from a) select 1, b.* from b',
      'users is answered whole',
    ],
    ['answers them in a union', 'select 1 union (select u.* from users u where tenant_id = $1)', 'users is answered'],
    ['returns whole rows', 'update users set lang = $2 where tenant_id = $1 returning *', 'users is answered whole'],
    ['reads in a union', 'select id from users where tenant_id = $1 union select id from groups', 'groups is read'],
    ['copies', 'copy (select id from users) to stdout', 'users is read in no tenant'],
    ['updates in no tenant', 'update users set lang = $1 where id = $2', 'users is read in no tenant'],
    ['moves a row', 'update users set tenant_id = $1 where tenant_id = $2', 'A row stays with its tenant'],
    ['deletes in no tenant', 'delete from users using groups g where g.tenant_id = $1', 'users is read in no tenant'],
    ['inserts in no tenant', 'insert into users (id) values ($1)', 'users gets a row without tenant_id'],
    ['inserts one row in none', 'insert into users (tenant_id) values ($1), (default)', 'users gets a row without'],
    [
      'inserts a row of an outer query’s tenant',
      'with x as (select tenant_id from groups where tenant_id = $1) insert into users (tenant_id) select tenant_id from x',
      'INSERT … SELECT into users reads no table of the tenant',
    ],
    [
      'inserts from no table',
      'insert into users (tenant_id, id) select $1, c.id from unnest($2::uuid[]) as c (id)',
      'INSERT … SELECT into users reads no table of the tenant',
    ],
    [
      'asks for a value that it inserts',
      'insert into users (tenant_id, id) values ($1, coalesce((select id from groups where tenant_id = $1), $2))',
      'INSERT into users asks for a value: ask before',
    ],
    [
      'asks the time in ON CONFLICT',
      'insert into users (tenant_id) values ($1) on conflict (tenant_id, id) do update set updated_at = now()',
      'now() in ON CONFLICT',
    ],
    [
      'names a constraint',
      'insert into users (tenant_id) values ($1) on conflict on constraint a do nothing',
      'names columns',
    ],
    ['rolls dice in RETURNING', 'delete from users where tenant_id = $1 returning random()', 'random() in RETURNING'],
    [
      'asks the time in CASE',
      'select case when updated_at < current_timestamp then 1 end from users where tenant_id = $1',
      'in CASE: pass scope.now',
    ],
    [
      'makes a value by itself where it changes rows',
      'update sessions set id = gen_random_uuid() where tenant_id = $1',
      'gen_random_uuid() in a change',
    ],
    [
      'adds an interval and a column where it changes rows',
      'update sessions set last_seen_at = $1::timestamptz + make_interval(mins => minutes) where tenant_id = $2',
      'An interval and a column are added in a change',
    ],
    [
      'compares with what it has taken an interval from where it changes rows',
      `delete from sessions where tenant_id = $1 and last_seen_at - interval '1 day' > $2`,
      'An interval and a column are added in a change',
    ],
    [
      'returns what it inserts from another query by the name of the table',
      'insert into users (tenant_id, id) select g.tenant_id, g.id from groups g where g.tenant_id = $1 returning id',
      'INSERT … SELECT into users returns columns of it',
    ],
    [
      'inserts what it selects with another tenant_id than that of the rows',
      'insert into users (tenant_id, id) select $1, g.id from groups g where g.tenant_id = $1',
      'INSERT … SELECT into users names the tenant by a value',
    ],
    [
      'compares a value by CASE where it changes rows',
      `update users set lang = $2 where tenant_id = $1 and id in (
         select id from users where tenant_id = $1 and case user_type when 'patient' then email else mobile end = $3)`,
      'CASE compares a value in a statement that changes rows',
    ],
    [
      'compares a value by CASE where it inserts',
      `insert into users (tenant_id, lang) values ($1, case $2 when 'a' then 'b' end)`,
      'CASE compares a value in a statement that changes rows',
    ],
    [
      'sets an element of an array',
      'update users set lang = ($2::text[])[1] where tenant_id = $1',
      'A change sets an element of an array by its number',
    ],
    [
      'sets an element of an array where it finds a row',
      `insert into users (tenant_id, id, lang) values ($1, $2, 'en')
       on conflict (tenant_id, id) do update set lang = ($3::text[])[1]`,
      'A change sets an element of an array by its number',
    ],
    [
      'asks the time in COALESCE',
      'update users set email_verified_at = coalesce(email_verified_at, now()) where tenant_id = $1',
      'now() in COALESCE',
    ],
    ['merges', 'merge into users u using groups g on u.id = g.id when matched then delete', 'MERGE'],
  ])('%s', (_, statement, fault) => {
    expect(faultsOf(statement)).toEqual([expect.stringContaining(fault)])
  })
})
