import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { instantOf, localParts } from '../../contract/rules/dates.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import { stateFilters } from '../../contract/test-records/filter.ts'
import { boundsOf, figuresOf, type Counted, type Filter } from '../testing/chart-figures.ts'
import { logInAs, type Client } from '../testing/client.ts'
import { newAssay } from '../testing/new-assay.ts'
import { startOperator } from '../testing/operators.ts'
import { Choice } from '../testing/seeded.ts'
import { addSubject, merge, undo } from '../testing/subjects.ts'
import { userIdOf } from '../testing/tenants.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { foldDeltas } from './folding-repository.ts'

/** Around what instants tests are performed: changes of clocks and midnights, also of times when days began between two quarters. */
const moments = [
  ['Europe/London', '2025-10-26T01:00Z'],
  ['Europe/London', '2026-03-29T01:00Z'],
  ['Europe/London', '2026-01-14T00:00Z'],
  ['Europe/London', '1915-06-01T00:00Z'],
  ['America/Denver', '2025-11-02T08:00Z'],
  ['America/Denver', '2026-03-08T09:00Z'],
  ['America/Denver', '2026-01-14T07:00Z'],
  ['Asia/Kolkata', '2026-01-13T18:30Z'],
  ['Asia/Kolkata', '2026-01-14T00:00Z'],
  ['Australia/Lord_Howe', '2025-10-04T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-01-13T13:00Z'],
  ['Africa/Monrovia', '1971-06-05T00:44Z'],
  ['Africa/Monrovia', '1972-01-07T00:44Z'],
  ['America/St_Johns', '2009-03-08T03:31Z'],
  ['Antarctica/Casey', '2020-10-03T16:01Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
] as const
const zones = [...new Set(moments.map(([zone]) => zone))]

const seed = Number(process.env.RANDOM_SEED ?? randomInt(2 ** 31))
const choice = new Choice(seed)

let test: TestApp
/** Who looks, by what they are called. */
let actors: [string, Client][]
let tenant: Client
let assays: { id: string; lines: string[] }[]
const people: string[] = []

beforeAll(async () => {
  test = await startTestApp()
  const { ours } = test
  const { home, ward, away } = ours.places
  await test.query(
    ours,
    `insert into user_groups (tenant_id, user_id, group_id) values (current_tenant(), $1, $2), (current_tenant(), $3, $2)`,
    [userIdOf('group'), ward.groupId, userIdOf('patient')],
  )
  await test.query(ours, `delete from user_groups where user_id = $1`, [userIdOf('patient')])
  tenant = await logInAs(test.app, ours, 'tenant')
  const operator = (await startOperator(test, 'Robin Reed', null)).client
  const entry = { reason: 'Figures that seem to be wrong' }
  expect((await operator.post(`/tenants/${ours.id}/entries`, entry)).statusCode).toBe(201)
  const types = ['organisation', 'group', 'clinical', 'patient'] as const
  const others = await Promise.all(
    types.map(async (type): Promise<[string, Client]> => [type, await logInAs(test.app, ours, type)]),
  )
  actors = [['tenant', tenant], ...others, ['operator inside', operator]]
  for (let i = 0; i < 6; i += 1) {
    people.push(await addSubject(tenant, [home, ward, away][i % 3] ?? home, { dateOfBirth: '1907-02-03' }))
  }
  await test.query(ours, `update subject_identities set date_of_birth = '1907-02-03'`)
  people.push(home.subjectId)
  assays = [
    { id: ours.assayId, lines: ['line'] },
    { id: ours.pairAssayId, lines: ['a', 'b'] },
    await assayThatGetsLines(),
  ]
}, 60_000)
afterAll(() => test.close())

/** An assay with one line, with which tests are recorded, and then with two. */
async function assayThatGetsLines() {
  const form = newAssay('Grows')
  const response = await tenant.post('/assays', form)
  expect(response.statusCode, response.body).toBe(201)
  const { id, analytes } = response.json().data
  const grown = { id, lines: [analytes[0].id as string] }
  for (const result of ['positive', 'negative'] as const) await record(grown, { result })
  const wider = { ...form, analytes: [analytes[0], { id: null, name: 'RSV', loinc: null, snomed: null }] }
  const changed = await tenant.send('PUT', `/assays/${id}`, { body: wider, headers: { 'if-match': '"1"' } })
  expect(changed.statusCode, changed.body).toBe(200)
  return { id: id as string, lines: [analytes[0].id as string, 'rsv'] }
}

/** Some minute near a moment, as a clock of its zone shows it, or where that shows it twice, of UTC. */
function performed() {
  const [zone, moment] = choice.of(moments)
  const at = new Date(Date.parse(moment.replace('Z', ':00Z')) + (choice.below(181) - 90) * 60_000)
  for (const each of [zone, 'UTC']) {
    const { day, time } = localParts(at, each)
    if (instantOf(day, time.slice(0, 5), each)?.getTime() === at.getTime())
      return { performedDate: day, performedTime: time.slice(0, 5), performedZone: each }
  }
  throw new Error('UTC shows every time once')
}

const lotOf = () => choice.of([null, 'LOT-1', 'LOT-2', 'lot 3'])
const linesOf = (assay: { lines: string[] }, result?: Result) =>
  assay.lines.map((analyteId) => ({ analyteId, result: result ?? choice.of(results) }))

async function record(assay = choice.of(assays), { result }: { result?: Result } = {}): Promise<void> {
  const { home, ward, away } = test.ours.places
  const place = choice.of([home, ward, away])
  const isClinical = place === home && choice.chance(0.5)
  const response = await (isClinical ? (actors[3]?.[1] ?? tenant) : tenant).post('/test-records', {
    organisationId: place.organisationId,
    groupId: place.groupId,
    subjectId: await subjectOf(place.groupId),
    assayId: assay.id,
    analyteResults: linesOf(assay, result),
    lot: lotOf(),
    ...performed(),
  })
  expect(response.statusCode, response.body).toBe(201)
}

/** Somebody whom a group knows now. */
async function subjectOf(groupId: string): Promise<string> {
  const known = await test.query<{ subject_id: string }>(
    test.ours,
    'select subject_id from subject_groups where group_id = $1 and subject_id = any($2) order by 1',
    [groupId, people],
  )
  return choice.of(known).subject_id
}

/** A test with a timer, begun at a random moment, and read too early, in time or too late. */
async function recordRead(minutesLeft: number): Promise<void> {
  const { home } = test.ours.places
  const { organisationId, groupId } = home
  const assay = choice.of(assays.slice(0, 2))
  const started = await tenant.post('/test-runs', {
    organisationId,
    groupId,
    subjectId: await subjectOf(groupId),
    assayId: assay.id,
    specimen: 'Nasal swab',
    lot: lotOf(),
    location: null,
    coordinates: null,
    zone: 'Europe/London',
  })
  expect(started.statusCode, started.body).toBe(201)
  const { id } = started.json().data
  const { performedDate, performedTime, performedZone } = performed()
  await test.query(
    test.ours,
    `update test_runs set started_at = $2, read_from = now() + make_interval(mins => $3), read_until = now() + make_interval(mins => $3 + 10)
     where id = $1`,
    [id, instantOf(performedDate, performedTime, performedZone), minutesLeft],
  )
  const finished = await tenant.send('PUT', `/test-runs/${id}/finish`, {
    body: { analyteResults: linesOf(assay), ...(minutesLeft === -5 ? {} : { readingReason: 'Somebody called' }) },
    headers: { 'if-match': '"1"' },
  })
  expect(finished.statusCode, finished.body).toBeOneOf([200, 201])
}

interface Row extends Omit<Counted, 'at' | 'lines'> {
  id: string
  test_id: string
  performed_at: Date
  analyte_results: Counted['lines']
  version: number
  state: string
  read_at: Date | null
}

const everyRecord = () =>
  test.query<Row>(
    test.ours,
    `select id, test_id, performed_at, organisation_id, group_id, assay_id, lot, reading, result, analyte_results, version, state, read_at
     from test_records order by id`,
  )

async function correct(): Promise<void> {
  const row = choice.of((await everyRecord()).filter(({ state, read_at }) => state !== 'voided' && read_at === null))
  const response = await tenant.post(
    `/test-records/${row.id}/corrections`,
    {
      ...performed(),
      lot: lotOf(),
      analyteResults: row.analyte_results.map(({ analyteId }) => ({ analyteId, result: choice.of(results) })),
      reason: 'data-entered-incorrectly',
    },
    { 'if-match': `"${row.version}"` },
  )
  expect(response.statusCode, response.body).toBe(200)
}

async function void_(): Promise<void> {
  const row = choice.of((await everyRecord()).filter(({ state }) => state !== 'voided'))
  const body = { reason: 'created-in-error' }
  const response = await tenant.post(`/test-records/${row.id}/void`, body, { 'if-match': `"${row.version}"` })
  expect(response.statusCode, response.body).toBe(200)
}

let merged: { id: string; subjectId: string } | undefined

/** Merges two people, or parts them again. */
async function mergeOrPart(): Promise<void> {
  const [from = '', into = ''] = people
  const response = merged === undefined ? await merge(tenant, { from, into }) : await undo(tenant, merged)
  expect(response.statusCode, response.body).toBe(200)
  merged = merged === undefined ? response.json().data : undefined
}

/** Of every kind of change some, in any order. */
async function change(records: number): Promise<void> {
  const steps = [
    ...Array.from({ length: records }, () => () => record()),
    ...[5, -5, -20].map((minutesLeft) => () => recordRead(minutesLeft)),
    ...Array.from({ length: 9 }, () => correct),
    void_,
    void_,
    mergeOrPart,
  ]
  while (steps.length > 0) await steps.splice(choice.below(steps.length), 1)[0]?.()
}

const fold = (atMost: number) => test.door.enterTenant(test.ours.id, 'test', (scope) => foldDeltas(scope, atMost))

/** A random range of whole days of a zone, or with ends anywhere. */
function range(zone: string, records: readonly Row[]): Filter {
  const [one, other] = [choice.of(records).performed_at, choice.of(records).performed_at].toSorted(
    (a, b) => a.getTime() - b.getTime(),
  )
  const [from = new Date(), to = new Date()] = [one, other]
  const instant = (at: number) => new Date(at).toISOString()
  if (choice.chance(0.4))
    return {
      from: instant(from.getTime() - choice.below(90 * 60_000)),
      to: instant(to.getTime() + choice.below(90 * 60_000)),
    }
  const first = { from: instant(boundsOf(localParts(from, zone).day, zone).first) }
  return choice.chance(0.2) ? first : { ...first, to: instant(boundsOf(localParts(to, zone).day, zone).last) }
}

/** Filters that counts know, each with a range or without, and then such as they do not know. */
function filtersOf(zone: string, records: readonly Row[]): Filter[] {
  const row = choice.of(records)
  const place: Filter[] = [{}, { organisation_id: row.organisation_id }, { group_id: row.group_id }]
  const what: Filter[] = [{}, { assay_id: row.assay_id }, { result: choice.of([...results, 'conclusive']) }]
  const unknown: Filter[] = [
    { state: choice.of(stateFilters) },
    { reading: choice.of(['early', 'late']) },
    { lot: choice.of(['LOT-1', 'LOT-2']) },
    { search: choice.of(['ana', row.test_id]) },
    { recorded_by: userIdOf('clinical') },
    { weekday: String(1 + choice.below(7)), zone },
    { hour: String(localParts(row.performed_at, zone).time.slice(0, 2)).replace(/^0(?=\d)/, ''), zone },
    { analyte_id: 'a', analyte_result: choice.of(results) },
    { subject_id: choice.of(people) },
  ]
  const mixed = () => ({ ...choice.of(place), ...choice.of(what) })
  return [
    range(zone, records),
    { ...range(zone, records), ...mixed() },
    { ...range(zone, records), ...choice.of(unknown) },
  ]
}

const totalOf = async (client: Client, filter: Filter): Promise<number> => {
  const response = await client.get('/test-records', { per_page: '5', ...filter })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().page.total
}

/** The test IDs of all pages of the list. */
async function listed(client: Client, filter: Filter): Promise<Set<string>> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const reply = await client.get('/test-records', { per_page: '100', ...filter, ...(cursor && { cursor }) })
    expect(reply.statusCode, reply.body).toBe(200)
    ids.push(...reply.json().data.map(({ testId }: { testId: string }) => testId))
    cursor = reply.json().page.next ?? undefined
  } while (cursor !== undefined)
  expect(new Set(ids).size).toBe(ids.length)
  return new Set(ids)
}

const mayExport = new Set(['tenant', 'organisation', 'group'])
/** How many figures were held against the list. */
const seen = { figures: 0 }

/** Holds every figure of every chart against the list, the export and the records themselves. */
async function expectExact(who: string, client: Client, filter: Filter, zone: string, records: readonly Row[]) {
  const said = `${who}, ${JSON.stringify(filter)}, ${zone}`
  const ids = await listed(client, filter)
  if (mayExport.has(who)) {
    const { statusCode, body: file } = await client.get('/test-records/export', filter)
    expect(statusCode, file).toBe(200)
    const exported = records.filter(({ test_id }) => file.includes(test_id)).map(({ test_id }) => test_id)
    expect([new Set(exported), file.trimEnd().split('\r\n').length - 1], said).toEqual([ids, ids.size])
  }
  const held = records
    .filter(({ test_id }) => ids.has(test_id))
    .map((row) => ({ ...row, at: row.performed_at, lines: row.analyte_results }))
  const figures = await figuresOf(client, filter, zone)
  const wrong: unknown[] = []
  await Promise.all(
    figures.map(async ({ chart, count, names, holds }) => {
      const expected = held.filter(holds).length
      // The list is asked about all totals, some of their parts by result, and a few of the many that are none.
      const isAsked = names !== null && choice.chance(count === 0 ? 0.05 : names.result === undefined ? 1 : 0.4)
      const total = isAsked ? await totalOf(client, { ...filter, ...names }) : count
      if (count !== expected || total !== expected)
        wrong.push({ chart, names, chartSays: count, listSays: total, expected })
    }),
  )
  expect(wrong, said).toEqual([])
  const sumOf = (chart: string) => figures.reduce((sum, figure) => sum + (figure.chart === chart ? figure.count : 0), 0)
  expect(sumOf('lot'), said).toBe(held.filter(({ lot }) => lot !== null).length)
  seen.figures += figures.length
}

/** By every actor, with filters of every kind. */
async function expectAllExact(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const records = await everyRecord()
  for (const [who, client] of actors) {
    const zone = choice.of(zones)
    const filters = filtersOf(zone, records)
    if (who !== 'tenant') filters.splice(choice.below(filters.length), 1)
    for (const filter of filters) {
      await Promise.all([expectExact(who, client, filter, zone, records), meanwhile()])
    }
  }
}

it(`every figure is the total of its list and the rows of its export, before, during and after folding (RANDOM_SEED=${seed})`, async () => {
  await change(40)
  await expectAllExact()
  await expectAllExact(() => fold(3))
  await change(10)
  await expectAllExact(() => fold(3))
  while ((await fold(1000)) > 0);
  await expectAllExact()
  const [left] = await test.query<{ deltas: number; wrong: number }>(
    test.ours,
    `select (select count(*)::int from record_deltas) as deltas, (select count(*)::int from wrong_record_counts(current_tenant())) as wrong`,
  )
  expect(left).toEqual({ deltas: 0, wrong: 0 })
  expect(seen.figures).toBeGreaterThan(1000)
}, 120_000)
