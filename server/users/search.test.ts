import { v4 as newId } from 'uuid'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { userList } from '../../contract/users/user-filter.ts'
import type { ActorScope } from '../access/scope.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { userIdOf } from '../testing/tenants.ts'
import { listUserRows } from './list-repository.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.query(
    test.ours,
    `insert into users (tenant_id, id, email, full_name, user_type)
     select current_tenant(), gen_random_uuid(), 'person-' || n || '@many.test', 'Person ' || md5(n::text), 'patient'
     from generate_series(1, 5000) as n`,
  )
  await test.query(test.ours, 'analyze users')
  await test.query(test.ours, 'analyze user_words')
})
afterAll(() => test.close())

/** What is found, and the plans of what the database was asked for that. */
async function search(text: string, sort: (typeof userList)['default'] = 'full_name') {
  const visit = { host: test.ours.host, sessionTokenHash: null, acceptLanguage: undefined, requestId: newId() }
  return test.door.enter(visit, async (scope, client) => {
    const asked = vi.spyOn(client, 'query')
    const admin = {
      ...scope,
      actor: { id: userIdOf('tenant'), userType: 'tenant' },
    } as Partial<ActorScope> as ActorScope
    const { items } = await listUserRows(admin, userList.page.parse({ user_type: 'all', search: text, sort }))
    const statements = asked.mock.calls.map(
      ([statement]) => statement as unknown as { text: string; values: unknown[] },
    )
    asked.mockRestore()
    const plans: string[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain ${text}`, values)
      plans.push(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'))
    }
    return { emails: items.map(({ email }) => email), plans }
  })
}

it.each(['full_name', '-email', 'last_login'] as const)(
  'among many users, page and count are found by an index, sorted by %s',
  async (sort) => {
    const { emails, plans } = await search('person-4711@', sort)
    expect(emails).toEqual(['person-4711@many.test'])
    const [page, count] = plans.filter((plan) => plan.includes('user_words'))
    for (const plan of [page, count]) {
      expect(plan).toMatch(/Index.* Scan using user_words_pkey.*\n.*Index Cond: .*word >= /)
      expect(plan).not.toContain('Seq Scan on users')
      expect(plan).not.toContain('Seq Scan on user_words')
    }
  },
)

it.each([
  ['the whole name', 'zoë o’hara-lópez'],
  ['a word of the name, in any case', 'O’HARA'],
  ['what follows a hyphen', 'lópez'],
  ['the start of a word', 'lóp'],
  ['the start of the email', 'z.lopez@'],
  ['what follows a full stop in it', 'lopez@west'],
  ['its domain', 'westside.test'],
])('somebody is found by %s', async (_, text) => {
  await test.query(
    test.ours,
    `insert into users (tenant_id, id, email, full_name, user_type)
     values (current_tenant(), $1, 'Z.Lopez@westside.test', 'Zoë O’Hara-López', 'patient') on conflict do nothing`,
    ['0190ffff-0000-7000-8000-00000000000a'],
  )
  expect((await search(text)).emails).toEqual(['Z.Lopez@westside.test'])
})

it('nobody is found by the middle of a word', async () => {
  expect((await search('erson-4711')).emails).toEqual([])
})

it('a changed name is found, and the one before no more', async () => {
  await test.query(test.ours, `update users set full_name = 'Quentin Newname' where email = 'person-12@many.test'`)
  expect((await search('newname')).emails).toEqual(['person-12@many.test'])
  const [left] = await test.query<{ count: number }>(
    test.ours,
    `select count(*)::int from user_words where user_id = (select id from users where email = 'person-12@many.test')`,
  )
  // quentin newname, newname, person-12@…, 12@…, many.test, test
  expect(left?.count).toBe(6)
})
