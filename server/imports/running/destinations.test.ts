import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Assay } from '../../../contract/assays/assay.ts'
import { fatesOfColumns } from '../../../contract/imports/destinations.ts'
import { birthParts, importFieldGroups, type ImportField } from '../../../contract/imports/fields.ts'
import { layoutColumns, type Layout } from '../../../contract/imports/layouts.ts'
import type { PersonDetails } from '../../../contract/subjects/details.ts'
import { detailKinds, type DetailKind } from '../../../contract/subjects/detail-kinds.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

/* What a file of each layout says in each of its columns is stored where it belongs, or named as not stored. */

let app: TestApp
let admin: Client
/** A kit for tests of one row, and one for tests of two. */
const kits: Assay[] = []

beforeAll(async () => {
  app = await startTestApp()
  admin = await logInAs(app.app, app.ours, 'tenant')
  for (const lines of [['COVID-19'], ['COVID-19', 'Flu A']]) {
    kits.push(await createAssay(admin, { ...newAssay(`Quay ${lines.length}`, lines), gtin: null }))
  }
})
afterAll(() => app.close())
// Each file is the first of its tenant, however many files one person may send.
beforeEach(async () => {
  await app.query(app.ours, 'delete from throttle_counters')
  await app.query(app.ours, 'delete from imported_tests')
})

/** What was stored of the one row of a file, and what was answered about it. */
interface Stored {
  identity: { firstName: string; lastName: string; dateOfBirth: string; localId: string; email: string }
  details: Partial<PersonDetails> | null
  /** Null for a roster. The time is that of its zone. */
  record: Record<'performed' | 'result' | 'state' | 'specimen' | 'note' | 'recorder', string> | null
  device: Partial<Record<'device' | 'condition' | 'code', string | null>> | undefined
  facility: string | null | undefined
}

/** A field with what stands in its column, and where that is stored. */
interface Field {
  cell: string
  place?: (stored: Stored) => unknown
  /** What is stored, if that is written otherwise. */
  as?: string | RegExp
}

const birth = ({ identity }: Stored) => identity.dateOfBirth
const numbers = ({ details }: Stored) => details?.telephones?.map(({ number, type }) => `${type} ${number}`).join()
const note = ({ record }: Stored) => record?.note
const facility = ({ facility: named }: Stored) => named
const performed = ({ record }: Stored) => record?.performed

const fields: Readonly<Record<ImportField, Field>> = {
  firstName: { cell: 'Ada', place: ({ identity }) => identity.firstName },
  middleName: { cell: 'Mae' },
  lastName: { cell: 'Field', place: ({ identity }) => identity.lastName },
  suffix: { cell: 'Jr' },
  dateOfBirth: { cell: '05/17/2011', place: birth, as: '2011-05-17' },
  birthDay: { cell: '17', place: birth, as: /-17$/ },
  birthMonth: { cell: 'May', place: birth, as: /-05-/ },
  birthYear: { cell: '2011', place: birth, as: /^2011/ },
  localId: { cell: 'ID-7', place: ({ identity }) => identity.localId },
  emails: { cell: 'ada@example.org', place: ({ identity }) => identity.email },
  phones: { cell: '617-555-0142', place: numbers, as: /\+1 617 555 0142/ },
  phoneType: { cell: 'Mobile', place: numbers, as: /^mobile/ },
  mobiles: { cell: '617-555-0143', place: numbers, as: /mobile \+1 617 555 0143/ },
  streetAddress: { cell: '1 Mill Lane', place: ({ details }) => details?.address?.streetAddress },
  streetAddress2: { cell: 'Flat 2', place: ({ details }) => details?.address?.streetAddress2 },
  city: { cell: 'Boston', place: ({ details }) => details?.address?.city },
  state: { cell: 'MA', place: ({ details }) => details?.address?.state },
  postcode: { cell: '02138', place: ({ details }) => details?.address?.postcode },
  county: { cell: 'Suffolk', place: ({ details }) => details?.address?.county },
  country: { cell: 'USA', place: ({ details }) => details?.address?.country, as: 'US' },
  sex: { cell: 'female', place: ({ details }) => details?.sex },
  race: { cell: 'asian', place: ({ details }) => details?.race },
  ethnicity: { cell: 'not_hispanic', place: ({ details }) => details?.ethnicity, as: 'not-hispanic' },
  language: { cell: 'Spanish', place: ({ details }) => details?.language, as: 'es' },
  unit: { cell: 'East', place: ({ details }) => details?.unit?.name },
  room: { cell: '12b', place: ({ details }) => details?.unit?.room },
  role: { cell: 'STUDENT', place: ({ details }) => details?.role, as: 'student' },
  healthcareWorker: { cell: 'yes' },
  congregateResident: { cell: 'yes' },
  facilities: { cell: 'Harbour House', place: facility },
  guardianName: { cell: 'Mia Field', place: ({ details }) => details?.guardian?.name },
  guardianRelation: { cell: 'Mother', place: ({ details }) => details?.guardian?.relation },
  guardianEmail: { cell: 'mia@example.org', place: ({ details }) => details?.guardian?.email },
  guardianPhone: {
    cell: '617-555-0144',
    place: ({ details }) => details?.guardian?.telephone?.number,
    as: '+1 617 555 0144',
  },
  nhsNumber: { cell: '943 476 5919', place: ({ details }) => details?.nhsNumber, as: '9434765919' },
  notes: { cell: 'Shy' },
  performedAt: { cell: '03/15/2024 2:45PM', place: performed, as: '2024-03-15 14:45' },
  performedTime: { cell: '14:45', place: performed, as: /14:45$/ },
  result: { cell: 'Positive', place: ({ record }) => record?.result, as: 'positive' },
  condition: { cell: 'COVID-19', place: ({ device }) => device?.condition },
  testCode: { cell: '94558-4', place: ({ device }) => device?.code },
  deviceModel: { cell: 'Quay', place: ({ device }) => device?.device },
  deviceName: { cell: 'Quay Rapid', place: ({ device }) => device?.device },
  deviceManufacturer: { cell: 'Quay Diagnostics' },
  specimen: { cell: 'Nasal swab', place: ({ record }) => record?.specimen },
  facility: { cell: 'Harbour House', place: facility },
  submitter: { cell: 'Doe, Jane', place: ({ record }) => record?.recorder },
  orderedAt: { cell: '03/14/2024 1:15PM', place: performed, as: '2024-03-14 13:15' },
  reportedAt: { cell: '03/16/2024 9:30AM' },
  correction: { cell: 'corrected', place: ({ record }) => record?.state },
  correctionReason: { cell: 'INCORRECT_RESULT', place: note, as: /INCORRECT_RESULT/ },
  symptoms: { cell: 'Cough', place: note, as: /Cough/ },
  symptomOnset: { cell: '03/12/2024', place: note, as: /2024-03-12/ },
  laboratory: { cell: 'Harbour Laboratory', place: facility },
  accession: { cell: 'A-17' },
  note: { cell: 'Faint line', place: note, as: /Faint line/ },
}

function isStored({ cell, place, as = cell }: Field, stored: Stored): boolean {
  const found = place?.(stored)
  return as instanceof RegExp ? typeof found === 'string' && as.test(found) : found === as
}

/** A file with each of these fields, by the headers of their columns. */
interface File {
  layout: Layout
  columns: readonly (readonly [header: string, field: ImportField])[]
}

const usual = (Object.keys(layoutColumns) as (keyof typeof layoutColumns)[]).map((layout): File => ({
  layout,
  columns: [
    ...Object.entries(layoutColumns[layout].columns),
    ...(layout === 'results-wide' ? [['COVID-19 result', 'result'] as const] : []),
  ],
}))

/** Columns that nobody has named, without these. */
const byHand = (named: readonly ImportField[], without: readonly ImportField[]): File => ({
  layout: 'by-hand',
  columns: named.filter((field) => !without.includes(field)).map((field, at) => [`Column ${at + 1}`, field]),
})
const { person, test: ofTest } = importFieldGroups
const resultsByHand = byHand([...person, ...ofTest], [...birthParts, 'facilities'])
const files: [string, File][] = [
  ...usual.map((file): [string, File] => [file.layout, file]),
  ['a roster by hand', byHand(person, birthParts)],
  ['results by hand', resultsByHand],
  [
    'results by hand with what stands in for the usual columns',
    byHand(
      [...person, ...ofTest],
      ['dateOfBirth', 'facilities', 'performedAt', 'performedTime', 'deviceModel', 'facility'],
    ),
  ],
]

test.each(files)('%s: what is read is stored where it belongs, or named as not stored', async (_, file) => {
  const { stored, fates, fieldAt } = await imported(file, detailKinds)
  const read = fates.stored.map(fieldAt)
  expect(read.length).toBeGreaterThan(0)
  const lost = read.filter((field) => !isStored(fields[field], stored))
  expect(lost.map((field) => [field, fields[field].place?.(stored)])).toEqual([])
  expect(new Set(read).size, 'the columns of a field of which one is read').toBe(read.length)
})

test.each(files)('%s: a tenant that keeps no details stores none, and each of them is named', async (_, file) => {
  const { stored, fates, fieldAt } = await imported(file, [])
  expect(stored.details).toBeNull()
  expect(fates.stored.length).toBeGreaterThan(0)
  const named = fates.stored.map(fieldAt).filter((field) => fields[field].place?.(stored) === undefined)
  expect(named).toEqual([])
})

test('what any row of a test says beside its result is in its note, each once', async () => {
  const { stored } = await imported(resultsByHand, detailKinds, [
    {},
    {
      condition: 'Flu A',
      testCode: '80382-5',
      specimen: 'Saliva',
      symptoms: 'Fever',
      note: 'Looked twice',
      correctionReason: 'DUPLICATE_TEST',
    },
  ])
  expect(stored.record).toMatchObject({ specimen: 'Nasal swab' })
  expect(stored.record?.note.split('\n')).toEqual([
    'Faint line',
    'Looked twice',
    'Specimen: Saliva',
    'Symptoms: Cough',
    'Symptoms: Fever',
    'Symptoms since 2024-03-12',
    'INCORRECT_RESULT',
    'DUPLICATE_TEST',
  ])
})

/**
 * Imports a file about one person, and about at most one test, into a new group of a tenant that keeps these details, and returns what
 * became of it. Each row has these cells in place of the usual ones.
 */
async function imported(
  { layout, columns }: File,
  kept: readonly DetailKind[],
  rows: readonly Partial<Record<ImportField, string>>[] = [{}],
) {
  await app.query(app.ours, `update tenants set identifies_by = 'names', countries = '{US,GB}', subject_details = $1`, [
    kept,
  ])
  const made = await admin.post('/groups', {
    name: `Group ${crypto.randomUUID()}`,
    organisationId: app.ours.places.home.organisationId,
  })
  expect(made.statusCode, made.body).toBe(201)
  const groupId: string = made.json().data.id
  // The browser wrote the halves of a day in small letters.
  const cell = (text: string) => `"${layout === 'results-browser' ? text.replace(/[AP]M$/, 'pm') : text}"`
  const written = [
    columns.map(([header]) => header),
    ...rows.map((row) => columns.map(([, field]) => row[field] ?? fields[field].cell)),
  ]
  const id = await sendFile(admin, written.map((cells) => cells.map(cell).join(',')).join('\n'))
  const work = async () => {
    await jobsOf(app).read(id)
    await jobsOf(app).run(id)
    return openedImport(admin, id)
  }
  const answer = async (answers: object) => {
    const reply = await admin.put(`/imports/${id}/preview`, answers)
    expect(reply.statusCode, reply.body).toBe(200)
    return work()
  }
  let read = await work()
  if (layout === 'by-hand') {
    const { answers: proposed } = await answer({ ...read.answers, headerRow: 1, columns: null })
    read = await answer({ ...proposed, dateOrder: 'mdy', columns: columns.map(([, field]) => field) })
  }
  expect(read.head?.layout, JSON.stringify(read.problem)).toBe(layout)
  const { answers } = await answer({
    ...read.answers,
    groups: (read.summary?.facilities ?? []).map(({ name }) => ({ facility: name, groupId })),
    kits: (read.summary?.devices ?? []).map(({ results: _, ...line }) => {
      const kit = kits[rows.length - 1]
      const analyte = kit?.analytes.find(({ name }) => name === line.condition) ?? kit?.analytes[0]
      return { ...line, assayId: kit?.id, analyteId: analyte?.id }
    }),
  })
  const right = rows.map(() => ({ outcome: 'right', problems: [] }))
  expect((await admin.get(`/imports/${id}/rows`)).json().data).toMatchObject(right)
  const started = await admin.put(`/imports/${id}/run`)
  expect(started.statusCode, started.body).toBe(200)
  const done = await work()
  const head = done.head
  if (head === null) throw new Error('A file that was run has its headers')
  const [stored] = await app.query<Omit<Stored, 'device' | 'facility'>>(
    app.ours,
    `select jsonb_build_object('firstName', i.first_name, 'lastName', i.last_name, 'localId', i.local_id, 'email', i.email,
         'dateOfBirth', to_char(i.date_of_birth, 'YYYY-MM-DD')) as identity,
       to_jsonb(d) || jsonb_build_object('nhsNumber', d.nhs_number, 'unit', jsonb_build_object('name', d.unit, 'room', d.room)) as details,
       case when r.id is not null then jsonb_build_object(
         'performed', to_char(r.performed_at at time zone r.performed_zone, 'YYYY-MM-DD HH24:MI'), 'result', r.result,
         'state', r.state, 'specimen', r.specimen, 'note', r.note, 'recorder', r.source_recorded_by) end as record
     from subject_groups g join subject_identities i using (tenant_id, subject_id)
       left join subject_details d using (tenant_id, subject_id)
       left join test_records r on r.tenant_id = g.tenant_id and r.subject_id = g.subject_id
     where g.group_id = $1`,
    [groupId],
  )
  if (stored === undefined) throw new Error('The row has made a person')
  return {
    stored: { ...stored, device: answers?.kits[0], facility: answers?.groups[0]?.facility },
    fates: fatesOfColumns(head.columns, kept),
    fieldAt: (at: number) => columns[at]?.[1] ?? 'notes',
  }
}
