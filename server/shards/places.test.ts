import { afterAll, beforeAll, expect, it } from 'vitest'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/server/database.ts'
import { cutConstraints, cutTriggers, places, tenantColumnOf } from './places.ts'

/** What of the schema is to be cut or replaced where tenants are spread. */
const isCut = leftOutOnCitus('the schema is cut there already')

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function names(query: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string }>(query)
  return rows.map(({ name }) => name)
}

it('every table of the schema has its place, and each place is of a table that there is', async () => {
  const tables = await names(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(60)
  expect(Object.keys(places).toSorted()).toEqual(tables)
})

it.skipIf(isCut)('rows that are with their tenant say which it is, as a part of every key', async () => {
  const isKeyed = await names(
    `select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) where c.contype = 'p'`,
  )
  const spread = Object.keys(places).filter((table) => places[table] === 'with its tenant')
  expect(spread.filter((table) => !isKeyed.includes(`${table}.${tenantColumnOf(table)}`))).toEqual([])
  const { rows: loose } = await database.owner.query(
    `select i.indexrelid::regclass::text as index from pg_index i
     join pg_class c on c.oid = i.indrelid and c.relname = any ($1)
     where i.indisunique and not exists (
       select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey)
         and a.attname = case c.relname when 'tenants' then 'id' else 'tenant_id' end)`,
    [spread],
  )
  expect(loose).toEqual([{ index: 'tenants_slug_key' }])
})

it.skipIf(isCut)('what is cut is there on one PostgreSQL', async () => {
  const constraints = await names(`select conrelid::regclass || ' ' || conname as name from pg_constraint`)
  for (const { table, constraint } of cutConstraints) expect(constraints).toContain(`${table} ${constraint}`)
  const triggers = await names(`select tgrelid::regclass || ' ' || tgname as name from pg_trigger`)
  for (const { table, trigger } of cutTriggers) expect(triggers).toContain(`${table} ${trigger}`)
})

it.skipIf(isCut)(
  'no trigger reads the rows of its statement, but those that count records and are replaced',
  async () => {
    const triggers = await names(
      `select tgrelid::regclass || ' ' || tgname as name from pg_trigger where tgoldtable is not null or tgnewtable is not null order by 1`,
    )
    expect(triggers).toEqual(['test_records record_deltas_of_changed', 'test_records record_deltas_of_new'])
  },
)
