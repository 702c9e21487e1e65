import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { removalsIn } from '../../tests/server/removals.ts'
import { listMigrations, listOfBaseline } from './migrations.ts'

const folder = path.join(import.meta.dirname, '../../database/migrations')
const names = await listMigrations(folder)

/** Every version that may run beside this one has these. */
const ofBaseline = await listOfBaseline(folder)

beforeAll(() => loadModule())

/** A migration that removes something makes an earlier migration that of the oldest version. */
const move = /update oldest_version set migration = '([\w-]+)'/i

/** A migration may instead say why processes of the version before go on. */
const reason = /^-- The version before goes on: .{20,}/m

/** Lists the removals by which processes of the version before could fail; empty for a sound migration. */
function faultsOf(name: string, text: string, before: readonly string[]): string[] {
  const oldest = move.exec(text)?.[1]
  if (oldest !== undefined && !before.includes(oldest)) return [`${oldest} is not before ${name}`]
  return oldest !== undefined || reason.test(text) ? [] : removalsIn(text)
}

test('migrations serve the version before, too', () => {
  const faulty = names.slice(ofBaseline.length).flatMap((name) => {
    const before = names.filter((other) => other < name)
    return faultsOf(name, readFileSync(path.join(folder, `${name}.sql`), 'utf8'), before).map((fault) => [name, fault])
  })
  expect(faulty).toEqual([])
})

test.for([
  ['drop table users', 'drops users'],
  ['drop view public.seen', 'drops seen'],
  ['drop function f(int, text)', 'drops f'],
  ['drop procedure p', 'drops p'],
  ['drop type colour', 'drops colour'],
  ['drop trigger t on users', 'drops t'],
  ['alter table users rename column name to full_name', 'renames name to full_name'],
  ['alter table users rename to people', 'renames users to people'],
  ['alter function f(int) rename to g', 'renames f to g'],
  ['alter table users drop column name', 'drops the column name of users'],
  ['alter table users alter column name type int using 1', 'changes the type of the column name of users'],
  ['alter table users alter name set not null', 'demands the column name of users'],
  ['alter table users alter name drop default', 'drops the default of the column name of users'],
  ['alter table users drop constraint c', 'drops the constraint c of users'],
  ['alter table users add constraint c check (id > 0)', 'adds the constraint c of users'],
  ['alter table users add unique (id)', 'adds the constraint CONSTR_UNIQUE of users'],
  ['alter table users add column name text not null', 'demands the new column name of users'],
  ['alter table users force row level security', 'hides rows of users'],
  ['create unique index i on users (id)', 'makes an index unique of users'],
  ['revoke select on users from {{server}}', 'revokes rights on users'],
  ['revoke execute on function f(int) from public', 'revokes rights on f'],
  ['alter policy tenant on users using (true)', 'alters a policy'],
  [`do $$ begin execute 'drop table users'; end $$`, 'may drop in a block of code'],
] as const)('%s is a removal', ([text, fault]) => {
  expect(removalsIn(text)).toEqual([fault])
})

test.for([
  'alter table users add column name text; comment on column users.name is $$Not null$$',
  'alter table users add column name text not null default $$$$',
  'alter table users alter name drop not null, alter name set default 1',
  'create table t (id int not null unique); alter table t add constraint c check (id > 0); create unique index i on t (id)',
  'create function f() returns int language sql return 1; revoke execute on function f() from public; grant execute on function f() to {{server}}',
  'drop index i; create index j on users (id); alter index j rename to i',
  'create table t (id int); drop table t',
])('%s is none', (text) => {
  expect(removalsIn(text)).toEqual([])
})

test('a removal needs the oldest version moved to an earlier migration, or a reason', () => {
  const removal = 'alter table users drop column name;'
  const judge = (text: string) => faultsOf('0097-removes', text, ['0095-oldest-version', '0096-stops'])
  expect(judge(removal)).toEqual(['drops the column name of users'])
  expect(judge(`${removal} update oldest_version set migration = '0096-stops'`)).toEqual([])
  expect(judge(`${removal} update oldest_version set migration = '0097-removes'`)).toEqual([
    '0097-removes is not before 0097-removes',
  ])
  expect(judge(`-- The version before goes on: nothing has ever read that column.\n${removal}`)).toEqual([])
})
