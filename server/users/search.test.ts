import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchCap } from '../../contract/listing.ts'
import { userList } from '../../contract/users/user-list.ts'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { plansOf } from '../../tests/server/plans.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { listUserRows } from './list-repository.ts'

const isLeftOut = leftOutOnCitus('the plans are those of one PostgreSQL')

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.query(
    test.ours,
    `insert into users (tenant_id, id, email, full_name, user_type)
     select tenants.id, gen_random_uuid(), 'person-' || n || '@many.test', 'Person ' || md5(n::text), 'patient'
     from tenants, generate_series(1, 5000) as n`,
  )
})
afterAll(() => test.close())

/** Searches, and returns the results with the plans of the statements. */
async function search(text: string, sort: (typeof userList)['default'] = 'full_name') {
  const query = userList.page.parse({ user_type: 'all', search: text, sort })
  const { result, plans } = await plansOf(test, 'tenant', (scope) => listUserRows(scope, query))
  return {
    emails: result.items.map(({ email }) => email),
    counted: result.page,
    plans: plans.filter((plan) => plan.includes('user_words')),
  }
}

/** The planner has no statistics of a table that was just filled: PostgreSQL 15 then sorts the tenant's users once. */
describe.skipIf(isLeftOut).each([
  ['before it is analysed', [], /Limit/],
  ['once it is analysed', ['users', 'user_words'], /Limit[^]*Scan using users_by_name on users u_1/],
])('a table of many users, %s', (_, tables, plannedPage) => {
  beforeAll(async () => {
    for (const table of tables) await test.query(test.ours, `analyze ${table}`)
  })

  it.each(['full_name', '-email', 'last_login'] as const)(
    'finds one of them by an index, for the page and for its count, sorted by %s',
    async (sort) => {
      const { emails, plans } = await search('person-4711@', sort)
      expect(emails).toEqual(['person-4711@many.test'])
      expect(plans).toHaveLength(3)
      for (const plan of plans) {
        expect(plan).toMatch(/Index.* Scan using user_words_pkey.*\n.*Index Cond: .*word >= /)
        expect(plan).not.toMatch(/Seq Scan on (users|user_words)/)
      }
    },
  )

  it('checks users in order for a word that all have, and counts no further than anybody would page', async () => {
    const { emails, plans, counted } = await search('person')
    const byName = await test.query<{ email: string }>(
      test.ours,
      `select email from users where email like 'person-%' order by name_key, id limit 5`,
    )
    expect(emails).toEqual(byName.map(({ email }) => email))
    expect(counted).toMatchObject({ total: searchCap, totalIsCapped: true })
    const [, page, count] = plans
    for (const plan of [page, count]) {
      expect(plan).toMatch(/Index Only Scan using user_words_of_user.*\n.*Index Cond: .*user_id = u(_1)?\.id.*word >= /)
      expect(plan).not.toContain('user_words_pkey')
    }
    expect(page).toMatch(plannedPage)
  })
})

it.each([
  ['the whole name', 'zoë o’hara-lópez'],
  ['a word of the name, in any case', 'O’HARA'],
  ['what follows a hyphen', 'lópez'],
  ['the start of a word', 'lóp'],
  ['the start of the email', 'z.lopez@'],
  ['what follows a full stop in it', 'lopez@west'],
  ['its domain', 'westside.test'],
])('finds somebody by %s', async (_, text) => {
  await test.query(
    test.ours,
    `insert into users (tenant_id, id, email, full_name, user_type)
     values (current_tenant(), $1, 'Z.Lopez@westside.test', 'Zoë O’Hara-López', 'patient') on conflict do nothing`,
    ['0190ffff-0000-7000-8000-00000000000a'],
  )
  expect((await search(text)).emails).toEqual(['Z.Lopez@westside.test'])
})

it('finds nobody by the middle of a word', async () => {
  expect((await search('erson-4711')).emails).toEqual([])
})

it('finds a changed name, and no longer the old one', async () => {
  await test.query(test.ours, `update users set full_name = 'Quentin Newname' where email = 'person-12@many.test'`)
  expect((await search('newname')).emails).toEqual(['person-12@many.test'])
  const [left] = await test.query<{ count: number }>(
    test.ours,
    `select count(*)::int from user_words where user_id = (select id from users where email = 'person-12@many.test')`,
  )
  // The words are: quentin newname, newname, person-12@…, 12@…, person12@…, many.test, test.
  expect(left?.count).toBe(7)
})
