import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { exportFhir, readFhirDocument, readFhirRecord, searchFhirRecords } from '../../contract/fhir/endpoints.ts'
import { recordTypes } from '../../contract/fhir/served.ts'
import { exportTestRecords, listTestRecords } from '../../contract/test-records/endpoints.ts'
import { printTest } from '../../contract/test-records/printing.ts'
import { logInAs, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import type { Call } from './noun-walks.ts'
import type { Place } from '../server/places.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { grantEverything } from './walk-scope.ts'

/* A single result of a set of tests without an outcome is no finding, and leaves Lateral by no way: see `recordThatLeaves`. */

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  await grantEverything(test)
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

/**
 * The reviewed list of endpoints that show staff what is held back, each with its reason. A new endpoint that shows it fails
 * below until somebody has asked whether it is a screen or a way out.
 */
const screens: Record<string, string> = {
  searchEverything: 'the tests that the search of the frame finds',
  listTestRecords: 'the list on the screen; its rows say so, and are not printed',
  getTestRecord: 'the page of the record',
  correctTest: 'tells whoever corrects a record what it says now',
  voidTest: 'tells whoever voids a record what it says now',
  listUnreadTests: 'the tests that wait for a second reading',
  getUnreadTest: 'the test that is read by a second person',
  readAgain: 'tells whoever has read a test what both readings say',
  getTestSet: 'the page of the set',
  stopTestSet: 'tells whoever stops a set what it holds',
  getDashboard: 'the latest tests on the screen',
}

/** Those that name the record, its set or its lot, and say nothing of its result. */
const names: Record<string, string> = {
  listTestSets: 'the sets of a person, each with its state',
  getDashboardLots: 'how many tests of a lot were positive, of everybody',
  listAuditEvents: 'who did what with the record, and never its result',
  exportAuditEvents: 'who did what with the record, and never its result',
}

/** What is in every text of a planted record, and how its id begins. */
const [content, id] = ['of the held one', '0190d00d-']

let planted = 0

/** Stores a record that is held back, in a set of its own, and returns the place with both as its records and sets. */
async function plant(place: Place) {
  planted += 1
  const idOf = (kind: number) => `${id}0000-7000-800${kind}-${String(planted).padStart(12, '0')}`
  const [recordId, testSetId] = [idOf(1), idOf(2)]
  const at = new Date(Date.UTC(2026, 0, 19, 3, planted))
  const placed = {
    tenant_id: place.tenantId,
    organisation_id: place.organisationId,
    group_id: place.groupId,
    subject_id: place.subjectId,
  }
  await insert('test_records', {
    ...placed,
    id: recordId,
    test_id: `HELD-${String(planted).padStart(8, '0')}`,
    assay_id: place.assayId,
    result: 'positive',
    analyte_results: JSON.stringify([{ analyteId: 'line', analyteName: `Line ${content}`, result: 'positive' }]),
    specimen: `Swab ${content}`,
    lot: `Lot ${content}`,
    location: `Room ${content}`,
    note: `Note ${content}`,
    performed_at: at,
    performed_zone: 'Europe/London',
    second_reading: 'awaiting',
    recorded_by: await recorderOf(place),
  })
  await insert('test_sets', {
    ...placed,
    id: testSetId,
    algorithm_id: place.testingAlgorithmId,
    algorithm_version: 1,
    started_at: at,
    started_by: await recorderOf(place),
  })
  await insert('test_set_tests', {
    tenant_id: place.tenantId,
    test_set_id: testSetId,
    test_record_id: recordId,
    step: 0,
    counts: true,
  })
  const records = { recordId, plainRecordId: recordId, spareRecordId: recordId, readRecordId: recordId }
  return { ...place, ...records, testSetId, spareTestSetId: testSetId }
}

async function recorderOf({ recordId }: Place): Promise<unknown> {
  const [row] = await test.query<{ recorded_by: string }>(
    test.ours,
    'select recorded_by from test_records where id = $1',
    [recordId],
  )
  return row?.recorded_by
}

async function insert(table: string, row: object): Promise<void> {
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  await test.query(
    test.ours,
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  )
}

/** Gives the set of a planted record its outcome, so that the record leaves. */
async function release({ recordId, testSetId }: Place): Promise<void> {
  await test.query(
    test.ours,
    `update test_sets set state = 'ended', outcome = 0, deciding_record_id = $2, ended_at = now() where id = $1`,
    [testSetId, recordId],
  )
}

it.each(endpoints.filter(({ name }) => screens[name] === undefined))(
  '$name tells nothing of a result that is held back',
  async (endpoint) => {
    const call = callOf(endpoint, await plant(test.ours.places.home))
    const calls: Call[] = endpoint.method === 'GET' ? [call, { ...call, query: undefined }] : [call]
    const caller = endsItsCaller.has(endpoint.name) ? await logInAsSpare(test, test.ours, 'tenant') : admin
    for (const one of calls) {
      const { body } = await callEndpoint(caller, endpoint, one)
      const untold = names[endpoint.name] === undefined ? [content, id] : [`Line ${content}`, `Note ${content}`]
      expect(untold.filter((mark) => body.includes(mark))).toEqual([])
    }
  },
)

it('the reviewed lists name endpoints that there are', () => {
  const known = new Set(endpoints.map(({ name }) => name))
  expect(Object.keys({ ...screens, ...names }).filter((name) => !known.has(name))).toEqual([])
})

it.each(endpoints.filter(({ query }) => endpoints.some(({ prints }) => prints !== undefined && prints.page === query)))(
  'each row of $name that is held back says so, and is not printed',
  async (endpoint) => {
    await plant(test.ours.places.home)
    const reply = await callEndpoint(admin, endpoint, { query: { per_page: '100' } })
    const rows: { isHeldBack?: boolean }[] = reply.json().data ?? []
    const held = rows.filter((row) => JSON.stringify(row).includes(content))
    expect(held.filter(({ isHeldBack }) => !isHeldBack)).toEqual([])
    expect(held.length > 0).toBe(endpoint.name === listTestRecords.name)
  },
)

describe('a way out has the result once its set has an outcome, and not before:', () => {
  const ways: [string, Endpoint, (place: Place) => Call][] = [
    ['the file of the list', exportTestRecords, () => ({})],
    ['the printed sheet', printTest, ({ recordId }) => ({ params: { id: recordId } })],
    ['the FHIR document', readFhirDocument, ({ recordId }) => ({ params: { id: recordId } })],
    ...recordTypes.flatMap((type): typeof ways => [
      [`the FHIR search of ${type}`, searchFhirRecords, () => ({ params: { type } })],
      [`the bulk export of ${type}`, exportFhir, () => ({ params: { type } })],
      [
        `the FHIR read of ${type}`,
        readFhirRecord,
        ({ recordId }) => ({ params: { type, id: type === 'Observation' ? `${recordId}.1` : recordId } }),
      ],
    ]),
  ]

  it.each(ways)('%s', async (_, endpoint, callAbout) => {
    const place = await plant(test.ours.places.home)
    const wanted = endpoint === exportTestRecords ? content : place.recordId
    const said = async () => (await callEndpoint(admin, endpoint, callAbout(place))).body
    expect(await said()).not.toContain(wanted)
    await release(place)
    expect(await said()).toContain(wanted)
  })
})
