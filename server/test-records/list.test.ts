import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRecordList, type TestRecordSort } from '../../contract/test-records/filter.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { insertManyRecords } from '../../tests/server/many-records.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  // Many rows with equal times and results, so that only the id orders them.
  for (const tenant of [test.ours, test.theirs]) {
    await insertManyRecords(test, tenant, { count: 60, secondsApart: 0 })
    await insertManyRecords(test, tenant, { count: 60, secondsApart: 3600 })
  }
})
afterAll(() => test.close())

type Query = Record<string, string>

async function list(query: Query = {}, client = admin): Promise<{ data: TestRecordListItem[]; page: Page }> {
  const response = await client.get('/test-records', { per_page: '100', state: 'all', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
interface Page {
  next: string | null
  previous: string | null
  total: number
  totalIsCapped: boolean
  size: number
}

/** Reads all pages in one direction. */
async function walk(query: Query, direction: 'next' | 'previous', cursor?: string): Promise<TestRecordListItem[][]> {
  const pages: TestRecordListItem[][] = []
  let at = cursor
  do {
    const { data, page } = await list(at === undefined ? query : { ...query, cursor: at })
    pages.push(data)
    at = page[direction] ?? undefined
  } while (at !== undefined)
  return pages
}

const valueOf: Record<string, (item: TestRecordListItem) => string> = {
  performed_at: (item) => item.performedAt,
  recorded_at: (item) => item.id,
  test_id: (item) => item.testId,
  result: (item) => item.result,
}
const everything = 4 * 5 + 120

describe.each(testRecordList.sorts)('sorted by %s', (sort: TestRecordSort) => {
  it('visits every record once, forwards and back again, in order', async () => {
    const query = { sort, per_page: '25' }
    const forwards = await walk(query, 'next')
    expect(forwards.map((page) => page.length)).toEqual([25, 25, 25, 25, 25, 15])
    const ids = forwards.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(everything)

    const values = forwards.flat().map((item) => valueOf[sort.replace('-', '')]?.(item) ?? '')
    const sorted = values.toSorted()
    expect(values).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)

    const secondLast = await list({ ...query, cursor: await cursorOf(query, forwards.length - 1) })
    const backwards = await walk(query, 'previous', secondLast.page.previous ?? '')
    expect(
      backwards
        .toReversed()
        .flat()
        .map(({ id }) => id),
    ).toEqual(ids.slice(0, -15))
  })
})

/** Returns the cursor of the page with this number, from 0. */
async function cursorOf(query: Query, number: number): Promise<string> {
  let cursor = ''
  for (let i = 0; i < number; i += 1)
    cursor = (await list(cursor === '' ? query : { ...query, cursor })).page.next ?? ''
  return cursor
}

describe('opens with what each user may see, whoever asked before', () => {
  it.each(['clinical', 'group', 'organisation', 'provider'] as const)('%s', async (userType) => {
    const { home, away } = test.ours.places
    const athome = await logInAs(test.app, test.ours, userType)
    const elsewhere = await logInAsSpare(test, test.ours, userType)
    const { id } = (await elsewhere.get('/users/my-details')).json().data
    await test.query(test.ours, 'update users set organisation_id = $2 where id = $1', [id, away.organisationId])
    await test.query(test.ours, 'update user_groups set group_id = $2 where user_id = $1', [id, away.groupId])
    for (const [client, place] of [
      [athome, home],
      [elsewhere, away],
      [athome, home],
    ] as const) {
      const { data, page } = await list({ state: 'current' }, client)
      expect(new Set(data.map(({ organisation }) => organisation.id))).toEqual(new Set([place.organisationId]))
      expect(data.length).toBe(Math.min(page.total, 100))
    }
  })

  it('in another tenant', async () => {
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    for (const [client, tenant] of [
      [admin, test.ours],
      [theirs, test.theirs],
      [admin, test.ours],
    ] as const) {
      const { data } = await list({ state: 'current' }, client)
      expect(data.length).toBeGreaterThan(0)
      expect(data.filter(({ assay }) => !assay.name.includes(tenant.marker))).toEqual([])
    }
  })
})

describe('paging', () => {
  it('visits each existing record once while others are added', async () => {
    const before = new Set((await walk({}, 'next')).flat().map(({ id }) => id))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, page } = await list({ per_page: '10', ...(cursor === '' ? {} : { cursor }) })
      seen.push(...data.map(({ id }) => id))
      cursor = page.next
      await insertManyRecords(test, test.ours, { count: 2, secondsApart: 1 })
    }
    const old = seen.filter((id) => before.has(id))
    expect(new Set(seen).size).toBe(seen.length)
    expect(new Set(old)).toEqual(before)
    await test.query(test.ours, 'delete from test_records where not id = any($1)', [[...before]])
  })

  it('has no page before the first and none after the last', async () => {
    const first = await list({ per_page: '100' })
    expect(first.page).toMatchObject({ previous: null, next: expect.any(String) })
    const last = await list({ per_page: '100', cursor: first.page.next ?? '' })
    expect(last.page).toMatchObject({ previous: expect.any(String), next: null })
    expect(last.data).toHaveLength(everything - 100)
  })

  it.each([undefined, '5', '10', '25', '50', '100'])('shows %s rows, and 5 by default', async (size) => {
    const { data, page } = (await admin.get('/test-records', size === undefined ? {} : { per_page: size })).json()
    expect(data).toHaveLength(Number(size ?? 5))
    expect(page.size).toBe(Number(size ?? 5))
  })

  it.each(['0', '6', '101', '-5', 'all', ''])('refuses %s rows', async (size) => {
    expect((await admin.get('/test-records', { per_page: size })).statusCode).toBe(422)
  })

  it('refuses a changed cursor and one of another order or list', async () => {
    const { next } = (await list({ per_page: '5' })).page
    const parts = JSON.parse(Buffer.from(next ?? '', 'base64url').toString())
    const forge = (change: unknown[]) => Buffer.from(JSON.stringify(change)).toString('base64url')
    const groups = (await admin.get('/groups', { per_page: '5' })).json().page.next ?? forge(['name', 0, 'a', 'b'])
    const forged = [
      'x',
      next?.slice(0, -4) ?? '',
      forge([]),
      forge({ length: 4 } as unknown as unknown[]),
      forge([parts[0], 0, parts[2]]),
      forge([parts[0], 0, parts[2], 'not-an-id']),
      forge([parts[0], 0, '0000-01-01T00:00:00.000Z', parts[3]]),
      forge([parts[0], 0, "2026-01-01' or true --", parts[3]]),
      forge([parts[0], 0, { $gt: '' }, parts[3]]),
      groups,
    ]
    for (const cursor of forged) {
      const response = await admin.get('/test-records', { cursor })
      expect([cursor, response.statusCode]).toEqual([cursor, 422])
    }
    expect((await admin.get('/test-records', { cursor: next ?? '', sort: 'result' })).statusCode).toBe(422)
    expect((await admin.get('/test-records', { cursor: next ?? '', sort: 'performed_at' })).statusCode).toBe(422)
  })

  it('shows nothing for another tenant’s cursor', async () => {
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    const { next } = (await list({ per_page: '5' }, theirs)).page
    const { data } = await list({ cursor: next ?? '' })
    expect(JSON.stringify(data)).not.toContain(test.theirs.marker)
  })

  it('counts up to ten thousand and says when there are more', async () => {
    expect((await list()).page).toMatchObject({ total: everything, totalIsCapped: false })
    await insertManyRecords(test, test.theirs, { count: 10_000, secondsApart: 1 })
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await list({ per_page: '5' }, theirs)).page).toMatchObject({ total: 10_000, totalIsCapped: true })
    expect((await list()).page).toMatchObject({ total: everything, totalIsCapped: false })
  })
})
