import type { Device, DiagnosticReport, Observation, Patient, Provenance, Resource, Specimen } from '@medplum/fhirtypes'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fhirBase, type ExportedType } from '../../contract/fhir/served.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { RandomRecords } from '../../tests/server/random-records.ts'
import { Choice } from '../../tests/server/seeded.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
/** A new seed each time; a failure names it. */
const seed = Math.floor(Math.random() * 2 ** 31)
const choice = new Choice(seed)

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  const random = new RandomRecords(test, choice, {
    tenant: admin,
    clinical: await logInAs(test.app, test.ours, 'clinical'),
  })
  await random.begin()
  await random.change(40)
  for (const { id } of await random.all()) {
    const values = [id, choice.of([null, 'A faint line', 'ñ "2" <b>']), choice.of([null, 'Nasal swab', 'Saliva'])]
    const expiry = choice.of([null, '2027-01-31'])
    await test.query(test.ours, 'update test_records set note = $2, specimen = $3, lot_expiry = $4 where id = $1', [
      ...values,
      expiry,
    ])
  }
  await test.query(
    test.ours,
    `insert into subject_details (tenant_id, subject_id, sex, nhs_number)
     select tenant_id, subject_id, (array['female', 'male', 'other', 'unknown'])[1 + (row_number() over (order by subject_id)) % 4], null from subject_identities
     where subject_id <> any($1)`,
    [random.people.slice(0, 2)],
  )
  // Somebody who was erased, of whom the records stay.
  await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [random.people[2]])
})
afterAll(() => test.close())

/** What all three say of a record. */
interface Said {
  testId: string
  state: string
  at: string
  recordedBy: string | null
  group: string
  kit: string
  results: Result[]
  person: Record<string, string | null>
}

/** What the file and FHIR say besides. */
interface SaidInFull extends Said {
  lines: string[] | undefined
  lot: string | null
  lotExpiry: string | null
  note: string | null
  specimen: string | null
  sex: string
}

async function everyItem(): Promise<TestRecordListItem[]> {
  const items: TestRecordListItem[] = []
  let cursor: string | null | undefined
  do {
    const query = { state: 'all', per_page: '25', sort: '-performed_at', ...(cursor && { cursor }) }
    const page: { data: TestRecordListItem[]; page: { next: string | null } } = (
      await admin.get('/test-records', query)
    ).json()
    items.push(...page.data)
    cursor = page.page.next
  } while (cursor !== null)
  return items
}

function saidByList(item: TestRecordListItem): Said {
  const { subject } = item
  return {
    testId: item.testId,
    state: item.state,
    at: item.performedAt,
    recordedBy: item.recordedBy?.name ?? null,
    group: item.group.name,
    kit: item.assay.name,
    results: item.analyteResults.map(({ result }) => result),
    person: {
      email: subject.email,
      dateOfBirth: subject.dateOfBirth,
      firstName: subject.firstName,
      lastName: subject.lastName,
      localId: subject.localId,
      customId1: subject.customId1,
      customId2: subject.customId2,
    },
  }
}

const resultWords: Record<string, Result> = {
  Positive: 'positive',
  Negative: 'negative',
  Inconclusive: 'inconclusive',
  Invalid: 'invalid',
}

function saidByFile(row: Record<string, string>): SaidInFull {
  const text = (column: string) => row[column] || null
  const perLine = text('Result per line')?.split('; ')
  const words = perLine?.map((line) => line.split(': ').at(-1)) ?? [row['Result']]
  return {
    testId: row['Test ID'] ?? '',
    state: row['State']?.toLowerCase() ?? '',
    at: new Date(row['Date and time (ISO 8601)'] ?? '').toISOString(),
    recordedBy: text('Recorded by'),
    group: row['Group'] ?? '',
    kit: row['Test kit'] ?? '',
    results: words.map((word) => resultWords[word ?? ''] as Result), // an unknown word fails the comparison
    person: {
      email: text('Email'),
      dateOfBirth: text('Date of birth (ISO 8601)'),
      firstName: text('First name'),
      lastName: text('Last name'),
      localId: text('Local ID'),
      customId1: text('Tag'),
      customId2: text('Herd'),
    },
    lines: perLine?.map((line) => line.split(': ')[0] ?? ''),
    lot: text('Lot number'),
    lotExpiry: text('Lot expiry date (ISO 8601)'),
    note: text('Note'),
    specimen: text('Specimen'),
    // FHIR has no word for what was not asked.
    sex: text('Sex')?.toLowerCase() ?? 'unknown',
  }
}

const states: Record<string, string> = { final: 'recorded', corrected: 'corrected', 'entered-in-error': 'voided' }
const codes: Record<string, Result> = {
  '260373001': 'positive',
  '260415000': 'negative',
  '419984006': 'inconclusive',
  '455371000124106': 'invalid',
}

async function exported<R extends Resource>(type: ExportedType): Promise<Map<string, R>> {
  const { statusCode, body } = await admin.get(`${fhirBase}/$export/${type}`)
  expect(statusCode, body).toBe(200)
  // The lines are those of the type that was asked for.
  const lines = body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as R)
  return new Map(lines.map((resource) => [resource.id ?? '', resource]))
}

async function everyResource() {
  return {
    reports: await exported<DiagnosticReport>('DiagnosticReport'),
    observations: await exported<Observation>('Observation'),
    specimens: await exported<Specimen>('Specimen'),
    devices: await exported<Device>('Device'),
    provenances: await exported<Provenance>('Provenance'),
    patients: await exported<Patient>('Patient'),
  }
}

const idIn = (reference: string | undefined) => reference?.split('/').at(-1) ?? ''

function personIn(patient: Patient | undefined): Said['person'] {
  const { name, telecom, identifier } = patient ?? {}
  const own = (text: string) => identifier?.find(({ type }) => type?.text === text)?.value ?? null
  return {
    email: telecom?.find(({ system }) => system === 'email')?.value ?? null,
    dateOfBirth: patient?.birthDate ?? null,
    firstName: name?.[0]?.given?.[0] ?? null,
    lastName: name?.[0]?.family ?? null,
    localId: identifier?.find(({ system }) => system?.startsWith('urn:uuid:'))?.value ?? null,
    customId1: own('Custom ID 1'),
    customId2: own('Custom ID 2'),
  }
}

function saidByFhir(id: string, all: Awaited<ReturnType<typeof everyResource>>): SaidInFull {
  const report = all.reports.get(id)
  const lines = (report?.result ?? []).map(({ reference }) => all.observations.get(idIn(reference)))
  const device = all.devices.get(idIn(lines[0]?.device?.reference))
  const specimen = all.specimens.get(idIn(report?.specimen?.[0]?.reference))
  const patient = all.patients.get(idIn(report?.subject?.reference))
  const notes = new Set(lines.map((line) => line?.note?.[0]?.text ?? null))
  expect([notes.size, new Set(lines.map((line) => line?.status)).size]).toEqual([1, 1])
  expect(lines.every((line) => line?.effectiveDateTime === report?.effectiveDateTime)).toBe(true)
  expect(lines.map((line) => line?.subject)).toEqual(lines.map(() => report?.subject))
  return {
    testId: report?.identifier?.[0]?.value ?? '',
    state: states[lines[0]?.status ?? ''] ?? '',
    at: report?.effectiveDateTime ?? '',
    recordedBy: all.provenances.get(id)?.agent?.at(-1)?.who?.display ?? null,
    group: report?.performer?.[0]?.display ?? '',
    kit: device?.deviceName?.[0]?.name ?? '',
    results: lines.map((line) => codes[line?.valueCodeableConcept?.coding?.[0]?.code ?? ''] as Result), // as above
    person: personIn(patient),
    lines: lines.length > 1 ? lines.map((line) => line?.code?.text ?? '') : undefined,
    lot: device?.lotNumber ?? null,
    lotExpiry: device?.expirationDate ?? null,
    note: [...notes][0] ?? null,
    specimen: specimen?.type?.text ?? null,
    sex: patient?.gender ?? 'unknown',
  }
}

function inList({ testId, state, at, recordedBy, group, kit, results, person }: SaidInFull): Said {
  return { testId, state, at, recordedBy, group, kit, results, person }
}

async function expectSameEverywhere(): Promise<SaidInFull[]> {
  const items = await everyItem()
  const file = await admin.get('/test-records/export', { state: 'all', sort: '-performed_at' })
  const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true })
  const all = await everyResource()
  const byFhir = items.map(({ id }) => saidByFhir(id, all))
  expect(all.reports.size, `seed ${seed}`).toBe(items.length)
  expect(rows.map(saidByFile), `seed ${seed}`).toEqual(byFhir)
  expect(items.map(saidByList), `seed ${seed}`).toEqual(byFhir.map(inList))
  return byFhir
}

it('FHIR, the list and the file say the same of random records of people, with their details and without', async () => {
  const without = await expectSameEverywhere()
  expect(new Set(without.map(({ state }) => state))).toEqual(new Set(['recorded', 'corrected', 'voided']))
  expect(new Set(without.flatMap(({ results }) => results)).size).toBe(4)
  expect(without.some(({ lines }) => lines !== undefined)).toBe(true)
  expect(new Set(without.map(({ sex }) => sex))).toEqual(new Set(['unknown']))
  await test.query(test.ours, `update tenants set subject_details = array['sex']`)
  const withDetails = await expectSameEverywhere()
  await test.query(test.ours, `update tenants set subject_details = '{}'`)
  expect(new Set(withDetails.map(({ sex }) => sex)).size).toBeGreaterThan(2)
})

it('and of animals', async () => {
  await test.query(
    test.ours,
    `update tenants set subjects = '{"kind":"non-human","customId1":"Tag","customId2":"Herd"}'`,
  )
  await test.query(test.ours, `update subjects set kind = 'non-human'`)
  await test.query(
    test.ours,
    `update subject_identities set email = null, date_of_birth = null, first_name = null, last_name = null, local_id = null,
       custom_id_1 = 'Tag ' || subject_id::text, custom_id_2 = 'Herd'`,
  )
  const said = await expectSameEverywhere()
  expect(said.filter(({ person }) => person.customId1?.startsWith('Tag')).length).toBeGreaterThan(20)
})
