import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { todayIn } from '../../contract/rules/dates.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { addSubject, recordTestOf } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.query(test.ours, `update tenants set subject_details = array['sex'] where id = $1`, [test.ours.id])
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, 'delete from report_codes')
  // The tests that every tenant has already belong to no month that is asked for.
  await test.query(test.ours, `update test_records set performed_at = '2020-01-01T12:00:00Z'`)
})
afterAll(() => test.close())

const month = { month: '2026-03', zone: 'Europe/Dublin' }

async function report(query: object = {}, as = admin): Promise<ReportRow[]> {
  const reply = await as.get('/monthly-report', { ...month, ...query })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.rows
}

/** Records a test and moves it to an instant. */
async function testAt(at: string, subjectId: string, set = ''): Promise<void> {
  const id = await recordTestOf(admin, test.ours.places.home, subjectId)
  await test.query(
    test.ours,
    `update test_records set performed_at = $2, performed_zone = 'Europe/Dublin' ${set} where id = $1`,
    [id, at],
  )
}

it('counts the month of a clock, by age on the day of the test and sex, without voided tests', async () => {
  const { home } = test.ours.places
  const girl = await addSubject(admin, home, { dateOfBirth: '2021-03-15', details: { sex: 'female' } })
  const man = await addSubject(admin, home, { dateOfBirth: '1970-01-01' })
  await testAt('2026-03-01T00:00:00Z', girl) // the first instant in Dublin, where summer time begins later in the month
  await testAt('2026-03-14T23:59:59Z', girl) // the day before she is five
  await testAt('2026-03-15T00:00:00Z', girl)
  await testAt('2026-03-31T22:59:59Z', man) // the last second in Dublin
  await testAt('2026-03-31T23:00:00Z', man)
  await testAt('2026-02-28T23:59:59Z', man)
  await testAt('2026-03-10T12:00:00Z', man, `, state = 'voided'`)
  const rows = await report()
  expect(rows.map(({ ageGroup, sex, tests }) => [ageGroup, sex, tests])).toEqual([
    ['0-4', 'female', 2],
    ['15-and-over', 'unknown', 1],
    ['5-14', 'female', 1],
  ])
  expect(rows.every(({ group }) => group.id === home.groupId)).toBe(true)
  // The list of the month's instants has as many tests.
  const list = await admin.get('/test-records', { from: '2026-03-01T00:00:00Z', to: '2026-03-31T22:59:59.999Z' })
  expect(list.json().page.total).toBe(4)
})

it('counts a test in the month of the clock where it was performed, whoever asks from wherever', async () => {
  const { home } = test.ours.places
  const subject = await addSubject(admin, home, { dateOfBirth: '1980-01-01' })
  const inZone = (zone: string) => `, performed_zone = '${zone}'`
  const testIn = async (at: string, zone: string) => {
    const id = await recordTestOf(admin, home, subject)
    await test.query(test.ours, `update test_records set performed_at = $2 ${inZone(zone)} where id = $1`, [id, at])
  }
  await testIn('2024-05-01T05:59:59Z', 'America/Denver') // still April there
  await testIn('2024-04-30T23:00:00Z', 'Europe/London') // already May there
  await testIn('2024-04-30T10:00:00Z', 'Pacific/Kiritimati') // the first instant of May on earth
  await testIn('2024-05-01T10:59:59Z', 'Pacific/Pago_Pago') // the last second of April there
  const totalOf = async (month: string) => {
    const reply = await admin.get('/monthly-report', { month })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data.rows.reduce((sum: number, { tests }: ReportRow) => sum + tests, 0)
  }
  expect([await totalOf('2024-04'), await totalOf('2024-05')]).toEqual([2, 2])
  // The list that the report leads to, and its file, have exactly the tests that were counted.
  const listed = async (month: string) => (await admin.get('/test-records', { month })).json()
  const fileOf = async (month: string) => (await admin.get('/test-records/export', { month })).body.trim().split('\r\n')
  for (const month of ['2024-04', '2024-05']) {
    const { data, page } = await listed(month)
    expect([data.length, page.total]).toEqual([2, 2])
    const [, ...rows] = await fileOf(month)
    expect(rows.map((row) => data.find(({ testId }: { testId: string }) => row.includes(testId)) && 'listed')).toEqual([
      'listed',
      'listed',
    ])
  }
})

it('knows no age of people who were erased, and no sex that the tenant does not keep any more', async () => {
  await test.query(test.ours, `update tenants set subject_details = '{}' where id = $1`, [test.ours.id])
  await test.query(test.ours, `update subject_identities set date_of_birth = null where date_of_birth = '1970-01-01'`)
  expect((await report()).map(({ ageGroup, sex, tests }) => [ageGroup, sex, tests])).toEqual([
    ['0-4', 'unknown', 2],
    ['5-14', 'unknown', 1],
    ['unknown', 'unknown', 1],
  ])
})

it('knows no age of somebody who is said to be born after the test', async () => {
  const newborn = await addSubject(admin, test.ours.places.home, { dateOfBirth: '2025-03-15' })
  const wrong = await addSubject(admin, test.ours.places.home, { dateOfBirth: '2025-03-16' })
  for (const subject of [newborn, wrong]) await testAt('2025-03-15T12:00:00Z', subject)
  const rows = await report({ month: '2025-03' })
  expect(rows.map(({ ageGroup, tests }) => [ageGroup, tests])).toEqual([
    ['0-4', 1],
    ['unknown', 1],
  ])
})

it('counts what its caller sees, narrowed to a place', async () => {
  const { home, away } = test.ours.places
  const elsewhere = await addSubject(admin, away)
  const id = await recordTestOf(admin, away, elsewhere)
  await test.query(test.ours, `update test_records set performed_at = '2026-03-05T12:00:00Z' where id = $1`, [id])
  const totalOf = (rows: ReportRow[]) => rows.reduce((sum, { tests }) => sum + tests, 0)
  expect(totalOf(await report())).toBe(5)
  expect(totalOf(await report({ organisation_id: away.organisationId }))).toBe(1)
  expect(totalOf(await report({ group_id: home.groupId }))).toBe(4)
  expect(totalOf(await report({}, await logInAs(test.app, test.ours, 'group')))).toBe(4)
  const theirs = await logInAs(test.app, test.theirs, 'tenant')
  expect(await report({}, theirs)).toEqual([])
})

it('writes what DHIS2 imports, with the codes that the tenant has set', async () => {
  const { home } = test.ours.places
  const { result, assay } = (await report({ group_id: home.groupId }))[0] ?? { result: 'positive', assay: { id: '' } }
  const set = async (...codes: { kind: string; key: string; code: string | null }[]) => {
    const reply = await admin.put('/monthly-report/codes', { codes })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const values = async () => {
    const reply = await admin.get('/monthly-report/data-value-set', month)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  expect(await values()).toEqual({ period: '202603', dataValues: [] })
  await set(
    { kind: 'set', key: '', code: 'lyLU2wR22tC' },
    { kind: 'place', key: home.organisationId, code: 'O6uvpzGd5pu' },
    { kind: 'tests', key: `${assay.id}:${result}`, code: 'fbfJHSPpUQD' },
    { kind: 'tests', key: `${assay.id}:all`, code: 'cYeuwXTCPkU' },
  )
  const value = (dataElement: string, of: object) => ({ dataElement, period: '202603', orgUnit: 'O6uvpzGd5pu', ...of })
  expect(await values()).toMatchObject({
    dataSet: 'lyLU2wR22tC',
    period: '202603',
    dataValues: [value('fbfJHSPpUQD', { value: '4' }), value('cYeuwXTCPkU', { value: '4' })],
  })
  // Parted by people, a group before its organisation, and what has no code left out.
  await set(
    { kind: 'place', key: home.groupId, code: 'DiszpKrYNg8' },
    { kind: 'people', key: '0-4:unknown', code: 'V6L425pT3A0' },
    { kind: 'people', key: '5-14:unknown', code: 'V6L425pT3A0' },
    { kind: 'tests', key: `${assay.id}:all`, code: null },
  )
  expect((await values()).dataValues).toEqual([
    value('fbfJHSPpUQD', { orgUnit: 'DiszpKrYNg8', categoryOptionCombo: 'V6L425pT3A0', value: '3' }),
    // What the first file counted elsewhere would stay there.
    value('cYeuwXTCPkU', { value: '0' }),
    value('fbfJHSPpUQD', { value: '0' }),
  ])
  const [event] = await test.query<{ details: object }>(
    test.ours,
    `select details from audit_events where action = 'tenant.report-codes-changed' order by id desc limit 1`,
  )
  expect(event?.details).toEqual({ rows: 4 })
  const unknown = await admin.put('/monthly-report/codes', {
    codes: [{ kind: 'place', key: randomUUID(), code: 'x' }],
  })
  expect(unknown.statusCode).toBe(422)
})

describe('a month that was made before', () => {
  const asked = { month: '2025-06', zone: 'Europe/Dublin' }
  const of = (dataElement: string, value: string, more: object = {}) => ({
    dataElement,
    period: '202506',
    orgUnit: 'DiszpKrYNg8',
    value,
    ...more,
  })
  const made = async (query: object = {}, as = admin) => {
    const reply = await as.get('/monthly-report/data-value-set', { ...asked, ...query })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  beforeAll(async () => {
    const { home } = test.ours.places
    await test.query(test.ours, 'delete from report_codes')
    const codes = [
      { kind: 'set', key: '', code: 'lyLU2wR22tC' },
      { kind: 'place', key: home.groupId, code: 'DiszpKrYNg8' },
      { kind: 'tests', key: `${home.assayId}:positive`, code: 'fbfJHSPpUQD' },
      { kind: 'tests', key: `${home.assayId}:negative`, code: 'cYeuwXTCPkU' },
    ]
    expect((await admin.put('/monthly-report/codes', { codes })).statusCode).toBe(200)
  })

  it('says 0 where nothing is left, and is complete once it is over', async () => {
    const someone = await addSubject(admin, test.ours.places.home)
    await testAt('2025-06-10T12:00:00Z', someone, `, result = 'positive'`)
    expect((await made()).dataValues).toEqual([of('fbfJHSPpUQD', '1')])
    await test.query(
      test.ours,
      `update test_records set state = 'voided' where subject_id = $1 and performed_at = '2025-06-10T12:00:00Z'`,
      [someone],
    )
    const set = await made()
    expect(set).toMatchObject({ dataSet: 'lyLU2wR22tC', period: '202506', orgUnit: 'DiszpKrYNg8' })
    expect(set.completeDate).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(set.dataValues).toEqual([of('fbfJHSPpUQD', '0')])
    // It is said again, because nobody hears whether a file was imported, and next to what counts now.
    await testAt('2025-06-11T12:00:00Z', someone, `, result = 'negative'`)
    expect((await made()).dataValues).toEqual([of('cYeuwXTCPkU', '1'), of('fbfJHSPpUQD', '0')])
    expect((await admin.get('/monthly-report', asked)).json().data.made).toHaveLength(2)
  })

  it('takes back what stood under an id that was changed', async () => {
    const key = `${test.ours.places.home.assayId}:negative`
    const codes = [{ kind: 'tests', key, code: 'newElement1' }]
    expect((await admin.put('/monthly-report/codes', { codes })).statusCode).toBe(200)
    expect((await made()).dataValues).toEqual([of('newElement1', '1'), of('cYeuwXTCPkU', '0'), of('fbfJHSPpUQD', '0')])
  })

  it('is taken back only by who sees all that was counted', async () => {
    const { away, home } = test.ours.places
    const { organisationId } = away
    expect((await made({ organisation_id: organisationId })).dataValues).toEqual([])
    expect((await made({ group_id: home.groupId })).dataValues).toHaveLength(3)
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await made({}, theirs)).dataValues).toEqual([])
  })

  it('is not complete while it goes on', async () => {
    const month = todayIn('Europe/Dublin').slice(0, 7)
    const someone = await addSubject(admin, test.ours.places.home)
    await recordTestOf(admin, test.ours.places.home, someone)
    await test.query(test.ours, `update test_records set performed_at = now() where subject_id = $1`, [someone])
    const set = await made({ month })
    expect(set.dataValues.length).toBeGreaterThan(0)
    expect(set.completeDate).toBeUndefined()
  })

  it('is noted in the audit trail', async () => {
    const [event] = await test.query<{ details: object }>(
      test.ours,
      `select details from audit_events where action = 'tenant.month-reported' order by id limit 1`,
    )
    expect(event?.details).toMatchObject({ filter: { from: '2026-03-01', zone: 'Europe/Dublin' } })
  })

  it('is noted in the audit trail by the clock of each place, unless a zone was asked for', async () => {
    await admin.get('/monthly-report/data-value-set', { month: '2026-03' })
    const [event] = await test.query<{ details: object }>(
      test.ours,
      `select details from audit_events where action = 'tenant.month-reported' order by id desc limit 1`,
    )
    expect(event?.details).toMatchObject({ filter: { month: '2026-03' } })
  })
})

it.each([
  ['place', 'somewhere'],
  ['tests', '6f0f6c3e-3b0e-4b5e-9a53-0f8d7a0c6f00:maybe'],
  ['people', '5-14:unknown:'],
  ['set', 'x'],
])('refuses the key of a code of the kind %s that it cannot have', async (kind, key) => {
  const reply = await admin.put('/monthly-report/codes', { codes: [{ kind, key, code: 'a' }] })
  expect(reply.statusCode).toBe(422)
})
