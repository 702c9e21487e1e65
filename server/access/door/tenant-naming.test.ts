import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tables } from '../tables.ts'
import { tenantNaming } from './tenant-naming.ts'

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [tenantNaming('ours')],
})

/** Writes out a query with its parameters in place. */
function written(query: { compile(db: Kysely<Tables>): CompiledQuery }): string {
  const { sql: text, parameters } = query.compile(db)
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => `<${String(parameters[Number(position) - 1])}>`)
}

describe('a query names its tenant', () => {
  it('in WHERE for each table that it reads, and in ON for each that it joins', () => {
    const query = db
      .selectFrom(['users as u', 'sessions'])
      .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
      .leftJoin('user_groups as g', (join) => join.on(sql<boolean>`g.user_id = u.id or false`))
      .where('u.id', '=', '1')
      .select('u.id')
    expect(written(query)).toBe(
      'select "u"."id" from "users" as "u", "sessions"' +
        ' inner join "organisations" as "o" on "o"."tenant_id" = <ours> and ("o"."id" = "u"."organisation_id")' +
        ' left join "user_groups" as "g" on "g"."tenant_id" = <ours> and (g.user_id = u.id or false)' +
        ' where "u"."tenant_id" = <ours> and ("sessions"."tenant_id" = <ours> and ("u"."id" = <1>))',
    )
  })

  it('by id for the tenants table, with any OR of plain SQL in parentheses', () => {
    const query = db
      .selectFrom('tenants')
      .where(sql<boolean>`true or false`)
      .select('name')
    expect(written(query)).toBe('select "name" from "tenants" where "tenants"."id" = <ours> and (true or false)')
  })

  it('in updates and deletes, and once in every subquery, wherever it stands', () => {
    const subquery = db.selectFrom('users as u').select('u.id')
    const ofSubquery = 'select "u"."id" from "users" as "u" where "u"."tenant_id" = <ours>'
    expect(written(db.deleteFrom('sessions').where('user_id', 'in', subquery))).toBe(
      `delete from "sessions" where "sessions"."tenant_id" = <ours> and ("user_id" in (${ofSubquery}))`,
    )
    const withBuilder = db
      .updateTable('invites as i')
      .from('users as x')
      .set((eb) => ({ user_id: eb.selectFrom('users as u').select('u.id') }))
    expect(written(withBuilder)).toBe(
      `update "invites" as "i" set "user_id" = (${ofSubquery}) from "users" as "x"` +
        ' where "i"."tenant_id" = <ours> and ("x"."tenant_id" = <ours>)',
    )
    expect(written(sql`select count(*) from (${subquery.unionAll(subquery)}) as n`)).toBe(
      `select count(*) from ((${ofSubquery} union all ${ofSubquery})) as n`,
    )
    expect(
      written(
        db
          .with('users', () => subquery)
          .selectFrom('users')
          .select('id'),
      ),
    ).toBe(`with "users" as (${ofSubquery}) select "id" from "users"`)
  })
})

describe('a query is refused', () => {
  it('when it inserts a row of another tenant, of none, or from a SELECT', () => {
    const row = { user_id: '1', group_id: '2' }
    const insert = (values: { tenant_id: string }[]) =>
      db.insertInto('user_groups').values(values.map((value) => ({ ...row, ...value })))
    expect(written(insert([{ tenant_id: 'ours' }]))).toContain('values (<1>, <2>, <ours>)')
    for (const values of [[{ tenant_id: 'theirs' }], [{ tenant_id: 'ours' }, { tenant_id: 'theirs' }]]) {
      expect(() => insert(values).compile()).toThrow('names the tenant')
    }
    // @ts-expect-error -- a row without a tenant does not compile either
    expect(() => db.insertInto('user_groups').values(row).compile()).toThrow('names the tenant')
    const selected = db.selectFrom('user_groups').selectAll()
    expect(() => db.insertInto('user_groups').expression(selected).compile()).toThrow('names the tenant')
  })

  it('when it moves a row to another tenant', () => {
    expect(() => db.updateTable('users').set({ tenant_id: 'theirs' }).compile()).toThrow('stays with its tenant')
  })

  it('when its join would let rows of other tenants through', () => {
    const users = db.selectFrom('users as u')
    expect(() => users.rightJoin('sessions as s', 's.user_id', 'u.id').select('s.id').compile()).toThrow('RightJoin')
    expect(() => users.fullJoin('sessions as s', 's.user_id', 'u.id').select('s.id').compile()).toThrow('FullJoin')
    expect(() => users.crossJoin('sessions as s').select('s.id').compile()).toThrow('CrossJoin')
  })
})
