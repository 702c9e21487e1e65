import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestId } from '../../contract/rules/test-id.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { insertManyRecords } from '../../tests/server/many-records.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  for (const tenant of [test.ours, test.theirs])
    await insertManyRecords(test, tenant, { count: 60, secondsApart: 3600 })
})
afterAll(() => test.close())

const everything = 4 * 5 + 60

async function list(query: Record<string, string>): Promise<{ data: TestRecordListItem[]; page: { total: number } }> {
  const response = await admin.get('/test-records', { per_page: '100', state: 'all', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe('filters', () => {
  it('can be combined', async () => {
    const { home } = test.ours.places
    const query = {
      from: '2026-01-11T00:00:00Z',
      to: '2026-01-12T23:59:59.999Z',
      organisation_id: home.organisationId,
      group_id: home.groupId,
    }
    expect((await list(query)).data.map(({ result }) => result)).toEqual(['inconclusive', 'negative'])
    expect((await list({ ...query, result: 'negative' })).page.total).toBe(1)
    expect((await list({ ...query, result: 'positive' })).page.total).toBe(0)
    expect((await list({ ...query, result: 'negative', search: home.marker })).page.total).toBe(1)
    expect((await list({ ...query, organisation_id: test.ours.places.away.organisationId })).page.total).toBe(0)
  })

  it('include both ends of a range, and understand offsets', async () => {
    const instant = '2026-01-10T09:30:00.000Z'
    const group_id = test.ours.places.home.groupId
    expect((await list({ group_id, from: instant, to: instant })).page.total).toBe(1)
    expect(
      (await list({ group_id, from: '2026-01-10T10:30:00+01:00', to: '2026-01-10T04:30:00-05:00' })).page.total,
    ).toBe(1)
    expect((await list({ group_id, from: '2026-01-10T00:00:00Z', to: '2026-01-10T09:29:59.999Z' })).page.total).toBe(0)
  })
})

it('find a lot in its older and its normalised form, in the list and in its figures', async () => {
  const [before, now] = ['ＡＢ–12\u00a0 3', 'AB-12 3']
  const { home, away } = test.ours.places
  const setLot = 'update test_records set lot = $1 where id = $2'
  await test.query(test.ours, setLot, [before, home.recordId])
  await test.query(test.ours, setLot, [now, away.recordId])
  const idsOf = async (lot: string) => (await list({ lot })).data.map(({ id }) => id).toSorted()
  expect(await idsOf(before)).toEqual([home.recordId, away.recordId].toSorted())
  expect(await idsOf(now)).toEqual([away.recordId])
  const counted = async (lot: string) => {
    const figures: Record<string, number> = (await admin.get('/dashboard', { lot })).json().data.counts
    return Object.values(figures).reduce((sum, count) => sum + count, 0)
  }
  const listed = async (lot: string) => (await list({ state: 'current', lot })).page.total
  for (const [lot, tests] of [
    [before, 2],
    [now, 1],
    ['AB-12', 0],
  ] as const) {
    expect([lot, await listed(lot), await counted(lot)]).toEqual([lot, tests, tests])
  }
})

describe('the search', () => {
  const found = async (search: string) => (await list({ search })).page.total

  it('finds the start of a test ID, in lower case and with look-alike letters', async () => {
    const testId = makeTestId(test.ours.idPrefix, () => 0)
    await test.query(test.ours, 'update test_records set test_id = $1 where id = $2', [
      testId,
      test.ours.places.home.recordId,
    ])
    for (const search of [
      testId,
      testId.toLowerCase(),
      ` ${testId} `,
      testId.slice(0, -1),
      `${test.ours.idPrefix.toLowerCase()}-OoO`,
    ]) {
      expect([search, await found(search)]).toEqual([search, 1])
    }
    expect(await found(test.ours.idPrefix)).toBe(everything)
    expect(await found(testId.slice(1))).toBe(0)
  })

  it('finds a test by what follows its prefix, from four characters on, in lower case and with look-alike letters', async () => {
    const testId = makeTestId(test.ours.idPrefix, () => 20)
    await test.query(test.ours, 'update test_records set test_id = $1 where id = $2', [
      testId,
      test.ours.places.home.recordId,
    ])
    const part = testId.slice(testId.indexOf('-') + 1)
    for (const search of [
      part,
      part.slice(0, 4),
      part.slice(0, 6).toLowerCase(),
      `${part.slice(0, 4)} ${part.slice(4)}`,
    ]) {
      expect([search, await found(search)]).toEqual([search, 1])
    }
    expect(await found(part.slice(0, 3))).toBe(0)
  })

  it('finds a test by any part of its ID, in lower case and with look-alike letters, unless somebody is found by it', async () => {
    const characters = [1, 2, 10, 4, 11, 6, 7]
    const testId = makeTestId(test.ours.idPrefix, () => characters.shift() ?? 0)
    const { home, away } = test.ours.places
    await test.query(test.ours, 'update test_records set test_id = $1 where id = $2', [testId, home.recordId])
    for (const search of ['2A4B6', '2a 4b6', testId.slice(-5), 'a4b67', 'l2A4B']) {
      expect([search, (await list({ search })).data.map(({ id }) => id)]).toEqual([search, [home.recordId]])
    }
    for (const search of ['2A4B7', 'A4B', `${test.ours.idPrefix.slice(1)}-12A`]) {
      expect([search, await found(search)]).toEqual([search, 0])
    }
    const { statusCode } = await admin.send('PUT', `/subjects/${away.subjectId}`, {
      body: {
        kind: 'human',
        dateOfBirth: '1984-02-03',
        email: 'ang@people.test',
        firstName: 'Zoe',
        lastName: 'Ang',
        localId: '2A4B6',
      },
      headers: { 'if-match': '"1"' },
    })
    expect(statusCode).toBe(200)
    expect((await list({ search: '2a4b6' })).data.map(({ subject }) => subject?.id)).toContain(away.subjectId)
    expect((await list({ search: '2a4b6' })).data.map(({ id }) => id)).not.toContain(home.recordId)
  })

  it('finds the start of an email, a name, both names, and a local ID, in any case', async () => {
    const { away } = test.ours.places
    const identity = { email: 'Zoe.Ang@People.test', firstName: 'Émilie Zoë', lastName: "D'Árbol", localId: 'L_1%0' }
    const { statusCode } = await admin.send('PUT', `/subjects/${away.subjectId}`, {
      body: { kind: 'human', dateOfBirth: '1984-02-03', ...identity },
      headers: { 'if-match': '"2"' },
    })
    expect(statusCode).toBe(200)
    const [row] = await test.query<{ count: string }>(
      test.ours,
      'select count(*) from test_records where subject_id = $1',
      [away.subjectId],
    )
    const all = Number(row?.count)
    for (const search of [
      'zoe.a',
      'ZOË.ANG@people.test',
      'émilie',
      'ÉMI',
      "d'á",
      "Émilie D'Ár",
      'darbol zoe',
      'l_1%',
      '1%0',
    ]) {
      expect([search, await found(search)]).toEqual([search, all])
    }
    for (const search of ['%', '_', 'l%1', 'l_11', 'oë', 'people.test', '\\', "'", 'émilie x', 'zoe.a1']) {
      expect([search, await found(search)]).toEqual([search, 0])
    }
  })

  it('never finds what another tenant has', async () => {
    const { unique } = test.theirs.places
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    for (const search of [unique.subjectEmail, unique.testId, test.theirs.marker]) {
      const own = (await theirs.get('/test-records', { state: 'all', search })).json().page.total
      expect([search, own > 0, await found(search)]).toEqual([search, true, 0])
    }
  })
})

describe('several results at once', () => {
  const totalOf = async (result: string) => (await list({ result })).page.total

  it('match any of them, in any order', async () => {
    const [positive, negative, invalid] = [
      await totalOf('positive'),
      await totalOf('negative'),
      await totalOf('invalid'),
    ]
    expect(await totalOf('positive,invalid')).toBe(positive + invalid)
    expect(await totalOf('invalid,positive,invalid')).toBe(positive + invalid)
    const found = (await list({ result: 'invalid,positive' })).data.map(({ result }) => result)
    expect(new Set(found)).toEqual(new Set(['positive', 'invalid']))
    // Links from older versions contain these values.
    expect(await totalOf('conclusive')).toBe(positive + negative)
    expect(await totalOf('positive,negative,inconclusive,invalid')).toBe(everything)
  })

  it('share one cursor, whatever order they are written in', async () => {
    const first = await admin.get('/test-records', { per_page: '5', result: 'positive,negative' })
    const cursor = first.json<{ page: { next: string } }>().page.next
    const next = await admin.get('/test-records', { per_page: '5', result: 'negative,positive', cursor })
    expect(next.statusCode).toBe(200)
  })

  it.each(['maybe', 'positive,maybe', 'positive,', ',', 'positive;negative'])('refuses %j', async (result) => {
    expect((await admin.get('/test-records', { result })).statusCode).toBe(422)
  })
})
