import type { Bundle, DiagnosticReport, Observation, Patient, Provenance, Resource } from '@medplum/fhirtypes'
import { Client as FhirKitClient } from 'fhir-kit-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorSystem } from '../../contract/fhir/operation-outcome.ts'
import { fhirBase, placeTypes, recordTypes } from '../../contract/fhir/served.ts'
import { listen } from '../../tests/server/export-reader.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { makeMachine, type Machine } from '../../tests/server/machines.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

let test: TestApp
let admin: Client
let machine: Machine

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  machine = await makeMachine(admin, test.ours)
  await test.query(test.ours, `update test_records set specimen = 'Nasal swab'`)
})
afterAll(() => test.close())

async function search<R extends Resource = Resource>(
  type: string,
  query: Record<string, string | string[]> = {},
  client: Client = machine,
): Promise<{ bundle: Bundle; found: R[] }> {
  const response = await client.get(`${fhirBase}/${type}`, query)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  const bundle: Bundle = response.json()
  return { bundle, found: (bundle.entry ?? []).map(({ resource }) => resource as R) }
}

async function read<R extends Resource>(reference: string, client: Client = machine): Promise<R> {
  const response = await client.get(`${fhirBase}/${reference}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** Records a test and returns its id. */
async function record(more: object = {}): Promise<string> {
  const made = await admin.post('/test-records', { ...newRecordAt(test.ours.places.home), ...more })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().data.id
}

describe('a record', () => {
  it('is a report, an observation for each line, a kit and where they come from', async () => {
    const id = await record({
      assayId: test.ours.pairAssayId,
      analyteResults: [
        { analyteId: 'a', result: 'positive' },
        { analyteId: 'b', result: 'invalid' },
      ],
      lot: 'LOT-7',
      lotExpiry: '2027-01-31',
      note: 'A faint line',
    })
    const report = await read<DiagnosticReport>(`DiagnosticReport/${id}`)
    expect(report).toMatchObject({
      status: 'final',
      effectiveDateTime: '2026-03-01T09:30:00.000Z',
      subject: { reference: `Patient/${test.ours.places.home.subjectId}` },
      performer: [{ reference: `Organization/${test.ours.places.home.groupId}` }],
      result: [{ reference: `Observation/${id}.1` }, { reference: `Observation/${id}.2` }],
    })
    const lines = await Promise.all([1, 2].map((line) => read<Observation>(`Observation/${id}.${line}`)))
    expect(lines.map((line) => line.valueCodeableConcept?.coding?.[0]?.code)).toEqual(['260373001', '455371000124106'])
    expect(lines.map((line) => line.interpretation?.[0]?.coding?.[0]?.code)).toEqual(['POS', undefined])
    expect(lines.map(({ note }) => note?.[0]?.text)).toEqual(['A faint line', 'A faint line'])
    expect(await read(`Device/${id}`)).toMatchObject({ lotNumber: 'LOT-7', expirationDate: '2027-01-31' })
    const { target, agent } = await read<Provenance>(`Provenance/${id}`)
    expect([target?.[0]?.reference, agent?.length]).toEqual([`DiagnosticReport/${id}`, 1])
    for (const missing of [`Observation/${id}`, `Observation/${id}.3`, `DiagnosticReport/${id}.1`, `Specimen/${id}`]) {
      expect([missing, (await machine.get(`${fhirBase}/${missing}`)).statusCode]).toEqual([missing, 404])
    }
  })

  it('is corrected or entered in error once it was, and found by that and by when', async () => {
    const [corrected, voided] = [await record(), await record()]
    const before = new Date((await read<DiagnosticReport>(`DiagnosticReport/${voided}`)).meta?.lastUpdated ?? '')
    const wrong = {
      reason: 'data-entered-incorrectly',
      analyteResults: [{ analyteId: 'line', result: 'inconclusive' }],
    }
    const change = { ...newRecordAt(test.ours.places.home), ...wrong }
    const { subjectId, analyteResults, performedDate, performedTime, performedZone, reason } = change
    const sent = { subjectId, analyteResults, performedDate, performedTime, performedZone, reason }
    const ifMatch = { 'if-match': '"1"' }
    const [first, second] = [
      await admin.send('POST', `/test-records/${corrected}/corrections`, { body: sent, headers: ifMatch }),
      await admin.send('POST', `/test-records/${voided}/void`, {
        body: { reason: 'created-in-error' },
        headers: ifMatch,
      }),
    ]
    expect([first.statusCode, second.statusCode], first.body + second.body).toEqual([200, 200])
    const statusOf = async (id: string) => (await read<Observation>(`Observation/${id}.1`)).status
    expect([await statusOf(corrected), await statusOf(voided)]).toEqual(['corrected', 'entered-in-error'])
    expect((await read<Observation>(`Observation/${corrected}.1`)).valueCodeableConcept?.coding?.[0]?.code).toBe(
      '419984006',
    )
    const { found } = await search('DiagnosticReport', {
      status: 'corrected,entered-in-error',
      _lastUpdated: `gt${before.toISOString()}`,
    })
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([corrected, voided]))
    expect((await search('Observation', { status: 'final', _id: `${voided}.1` })).found).toEqual([])
  })

  it('was issued when it was recorded, and issued anew when it was corrected or voided', async () => {
    const [corrected, voided] = [await record(), await record()]
    for (const id of [corrected, voided]) {
      await test.query(test.ours, `update test_records set recorded_at = '2026-03-01T10:00:00Z' where id = $1`, [id])
    }
    const issuedOf = async (id: string) => ({
      report: (await read<DiagnosticReport>(`DiagnosticReport/${id}`)).issued,
      observation: (await read<Observation>(`Observation/${id}.1`)).issued,
      provenance: (await read<Provenance>(`Provenance/${id}`)).recorded,
    })
    const issued = (at: string) => ({ report: at, observation: at, provenance: at })
    const first = issued('2026-03-01T10:00:00.000Z')
    expect([await issuedOf(corrected), await issuedOf(voided)]).toEqual([first, first])
    for (const [id, path] of [
      [corrected, 'corrections'],
      [voided, 'void'],
    ] as const) {
      const { performedDate, performedTime, performedZone } = newRecordAt(test.ours.places.home)
      const content = {
        performedDate,
        performedTime,
        performedZone,
        analyteResults: [{ analyteId: 'line', result: 'invalid' }],
      }
      const body = { ...(path === 'corrections' && content), reason: 'data-entered-incorrectly' }
      const changed = await admin.post(`/test-records/${id}/${path}`, body, { 'if-match': '"1"' })
      expect(changed.statusCode, changed.body).toBe(200)
      const [row] = await test.query<{ updated_at: Date }>(
        test.ours,
        'select updated_at from test_records where id = $1',
        [id],
      )
      expect(await issuedOf(id)).toEqual(issued(row?.updated_at.toISOString() ?? ''))
    }
  })

  it('is read by whoever sees it in the list, and each reading is audited', async () => {
    const { home, away } = test.ours.places
    const clinical = await logInAs(test.app, test.ours, 'clinical')
    expect((await clinical.get(`${fhirBase}/Observation/${away.recordId}.1`)).statusCode).toBe(404)
    expect((await machine.get(`${fhirBase}/Observation/${test.theirs.places.unique.recordId}.1`)).statusCode).toBe(404)
    const opened = () =>
      test.query(test.ours, `select from audit_events where action = 'test-record.opened' and resource_id = $1`, [
        home.recordId,
      ])
    const count = (await opened()).length
    await read(`Observation/${home.recordId}.1`, clinical)
    await search('DiagnosticReport', { _id: home.recordId }, clinical)
    expect((await opened()).length).toBe(count + 2)
    const patient = await logInAs(test.app, test.ours, 'patient')
    const list = (await patient.get('/test-records', { state: 'all', per_page: '100' })).json()
    const { found } = await search('DiagnosticReport', { _count: '100' }, patient)
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(list.data.map(({ id }: { id: string }) => id)))
    const people = await search('Patient', {}, patient)
    expect(people.found.map(({ id }) => id)).toEqual([home.subjectId])
  })
})

describe('a search', () => {
  it('reads every type through all of its pages with a client of FHIR', async () => {
    await test.query(
      test.ours,
      `insert into tenant_addresses (kind, address, tenant_id) values ('domain', '127.0.0.1', current_tenant())`,
    )
    const port = await listen(test.app)
    const client = new FhirKitClient({
      baseUrl: `http://127.0.0.1:${port}${fhirBase}`,
      customHeaders: { authorization: `Bearer ${machine.secret}` },
    })
    expect(await client.capabilityStatement()).toMatchObject({ resourceType: 'CapabilityStatement' })
    for (const resourceType of ['Patient', ...placeTypes, ...recordTypes]) {
      const ids: string[] = []
      const [all] = [await search(resourceType, { _count: '100' })]
      let page = (await client.search({ resourceType, searchParams: { _count: '3' } })) as unknown as Bundle | undefined
      while (page !== undefined) {
        expect(page.entry?.length).toBeLessThanOrEqual(3)
        ids.push(...(page.entry ?? []).map(({ resource }) => resource?.id ?? ''))
        page = (await client.nextPage({ bundle: page as never })) as unknown as Bundle | undefined
      }
      expect(ids.length, resourceType).toBeGreaterThan(3)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(all.found.map(({ id }) => id))
    }
  })

  it.each([
    [['ge2026-01-11'], ['lt2026-01-13'], '2026-01-11T00:00:00Z', '2026-01-12T23:59:59.999Z'],
    [['gt2026-01-11'], [], '2026-01-12T00:00:00Z', '2026-12-31T00:00:00Z'],
    [['2026-01'], ['le2026-01-12'], '2026-01-01T00:00:00Z', '2026-01-12T23:59:59.999Z'],
  ])('has by %j and %j the tests of those days', async (one, other, from, to) => {
    const { found } = await search('DiagnosticReport', { date: [...one, ...other], _count: '100' })
    const list = (await admin.get('/test-records', { from, to, state: 'all', per_page: '100' })).json()
    expect(found.map(({ id }) => id)).toEqual(list.data.map(({ id }: { id: string }) => id))
    expect(found.length).toBeGreaterThan(0)
  })

  it('finds the lines of a code, and what belongs to a person and a group', async () => {
    await test.query(
      test.ours,
      `update assay_versions set analytes = jsonb_set(analytes, '{0,loinc}', '"94558-4"') where assay_id = $1`,
      [test.ours.pairAssayId],
    )
    const two = ['a', 'b'].map((analyteId) => ({ analyteId, result: 'negative' }))
    const id = await record({ assayId: test.ours.pairAssayId, analyteResults: two })
    const { found } = await search<Observation>('Observation', { code: 'http://loinc.org|94558-4' })
    expect(found.map((line) => line.id)).toContain(`${id}.1`)
    expect(found.every(({ code }) => code?.coding?.[0]?.code === '94558-4')).toBe(true)
    const opened = () => test.query(test.ours, `select from audit_events where action = 'test-record.opened'`)
    const before = (await opened()).length
    expect((await search('Observation', { code: 'http://snomed.info/sct|94558-4' })).found).toEqual([])
    // What no search has found, nobody has opened.
    expect((await opened()).length).toBe(before)
    expect((await search('DiagnosticReport', { code: '11502-2', _id: id })).found).toHaveLength(1)
    expect((await search('DiagnosticReport', { code: '94558-4' })).found).toEqual([])
    const { ward, home } = test.ours.places
    const ofWard = await search<DiagnosticReport>('DiagnosticReport', { group: `Location/${ward.groupId}` })
    expect(ofWard.found.every(({ performer }) => performer?.[0]?.reference === `Organization/${ward.groupId}`)).toBe(
      true,
    )
    expect(ofWard.found.length).toBeGreaterThan(2)
    const none = await search('DiagnosticReport', { group: ward.groupId, patient: `Patient/${home.subjectId}` })
    expect(none.found).toEqual([])
  })
})

async function lines(type: string, query: Record<string, string> = {}): Promise<Resource[]> {
  const response = await machine.get(`${fhirBase}/$export/${type}`, query)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/fhir+ndjson'])
  return response.body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Resource)
}

describe('an export', () => {
  // What PostgreSQL escapes in its text format, and what JSON does.
  const note = 'C:\\new\\table "quoted" \\\\ \\. \\N, twice ""'
  beforeAll(() => record({ note }))

  it('has each note as it was written', async () => {
    const notes = (await lines('Observation')).flatMap((one) => ('note' in one && one.note ? one.note : []))
    expect(notes.map(({ text }) => text)).toContain(note)
  })

  it.each([...recordTypes, 'Patient'])('has the lines of %s that the search has', async (type) => {
    const { found } = await search(type, { _count: '100' })
    const exported = await lines(type)
    // People without a record are found, but not exported.
    const isExported = new Set(exported.map(({ id }) => id))
    const expected = type === 'Patient' ? found.filter(({ id }) => isExported.has(id)) : found
    const byId = (resources: Resource[]) => resources.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
    expect(byId(exported)).toEqual(byId(expected))
    expect(exported.length).toBeGreaterThan(3)
  })

  it('has since a time what has changed, and is audited with its rows', async () => {
    // All of it was an hour ago.
    await test.query(test.ours, `update audit_events set ${madeEarlier('occurred_at', "interval '1 hour'")}`)
    for (const table of ['subjects', 'subject_identities']) {
      await test.query(test.ours, `update ${table} set ${madeEarlier('updated_at', "interval '1 hour'")}`)
    }
    await test.query(test.ours, 'select seal_audit_events(100000)')
    const since = new Date().toISOString()
    const id = await record()
    expect((await lines('DiagnosticReport', { _since: since })).map((report) => report.id)).toEqual([id])
    expect((await lines('Patient', { _since: since })).map((patient) => patient.id)).toEqual([
      test.ours.places.home.subjectId,
    ])
    const [event] = await test.query<{ details: unknown }>(
      test.ours,
      `select details from audit_events where action = 'test-record.exported' order by occurred_at desc, id desc limit 1`,
    )
    expect(event?.details).toEqual({ filter: { kind: 'Patient', from: since }, rows: 1 })
  })
})

describe('a refusal', () => {
  it.each([
    [401, 'unauthenticated', async () => (await visit(test.app, test.ours)).get(`${fhirBase}/Observation`)],
    [403, 'forbidden', async () => (await logInAs(test.app, test.ours, 'patient')).get(`${fhirBase}/$export/Patient`)],
    [404, 'not-found', async () => machine.get(`${fhirBase}/Observation/nothing`)],
    [404, 'not-found', async () => machine.get(`${fhirBase}/Nothing/at/all`)],
    [422, 'validation', async () => machine.get(`${fhirBase}/Observation`, { date: 'yesterday' })],
    [400, 'bad-request', async () => machine.get(`${fhirBase}/Device`, { 'date:missing': 'true' })],
  ])('%i is an OperationOutcome', async (status, code, ask) => {
    const response = await ask()
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      status,
      'application/fhir+json; charset=utf-8',
    ])
    const outcome = response.json()
    expect(outcome.resourceType).toBe('OperationOutcome')
    expect(outcome.issue[0].details.coding).toEqual([{ system: errorSystem, code }])
  })

  it('429 is one as well, when a token has asked too often', async () => {
    const busy = await makeMachine(admin, test.ours, { name: 'Busy' })
    const replies = []
    for (let i = 0; i < 700 && replies.at(-1)?.statusCode !== 429; i += 1) {
      replies.push(await busy.get(`${fhirBase}/Location/${test.ours.places.home.groupId}`))
    }
    const last = replies.at(-1)
    expect([last?.statusCode, last?.headers['content-type']]).toEqual([429, 'application/fhir+json; charset=utf-8'])
    const { resourceType, issue } = last?.json() ?? {}
    expect([resourceType, issue[0].code]).toEqual(['OperationOutcome', 'throttled'])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

it('a person is a Patient with the codes of US Core for the details that the tenant keeps', async () => {
  const { subjectId } = test.ours.places.home
  await test.query(
    test.ours,
    `insert into subject_details (tenant_id, subject_id, sex, race, ethnicity, nhs_number)
    values (current_tenant(), $1, 'female', 'asian', 'not-hispanic', '9434765919')`,
    [subjectId],
  )
  await test.query(test.ours, `update tenants set subject_details = '{sex,race}'`)
  const patient = await read<Patient>(`Patient/${subjectId}`)
  expect(patient).toMatchObject({ gender: 'female', birthDate: '1980-05-17', name: [{ given: ['Homestead'] }] })
  expect(patient.extension).toEqual([
    {
      url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-race',
      extension: [
        {
          url: 'ombCategory',
          valueCoding: { system: 'urn:oid:2.16.840.1.113883.6.238', code: '2028-9', display: 'Asian' },
        },
        { url: 'text', valueString: 'Asian' },
      ],
    },
  ])
  expect(JSON.stringify(patient)).not.toContain('9434765919')
})
