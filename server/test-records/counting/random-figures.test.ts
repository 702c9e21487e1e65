import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localParts } from '../../../contract/rules/dates.ts'
import { results } from '../../../contract/rules/results.ts'
import { stateFilters } from '../../../contract/test-records/filter.ts'
import { boundsOf, figuresOf, type Filter } from '../../../tests/server/chart-figures.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { startOperator } from '../../../tests/server/operators.ts'
import { RandomRecords, zones, type StoredRecord } from '../../../tests/server/random-records.ts'
import { Choice } from '../../../tests/server/seeded.ts'
import { userIdOf } from '../../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { foldDeltas } from './folding-repository.ts'

const seed = Number(process.env.RANDOM_SEED ?? randomInt(2 ** 31))
const choice = new Choice(seed)

let test: TestApp
/** The users who look at the figures, by name. */
let actors: [string, Client][]
let tenant: Client
let history: RandomRecords

beforeAll(async () => {
  test = await startTestApp()
  const { ours } = test
  const { ward } = ours.places
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
  history = new RandomRecords(test, choice, { tenant, clinical: others[2]?.[1] ?? tenant })
  await history.begin()
})
afterAll(() => test.close())

const fold = (atMost: number) => test.door.enterTenant(test.ours.id, 'test', (scope) => foldDeltas(scope, atMost))

/** Picks a random range: whole days in a zone, or with arbitrary ends. */
function range(zone: string, records: readonly StoredRecord[]): Filter {
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

const placesOf = (row: StoredRecord): Filter[] => [
  {},
  { organisation_id: row.organisation_id },
  { group_id: row.group_id },
]

/** Picks filters that counts support, with and without a range, and then some that they do not support. */
function filtersOf(zone: string, records: readonly StoredRecord[]): Filter[] {
  const row = choice.of(records)
  const place = placesOf(row)
  const what: Filter[] = [
    {},
    { assay_id: row.assay_id },
    { result: choice.of([...results, 'conclusive', 'invalid,positive', 'negative,inconclusive']) },
  ]
  const unknown: Filter[] = [
    { state: choice.of(stateFilters) },
    { reading: choice.of(['early', 'late']) },
    { lot: choice.of(['LOT-1', 'LOT-2']) },
    { search: choice.of(['ana', row.test_id]) },
    { recorded_by: userIdOf('clinical') },
    { weekday: String(1 + choice.below(7)), zone },
    { hour: String(localParts(row.performed_at, zone).time.slice(0, 2)).replace(/^0(?=\d)/, ''), zone },
    { analyte_id: 'a', analyte_result: choice.of(results) },
    { subject_id: choice.of(history.people) },
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

/** Collects the test IDs of all pages of the list. */
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
/** The number of figures that were compared with the list. */
const seen = { figures: 0 }

/** More at once would wait so long on a busy machine that some are refused. */
const askedAtOnce = 8

/** Compares every figure of every chart with the list, the export and the records themselves. */
async function expectExact(
  who: string,
  client: Client,
  filter: Filter,
  zone: string,
  records: readonly StoredRecord[],
) {
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
  for (let at = 0; at < figures.length; at += askedAtOnce) {
    await Promise.all(
      figures.slice(at, at + askedAtOnce).map(async ({ chart, count, names, holds }) => {
        const expected = held.filter(holds).length
        // The list is queried for all totals, some of their parts by result, and a few of the many zeros.
        const isAsked = names !== null && choice.chance(count === 0 ? 0.05 : names.result === undefined ? 1 : 0.4)
        const total = isAsked ? await totalOf(client, { ...filter, ...names }) : count
        if (count !== expected || total !== expected)
          wrong.push({ chart, names, chartSays: count, listSays: total, expected })
      }),
    )
  }
  expect(wrong, said).toEqual([])
  const sumOf = (chart: string) => figures.reduce((sum, figure) => sum + (figure.chart === chart ? figure.count : 0), 0)
  expect(sumOf('lot'), said).toBe(held.filter(({ lot }) => lot !== null).length)
  seen.figures += figures.length
}

/** Compares the figures for every user with filters of every kind. */
async function expectAllExact(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const records = await history.all()
  for (const [who, client] of actors) {
    const zone = choice.of(zones)
    for (const place of placesOf(choice.of(records)))
      expect(await totalOf(client, place), `${who}, ${JSON.stringify(place)}, of all time`).toBe(
        (await listed(client, place)).size,
      )
    const filters = filtersOf(zone, records)
    if (who !== 'tenant') filters.splice(choice.below(filters.length), 1)
    for (const filter of filters) {
      await Promise.all([expectExact(who, client, filter, zone, records), meanwhile()])
    }
  }
}

it(`every figure is the total of its list and the rows of its export, before, during and after folding (RANDOM_SEED=${seed})`, async () => {
  await history.change(40)
  await expectAllExact()
  await expectAllExact(() => fold(3))
  await history.change(10)
  await expectAllExact(() => fold(3))
  while ((await fold(1000)) > 0);
  await expectAllExact()
  const [left] = await test.query<{ deltas: number; wrong: number }>(
    test.ours,
    `select (select count(*)::int from record_deltas) as deltas, (select count(*)::int from wrong_record_counts(current_tenant())) as wrong`,
  )
  expect(left).toEqual({ deltas: 0, wrong: 0 })
  expect(seen.figures).toBeGreaterThan(1000)
})
