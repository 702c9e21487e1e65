import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agreementOf } from '../../../contract/rules/agreement.ts'
import { results, type Result } from '../../../contract/rules/results.ts'
import type { AgreementOf, Agreements } from '../../../contract/test-records/agreement.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { idOf, type Place } from '../../../tests/server/places.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { password, userIdOf } from '../../../tests/server/tenants.ts'

let test: TestApp
let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

const [ana, bo, cleo] = [userIdOf('clinical'), userIdOf('provider'), userIdOf('group')]

/** A test with two readings. */
interface Twice {
  place: Place
  first: Result
  second: Result
  by: [string, string]
  at: string
  isVoided: boolean
  wasSeen: boolean
}

let made = 0

/** Replaces the second readings of every place with these. */
async function readTwice(tests: readonly Partial<Twice>[]): Promise<void> {
  await test.query(test.ours, 'delete from second_readings')
  await test.query(test.ours, 'update test_records set second_reading = null')
  for (const one of tests) {
    const { place, first, second, by, at, isVoided, wasSeen } = { ...usual(), ...one }
    const id = idOf(9, (made += 1))
    const lines = (result: Result) => JSON.stringify([{ analyteId: 'line', analyteName: 'Line', result }])
    await test.query(
      test.ours,
      `insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result, analyte_results,
         performed_at, performed_zone, state, second_reading, recorded_by)
       values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, 'Europe/London', $10, $11, $12)`,
      [
        id,
        `TWICE-${made}`,
        place.organisationId,
        place.groupId,
        place.subjectId,
        place.assayId,
        first,
        lines(first),
        at,
        isVoided ? 'voided' : 'recorded',
        first === second ? 'agreed' : 'differ',
        by[0],
      ],
    )
    await test.query(
      test.ours,
      `insert into second_readings (tenant_id, test_record_id, first_result, first_analyte_results, first_by, first_at, result,
         analyte_results, read_by, read_at, was_seen)
       values (current_tenant(), $1, $2, $3, $4, now(), $5, $6, $7, now(), $8)`,
      [id, first, lines(first), by[0], second, lines(second), by[1], wasSeen],
    )
  }
}

const usual = (): Twice => ({
  place: test.ours.places.home,
  first: 'negative',
  second: 'negative',
  by: [ana, bo],
  at: '2026-05-10T09:30:00Z',
  isVoided: false,
  wasSeen: false,
})

const months = { from: '2026-01', to: '2026-12', zone: 'Europe/London' }
const agreementFor = async (client: Client, query: Record<string, string> = months): Promise<Agreements> => {
  const response = await client.get('/agreement', query)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}
const short = ({ total, agreed, kappa }: AgreementOf) => [
  total,
  agreed,
  kappa === null ? null : Number(kappa.toFixed(4)),
]

describe('agreement', () => {
  beforeEach(async () => {
    await readTwice([
      { first: 'positive', second: 'positive' },
      { first: 'positive', second: 'negative', by: [bo, ana] },
      { first: 'negative', second: 'negative', by: [ana, cleo] },
      { first: 'negative', second: 'negative', at: '2026-04-30T23:30:00Z' },
      { first: 'invalid', second: 'invalid', place: test.ours.places.away, by: [cleo, bo] },
      { first: 'positive', second: 'negative', isVoided: true },
      { first: 'positive', second: 'negative', wasSeen: true },
    ])
  })

  it('counts pairs of readings by assay, by reader in either role, and by month in the asker’s zone', async () => {
    const { overall, assays, readers, months: byMonth, seen } = await agreementFor(tenant)
    // 4 of 5 agree; by chance (2*1 + 2*3 + 1*1) / 25, so kappa is (4/5 - 9/25) / (1 - 9/25).
    expect(short(overall)).toEqual([5, 4, 0.6875])
    expect(overall.counts).toEqual([
      [1, 1, 0, 0],
      [0, 2, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ])
    expect(assays.map(({ id, total }) => [id, total])).toEqual([[test.ours.assayId, 5]])
    expect(readers.map(({ id, ...one }) => [id, ...short(one)])).toEqual([
      [bo, 4, 3, 0.6364],
      [ana, 4, 3, 0.5],
      [cleo, 2, 2, 1],
    ])
    // Tests that Ana read second also count in her rows.
    expect(readers[1]?.counts[1]).toEqual([1, 2, 0, 0])
    expect(byMonth.map(({ month, ...one }) => [month, ...short(one)])).toEqual([['2026-05', 5, 4, 0.6875]])
    expect(seen).toBe(1)
    const { months: byUtc } = await agreementFor(tenant, { ...months, zone: 'UTC' })
    expect(byUtc.map(({ month, total, kappa }) => [month, total, kappa])).toEqual([
      ['2026-05', 4, expect.any(Number)],
      // Kappa is undefined because both readers only gave one result.
      ['2026-04', 1, null],
    ])
  })

  it('covers the requested months', async () => {
    const of = async (from: string, to: string, zone = 'UTC') =>
      (await agreementFor(tenant, { from, to, zone })).overall.total
    expect(await of('2026-04', '2026-04')).toBe(1)
    expect(await of('2026-05', '2026-05')).toBe(4)
    expect(await of('2026-05', '2026-05', 'Europe/London')).toBe(5)
    expect(await of('2026-06', '2026-12')).toBe(0)
    expect((await agreementFor(tenant, { ...months, from: '2026-06' })).overall).toEqual({
      total: 0,
      agreed: 0,
      kappa: null,
      counts: results.map(() => [0, 0, 0, 0]),
    })
  })

  it('covers the tests that the user sees', async () => {
    expect(short((await agreementFor(await logInAs(test.app, test.ours, 'group'))).overall)).toEqual([4, 3, 0.5])
    expect((await agreementFor(await logInAs(test.app, test.theirs, 'tenant'))).overall.total).toBe(4)
    expect((await (await logInAs(test.app, test.ours, 'patient')).get('/agreement', months)).statusCode).toBe(403)
  })

  it('keeps both readings when the record is corrected', async () => {
    await test.query(test.ours, `update test_records set second_reading = 'settled' where second_reading = 'differ'`)
    await test.query(test.ours, `update test_records set result = 'negative' where test_id like 'TWICE-%'`)
    expect(short((await agreementFor(tenant)).overall)).toEqual([5, 4, 0.6875])
  })

  it('does not name readers who have left, but keeps their readings', async () => {
    const leaving = await logInAsSpare(test, test.ours, 'clinical')
    await readTwice([{ by: [(await leaving.get('/users/my-details')).json().data.id, bo] }, { by: [ana, bo] }])
    const body = { currentPassword: password, reason: 'no-longer-required' }
    expect((await leaving.put('/users/my-details/delete', body)).statusCode).toBe(204)
    const { readers } = await agreementFor(tenant)
    expect(readers).toHaveLength(3)
    expect(readers[0]).toMatchObject({ id: bo, name: `${test.ours.marker} provider`, total: 2 })
    expect(readers).toContainEqual(expect.objectContaining({ id: ana, name: `${test.ours.marker} clinical`, total: 1 }))
    expect(readers).toContainEqual(expect.objectContaining({ id: null, name: null, total: 1 }))
  })

  it('refuses invalid months and zones', async () => {
    for (const [field, value] of [
      ['from', '2026-13'],
      ['to', '2025-12'],
      ['zone', 'Nowhere/Land'],
    ] as const) {
      const response = await tenant.get('/agreement', { ...months, [field]: value })
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [field]])
    }
  })
})

it('matches the rule for any readings, in total and per reader', async () => {
  const result = fc.constantFrom(...results)
  const twice = fc.record({
    first: result,
    second: result,
    by: fc.constantFrom<[string, string]>([ana, bo], [bo, cleo], [cleo, ana], [ana, cleo]),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(twice, { maxLength: 12 }), async (tests) => {
      await readTwice(tests)
      const { overall, readers } = await agreementFor(tenant)
      const countsOf = (pairs: [Result, Result][]) =>
        results.map((own) => results.map((other) => pairs.filter(([a, b]) => a === own && b === other).length))
      const expected = countsOf(tests.map(({ first, second }) => [first, second]))
      expect(overall).toEqual({ ...agreementOf(expected), counts: expected })
      for (const reader of [ana, bo, cleo]) {
        const counts = countsOf([
          ...tests.filter(({ by }) => by[0] === reader).map(({ first, second }): [Result, Result] => [first, second]),
          ...tests.filter(({ by }) => by[1] === reader).map(({ first, second }): [Result, Result] => [second, first]),
        ])
        const shown = readers.find(({ id }) => id === reader)
        expect(shown?.counts ?? countsOf([])).toEqual(counts)
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
