import type { Bundle, CapabilityStatement, Observation, Patient, Resource } from '@medplum/fhirtypes'
import { MedplumClient } from '@medplum/core'
import { Client as FhirKitClient } from 'fhir-kit-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fhirBase, searchedTypes } from '../../contract/fhir/served.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { listen } from '../../tests/server/export-reader.ts'
import { makeMachine, type Machine } from '../../tests/server/machines.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { addSubject, merge } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let machine: Machine
let kit: FhirKitClient
let medplum: MedplumClient
/** A record of two lines of somebody. */
let recordId: string

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  machine = await makeMachine(admin, test.ours)
  const made = await admin.post('/test-records', {
    ...newRecordAt(test.ours.places.home),
    assayId: test.ours.pairAssayId,
    analyteResults: ['a', 'b'].map((analyteId) => ({ analyteId, result: 'negative' })),
  })
  expect(made.statusCode, made.body).toBe(201)
  recordId = made.json().data.id
  await test.query(
    test.ours,
    `insert into tenant_addresses (kind, address, tenant_id) values ('domain', '127.0.0.1', current_tenant())`,
  )
  const baseUrl = `http://127.0.0.1:${await listen(test.app)}`
  const customHeaders = { authorization: `Bearer ${machine.secret}` }
  kit = new FhirKitClient({ baseUrl: `${baseUrl}${fhirBase}`, customHeaders })
  medplum = new MedplumClient({ baseUrl, fhirUrlPath: fhirBase, accessToken: machine.secret })
})
afterAll(() => test.close())

const ask = (path: string, query: Record<string, string | string[]> = {}, headers = {}) =>
  machine.get(`${fhirBase}/${path}`, query, headers)

async function found(path: string, query: Record<string, string | string[]> = {}): Promise<Bundle> {
  const response = await ask(path, query)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const idsOf = (bundle: Bundle) => (bundle.entry ?? []).map(({ resource }) => resource?.id)
const selfOf = ({ link }: Bundle) => new URL(link?.find(({ relation }) => relation === 'self')?.url ?? '').searchParams

describe('what US Core asks of a server', () => {
  const lab = 'http://terminology.hl7.org/CodeSystem/observation-category|laboratory'

  it.each([
    ['Observation', 'laboratory'],
    ['Observation', lab],
    ['Observation', 'http://terminology.hl7.org/CodeSystem/observation-category|'],
    ['Observation', `vital-signs,${lab}`],
    ['DiagnosticReport', 'LAB'],
    ['DiagnosticReport', 'http://terminology.hl7.org/CodeSystem/v2-0074|LAB'],
  ])('finds %s of somebody by the category %s, and by no other', async (type, category) => {
    const patient = test.ours.places.home.subjectId
    const all = await found(type, { patient })
    expect(idsOf(all).length).toBeGreaterThan(0)
    expect(idsOf(await found(type, { patient, category }))).toEqual(idsOf(all))
    for (const other of ['vital-signs', '|laboratory', 'http://loinc.org|laboratory']) {
      expect(idsOf(await found(type, { patient, category: other }))).toEqual([])
    }
    expect(idsOf(await found(type, { patient, category: [category, 'vital-signs'] }))).toEqual([])
  })

  it('finds them with the clients of others', async () => {
    const patient = `Patient/${test.ours.places.home.subjectId}`
    const searchParams = { patient, category: lab }
    const all = idsOf(await found('Observation', { patient }))
    const byKit = (await kit.search({ resourceType: 'Observation', searchParams })) as unknown as Bundle
    expect(idsOf(byKit)).toEqual(all)
    const options = { postSearch: true }
    const byForm = (await kit.resourceSearch({ resourceType: 'Observation', searchParams, options })) as unknown
    expect(idsOf(byForm as Bundle)).toEqual(all)
    const byMedplum = await medplum.searchResources('Observation', searchParams)
    expect(byMedplum.map(({ id }) => id)).toEqual(all)
    const read = await medplum.readResource('Patient', test.ours.places.home.subjectId)
    expect(read.gender).toBe('unknown')
  })

  it.each([
    [{ name: 'homest' }, true],
    [{ given: 'HOMEST' }, true],
    [{ family: 'homest' }, false],
    [{ name: 'home@ours' }, false],
    [{ name: 'Nobody,Homestead' }, true],
    [{ name: ['Homestead', 'Nobody'] }, false],
    [{ name: 'homestead', birthdate: '1980-05-17' }, true],
    [{ name: 'homestead', birthdate: 'gt1980-05-17' }, false],
    [{ birthdate: '1980' }, true],
    [{ gender: 'unknown' }, true],
    [{ gender: 'female' }, false],
    [{ name: 'homestead', gender: 'http://hl7.org/fhir/administrative-gender|unknown' }, true],
    [{ name: 'homestead', gender: 'male,unknown' }, true],
  ])('finds a person by %j: %s', async (query, isFound) => {
    const ids = idsOf(await found('Patient', { ...query, _count: '100' }))
    expect(ids.includes(test.ours.places.home.subjectId)).toBe(isFound)
    expect(idsOf(await found('Patient', { ...query, _id: test.theirs.places.unique.subjectId }))).toEqual([])
  })

  it('finds a person by each of their identifiers, and by none that is not theirs', async () => {
    const { subjectId, groupId } = test.ours.places.home
    await test.query(
      test.ours,
      `update subject_identities set local_id = 'Ward-7', custom_id_1 = 'Tag 1', custom_id_2 = 'B' where subject_id = $1`,
      [subjectId],
    )
    await test.query(test.ours, `update tenants set subject_details = '{nhsNumber,sex}'`)
    await test.query(
      test.ours,
      `insert into subject_details (tenant_id, subject_id, sex, nhs_number) values (current_tenant(), $1, 'female', '9434765919')`,
      [subjectId],
    )
    const patient: Patient = (await ask(`Patient/${subjectId}`)).json()
    expect(patient.identifier?.length).toBe(5)
    for (const { system, value } of patient.identifier ?? []) {
      for (const identifier of [`${system ?? ''}|${value}`, `${value}`, `urn:x|y,${system ?? ''}|${value}`]) {
        expect([identifier, idsOf(await found('Patient', { identifier }))]).toEqual([identifier, [subjectId]])
      }
      expect(idsOf(await found('Patient', { identifier: `urn:other|${value}` }))).toEqual([])
    }
    expect(idsOf(await found('Patient', { identifier: `urn:uuid:${subjectId}|Ward-7` }))).toEqual([])
    expect(idsOf(await found('Patient', { identifier: `urn:uuid:${groupId}|Ward-7` }))).toEqual([subjectId])
    expect(idsOf(await found('Patient', { gender: 'female' }))).toEqual([subjectId])
    expect(idsOf(await found('Patient', { gender: 'unknown', _count: '100' }))).not.toContain(subjectId)
    await test.query(test.ours, `update tenants set subject_details = '{}'`)
    expect(idsOf(await found('Patient', { identifier: '9434765919' }))).toEqual([])
    expect(idsOf(await found('Patient', { gender: 'female' }))).toEqual([])
  })

  it('stays within the scope of who asks', async () => {
    const clinical = await logInAs(test.app, test.ours, 'clinical')
    const { away, home } = test.ours.places
    const same = { lastName: 'Samename', localId: 'S-1' }
    const [here, there] = [await addSubject(admin, home, same), await addSubject(admin, away, same)]
    const queries: Record<string, string>[] = [
      { identifier: 'S-1' },
      { name: 'samename' },
      { birthdate: 'gt1900-01-01' },
      { gender: 'unknown' },
    ]
    for (const query of queries) {
      const bundle: Bundle = (await clinical.get(`${fhirBase}/Patient`, { ...query, _count: '100' })).json()
      expect([query, idsOf(bundle).includes(here)]).toEqual([query, true])
      expect([query, idsOf(bundle).includes(there)]).toEqual([query, false])
    }
  })

  it.each([
    ['status', 'final', true],
    ['status', 'http://hl7.org/fhir/observation-status|final', true],
    ['status', 'preliminary,final', true],
    ['status', 'preliminary', false],
    ['status', 'http://hl7.org/fhir/diagnostic-report-status|final', false],
    ['subject', 'Patient/{id}', true],
    ['subject', '{id}', true],
    ['subject', '{base}/Patient/{id}', true],
    ['subject', 'https://elsewhere.test/fhir/R4/Patient/{id}', false],
    ['subject:Patient', '{id}', true],
    ['patient:Patient', 'Patient/{id}', true],
    ['patient', 'Patient/123', false],
    ['patient', '123,{id}', true],
  ])('reads %s=%s as R4 writes it', async (name, value, isFound) => {
    const base = `http://${test.ours.host}:3000${fhirBase}`
    const written = value.replace('{id}', test.ours.places.home.subjectId).replace('{base}', base)
    const response = await ask(
      'Observation',
      { [name]: written, _id: `${recordId}.1` },
      { host: `${test.ours.host}:3000` },
    )
    expect(response.statusCode, response.body).toBe(200)
    expect(idsOf(response.json())).toEqual(isFound ? [`${recordId}.1`] : [])
  })

  it('finds places by the beginning of their names', async () => {
    const { ward } = test.ours.places
    const [row] = await test.query<{ name: string }>(test.ours, 'select name from groups where id = $1', [ward.groupId])
    const name = row?.name.slice(0, 4).toLowerCase() ?? ''
    for (const type of ['Location', 'Organization']) {
      expect(idsOf(await found(type, { name, _count: '100' }))).toContain(ward.groupId)
      expect(idsOf(await found(type, { name: 'no such place' }))).toEqual([])
    }
  })
})

describe('how a search is answered', () => {
  it.each([1, 2, 3])('pages of %i lines have them all once, in either order', async (count) => {
    const all = idsOf(await found('Observation', { _count: '100' }))
    for (const sort of ['-date', 'date']) {
      const ids: (string | undefined)[] = []
      const sizes: (number | undefined)[] = []
      const dates: number[] = []
      let page: Bundle | undefined = await found('Observation', { _count: String(count), _sort: sort })
      while (page !== undefined) {
        ids.push(...idsOf(page))
        dates.push(
          ...(page.entry ?? []).map(({ resource }) => Date.parse((resource as Observation).effectiveDateTime ?? '')),
        )
        const next: string | undefined = page.link?.find(({ relation }) => relation === 'next')?.url
        sizes.push(page.entry?.length)
        page =
          next === undefined ? undefined : await found('Observation', Object.fromEntries(new URL(next).searchParams))
      }
      expect(new Set(ids)).toEqual(new Set(all))
      expect(ids.length).toBe(all.length)
      expect(new Set(dates).size).toBeGreaterThan(2)
      expect(dates).toEqual(dates.toSorted((a, b) => (sort === 'date' ? a - b : b - a)))
      // Each page is full but the last one.
      expect(sizes.slice(0, -1).every((size) => size === count)).toBe(true)
      expect(sizes.at(-1)).toBeLessThanOrEqual(count)
    }
  })

  it.each(searchedTypes)('the number of %s alone, without any of them', async (type) => {
    const before = await opened()
    const all = await found(type, { _count: '100' })
    const read = (await opened()) - before
    for (const query of [{ _count: '0' }, { _summary: 'count' }] as Record<string, string>[]) {
      const bundle = await found(type, query)
      expect([bundle.total, bundle.entry]).toEqual([all.entry?.length, undefined])
    }
    expect((await opened()) - before).toBe(read)
  })

  const opened = async () =>
    (await test.query(test.ours, `select from audit_events where action in ('subject.opened', 'test-record.opened')`))
      .length

  it('the number of lines counts those of a code and of an id alone', async () => {
    await test.query(
      test.ours,
      `update assay_versions set analytes = jsonb_set(analytes, '{0,loinc}', '"94558-4"') where assay_id = $1`,
      [test.ours.pairAssayId],
    )
    const ids = `${recordId}.1,${recordId}.2`
    for (const [query, total] of [
      [{ _id: ids }, 2],
      [{ _id: `${recordId}.2` }, 1],
      [{ _id: ids, code: '94558-4' }, 1],
      [{ _id: ids, code: 'http://loinc.org|' }, 1],
      [{ _id: ids, code: 'http://snomed.info/sct|94558-4' }, 0],
      [{ _id: ids, code: '1-1,http://loinc.org|94558-4' }, 1],
    ] as const) {
      const { total: counted } = await found('Observation', { ...query, _summary: 'count' })
      expect([query, counted]).toEqual([query, total])
      expect([query, idsOf(await found('Observation', query)).length]).toEqual([query, total])
    }
  })

  it('the elements that were asked for, with those that no resource is without', async () => {
    const one = { _id: `${recordId}.1` }
    const read = async (query: Record<string, string>) =>
      (await found('Observation', { ...one, ...query })).entry?.[0]?.resource as Observation
    const part = await read({ _elements: 'value,issued' })
    expect(Object.keys(part).toSorted()).toEqual(
      ['code', 'id', 'issued', 'meta', 'resourceType', 'status', 'valueCodeableConcept'].toSorted(),
    )
    expect(part.meta?.tag?.[0]?.code).toBe('SUBSETTED')
    expect(Object.keys(await read({ _summary: 'true' }))).not.toContain('category')
    expect(Object.keys(await read({ _summary: 'true' }))).toContain('valueCodeableConcept')
    expect(Object.keys(await read({ _summary: 'text' })).toSorted()).toEqual(
      ['code', 'id', 'meta', 'resourceType', 'status'].toSorted(),
    )
    expect(await read({ _summary: 'data' })).toEqual(await read({}))
  })

  it.each([
    ['surprise', '1'],
    ['_include', 'Observation:subject'],
    ['_sort', 'code'],
    ['birthdate', '1980'],
  ])('%s=%s is left out and not among what was used, or refused if the client prefers that', async (name, value) => {
    const query = { [name]: value, category: 'laboratory' }
    const bundle = await found('Observation', query)
    expect([...selfOf(bundle).keys()]).toEqual(['category'])
    expect(idsOf(bundle)).toEqual(idsOf(await found('Observation')))
    const lenient = await ask('Observation', query, { prefer: 'handling=lenient' })
    expect(lenient.statusCode).toBe(200)
    const strict = await ask('Observation', query, { prefer: 'return=minimal; handling=strict' })
    expect([strict.statusCode, strict.json().resourceType]).toEqual([400, 'OperationOutcome'])
    expect(strict.json().issue[0].expression).toEqual([`http.${name}`])
  })

  it.each([
    ['subject:missing', 'true'],
    ['subject.name', 'Homestead'],
    ['subject:Patient.birthdate', '1980-05-17'],
    ['code:text', 'covid'],
  ])('%s=%s is never left out, because it would narrow what is found', async (name, value) => {
    const response = await ask('Observation', { [name]: value })
    expect([response.statusCode, response.json().resourceType]).toEqual([400, 'OperationOutcome'])
  })
})

describe('a search by a form', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (path: string, payload: string, headers = {}) =>
    machine.send('POST', `${fhirBase}/${path}`, { payload, headers: { ...form, ...headers } })

  it.each(searchedTypes)('finds %s as one in an address does', async (type) => {
    const response = await post(`${type}/_search?_count=2`, 'surprise=1')
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual(await found(type, { _count: '2' }))
  })

  it('adds to what the address says, and may be empty', async () => {
    const path = 'Observation/_search?date=ge2026-01-01'
    const both = await post(path, 'date=lt2026-01-02&category=laboratory')
    expect([...selfOf(both.json()).keys()]).toEqual(['date', 'date', 'category'])
    const none = await machine.send('POST', `${fhirBase}/Observation/_search`)
    expect(idsOf(none.json())).toEqual(idsOf(await found('Observation')))
  })

  it('is refused as JSON, from another site, and elsewhere', async () => {
    const json = await machine.post(`${fhirBase}/Patient/_search`, { name: 'x' })
    expect([json.statusCode, json.json().resourceType]).toEqual([415, 'OperationOutcome'])
    const foreign = await admin.send('POST', `${fhirBase}/Patient/_search`, {
      payload: 'name=x',
      headers: { ...form, 'x-xsrf-token': 'wrong' },
    })
    expect(foreign.statusCode).toBe(403)
    expect(
      (await admin.send('POST', `${fhirBase}/Patient/_search`, { payload: 'name=x', headers: form })).statusCode,
    ).toBe(200)
    expect((await machine.send('POST', '/test-records', { payload: 'a=b', headers: form })).statusCode).toBe(415)
  })

  it('survives fields that are no fields', async () => {
    for (const payload of ['__proto__=1&__proto__=2', 'a'.repeat(5000), '&&&=&=', '%E0%A4%A']) {
      expect([payload.slice(0, 20), (await post('Patient/_search', payload)).statusCode]).toEqual([
        payload.slice(0, 20),
        200,
      ])
    }
  })
})

describe('reading one resource', () => {
  it('says its version, and is not sent again to who has it', async () => {
    const { subjectId, groupId } = test.ours.places.home
    for (const path of [`Patient/${subjectId}`, `DiagnosticReport/${recordId}`, `Location/${groupId}`]) {
      const first = await ask(path)
      const { meta } = first.json<Resource>()
      expect(first.headers.etag).toBe(`W/"${meta?.versionId}"`)
      expect(first.headers['last-modified']).toBe(new Date(meta?.lastUpdated ?? '').toUTCString())
      for (const known of [`W/"${meta?.versionId}"`, `"x", "${meta?.versionId}"`]) {
        const again = await ask(path, {}, { 'if-none-match': known })
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
      }
      expect((await ask(path, {}, { 'if-none-match': 'W/"1"' })).statusCode).toBe(200)
    }
    const before = (await ask(`DiagnosticReport/${recordId}`)).headers.etag ?? ''
    await test.query(test.ours, `update groups set name = 'Another name' where id = $1`, [groupId])
    const renamed = await ask(`DiagnosticReport/${recordId}`, {}, { 'if-none-match': String(before) })
    expect(renamed.statusCode).toBe(200)
  })

  it.each([
    [{ accept: 'application/fhir+xml' }, {}, 406],
    [{ accept: 'application/fhir+xml, application/fhir+json;q=0' }, {}, 406],
    [{ accept: 'application/fhir+json' }, { _format: 'xml' }, 406],
    [{ accept: 'application/fhir+xml' }, { _format: 'json' }, 200],
    [{ accept: 'application/fhir+xml, application/json' }, {}, 200],
    [{ accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' }, {}, 200],
    [{ accept: '*/*' }, { _format: 'application/fhir json' }, 200],
  ])('with %j and %j is answered by %i', async (headers, query, status) => {
    for (const path of ['metadata', `Patient/${test.ours.places.home.subjectId}`, 'Observation']) {
      const response = await ask(path, query, headers)
      expect([path, response.statusCode]).toEqual([path, status])
      expect(response.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
      expect(response.json().resourceType === 'OperationOutcome').toBe(status === 406)
    }
  })

  it('an export is taken as its lines, and as nothing else', async () => {
    for (const [accept, status] of [
      ['application/fhir+ndjson', 200],
      ['application/xml', 406],
    ] as const) {
      expect((await ask('$export/Device', {}, { accept })).statusCode).toBe(status)
    }
  })

  it('a person who was merged says who was kept, and that one who was merged', async () => {
    const { home, ward } = test.ours.places
    const mergedId = await addSubject(admin, home, { email: 'twice@people.test', localId: 'Was-7' })
    await test.query(test.ours, `update subject_identities set local_id = 'Is-7' where subject_id = $1`, [
      home.subjectId,
    ])
    const done = await merge(admin, { from: mergedId, into: home.subjectId })
    expect(done.statusCode, done.body).toBe(200)
    const merged: Patient = (await ask(`Patient/${mergedId}`)).json()
    expect(merged).toMatchObject({
      id: mergedId,
      active: false,
      link: [{ other: { reference: `Patient/${home.subjectId}` }, type: 'replaced-by' }],
    })
    expect(JSON.stringify(merged)).not.toContain('twice@people.test')
    const kept: Patient = (await ask(`Patient/${home.subjectId}`)).json()
    expect(kept.link).toContainEqual({ other: { reference: `Patient/${mergedId}` }, type: 'replaces' })
    for (const identifier of ['was-7', `urn:uuid:${home.groupId}|Was-7`, 'Is-7']) {
      expect([identifier, idsOf(await found('Patient', { identifier }))]).toEqual([identifier, [home.subjectId]])
    }
    expect(idsOf(await found('Patient', { identifier: `urn:uuid:${test.ours.places.ward.groupId}|Was-7` }))).toEqual([])
    const byId = await found('Patient', { _id: `${mergedId},${home.subjectId}` })
    expect([byId.total, idsOf(byId)]).toEqual([2, [home.subjectId, mergedId]])
    expect((await found('Patient', { _id: mergedId, _summary: 'count' })).total).toBe(1)
    const [away] = [
      await makeMachine(admin, test.ours, { groupIds: [ward.groupId], organisationId: ward.organisationId }),
    ]
    expect((await away.get(`${fhirBase}/Patient/${mergedId}`)).statusCode).toBe(404)
    expect(idsOf((await away.get(`${fhirBase}/Patient`, { _id: mergedId })).json())).toEqual([])
  })
})

describe('an address', () => {
  it.each([
    ['ours.localhost', 'http://ours.localhost'],
    ['ours.localhost:3000', 'http://ours.localhost:3000'],
    ['ours.evil.test', 'http://127.0.0.1:3000'],
    ['ours.localhost:4444', 'http://ours.localhost:3000'],
  ])('of a reply at %s is one of the tenant', async (host, origin) => {
    const response = await ask('Observation', { _count: '1' }, { host })
    expect(response.statusCode, response.body).toBe(200)
    const bundle: Bundle = response.json()
    for (const url of [
      ...(bundle.link ?? []).map((link) => link.url),
      ...(bundle.entry ?? []).map((one) => one.fullUrl),
    ]) {
      expect(url?.startsWith(`${origin}/fhir/R4/`), url).toBe(true)
    }
    const { implementation } = (await ask('metadata', {}, { host })).json<CapabilityStatement>()
    expect(implementation?.url).toBe(`${origin}/fhir/R4`)
  })
})

it('the CapabilityStatement says each parameter that is taken, and nothing that is not', async () => {
  const { rest } = (await ask('metadata')).json<CapabilityStatement>()
  const values: Record<string, string> = { string: 'x', token: 'x', date: '2026', reference: 'x' }
  const names = new Set(
    rest?.[0]?.resource?.flatMap(({ searchParam = [] }) => searchParam.map(({ name }) => name ?? '')),
  )
  expect(names.size).toBeGreaterThan(12)
  for (const { type = '', searchParam = [], versioning, conditionalRead } of rest?.[0]?.resource ?? []) {
    expect([versioning, conditionalRead]).toEqual(['versioned', 'not-match'])
    for (const name of names) {
      const own = searchParam.find((one) => one.name === name)
      const value = values[own?.type ?? 'token'] ?? ''
      const { statusCode } = await ask(type, { [name]: value }, { prefer: 'handling=strict' })
      expect([type, name, statusCode]).toEqual([type, name, own === undefined ? 400 : 200])
    }
  }
})
