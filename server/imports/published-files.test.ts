import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FileImport } from '../../contract/imports/import.ts'
import { createAssay } from '../../tests/server/assays.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

const published = path.join(import.meta.dirname, '../../tests/server/simplereport-files')

/** The kits that stand for the devices of the files, by their names, each with the code of its line. */
const devices: [device: string, code: string | null][] = [
  ['ID NOW', '94534-5'],
  ['BD Veritor System for Rapid Detection of SARS-CoV-2*', '94558-4'],
  ['FLUBV RNA Resp Ql NAA+probe', '50697-2'],
  ['model3', '5229-0'],
  ['model3', '14129-1'],
  ['modelchlamydia', null],
  ['modelgonorrhea', null],
  ['modelhepatitisc', null],
  ['modelHiv', null],
  ['modelsyphilis', null],
  ['Syphilis Health Check Rapid Treponema Antibody Test', null],
]

const facilities = [
  'My Urgent Care',
  'My Urgent Care-Hoover',
  'My Testing Lab',
  'My Testing Lab, Downtown Office',
  'My Care that is Urgent',
  'My Ordering Facility',
]

let test: TestApp
let admin: Client
/** The group of people whose files name no facility, and how often that was asked. */
let rosterGroupId: string
let answersGiven = 0

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(
    test.ours,
    `update tenants set identifies_by = 'names', countries = '{US}',
       subject_details = '{role,sex,race,ethnicity,language,telephones,address,guardian,nhsNumber}'`,
  )
  for (const [at, [device, loinc]] of devices.entries()) {
    const form = newAssay(`Kit ${at}`)
    const analytes = form.analytes.map((analyte) => ({ ...analyte, loinc }))
    await createAssay(admin, { ...form, model: device, gtin: null, analytes })
  }
  const { organisationId } = test.ours.places.home
  for (const name of facilities) {
    const reply = await admin.post('/groups', { name, organisationId })
    expect(reply.statusCode, reply.body).toBe(201)
    rosterGroupId = reply.json().data.id
  }
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

/** Sends a published file as it is, and waits until its rows have been compared with what is here. */
async function read(file: string): Promise<FileImport> {
  const content = await readFile(path.join(published, file))
  const id = await sendFile(admin, content, file)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const found = await openedImport(admin, id)
  const isUnanswered = found.summary?.facilities.some(({ name }) => name === null) && found.answers?.groups.length === 0
  if (!isUnanswered) return found
  // A roster names no facility, and the next one may be of another place.
  const groups = [{ facility: null, groupId: rosterGroupId }]
  const answered = await admin.put(`/imports/${id}/preview`, { ...found.answers, groups })
  expect(answered.statusCode, answered.body).toBe(200)
  answersGiven += 1
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

async function countRows(id: string): Promise<Record<string, number>> {
  const rows = await test.query<{ became: string; rows: number }>(
    test.ours,
    `select coalesce(skipped, outcome) as became, count(*)::int as rows from import_rows where import_id = $1 group by 1`,
    [id],
  )
  return Object.fromEntries(rows.map(({ became, rows: count }) => [became, count]))
}

/** Imports a file, and counts what became of its rows; an earlier file may have made the same test. */
async function imported(file: string) {
  const { id, head, state, problem } = await read(file)
  if (state === 'refused') return problem?.code
  if ((await countRows(id)).right !== undefined) {
    const reply = await admin.put(`/imports/${id}/run`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    await jobsOf(test).run(id)
  }
  const { made = 0, known = 0, repeated, wrong } = await countRows(id)
  return { layout: head?.layout, rows: made + known, ...(repeated && { repeated }), ...(wrong && { wrong }) }
}

const people = 'patients-upload'
const results = 'results-upload'

/** What becomes of the rows of each file: how many are imported, repeat another row, or wait. */
const files: [file: string, became: object | string][] = [
  ['templates/patient_upload_example.csv', { layout: people, rows: 10 }],
  ['templates/test_results_example_01-31-2025.csv', { layout: results, rows: 1 }],
  ['templates/test_results_example_10-23-2025.csv', { layout: results, rows: 1 }],
  ['patients/alternateValues.csv', { layout: people, rows: 1 }],
  ['patients/duplicatePatients.csv', { layout: people, rows: 2 }],
  ['patients/empty.csv', 'empty'],
  ['patients/emptyRow.csv', { layout: people, rows: 2 }],
  ['patients/extraColumns.csv', { layout: people, rows: 2 }],
  ['patients/invalidValues.csv', { layout: people, rows: 0, wrong: 1 }],
  ['patients/invalidValuesAndMissingFieldsInMultipleRows.csv', { layout: people, rows: 4 }],
  ['patients/malformed.csv', { layout: people, rows: 2, wrong: 2 }],
  ['patients/missingHeaders.csv', { layout: 'by-hand', rows: 0, wrong: 2 }],
  ['patients/missingOptionalFields.csv', { layout: people, rows: 2 }],
  ['patients/missingRequiredFields.csv', { layout: people, rows: 1 }],
  ['patients/slightlyLargeFile.csv', { layout: people, rows: 17 }],
  ['patients/valid.csv', { layout: people, rows: 1 }],
  ['patients/validEmptyOptionalValues.csv', { layout: people, rows: 1 }],
  ['patients/validRequiredOnly.csv', { layout: people, rows: 1 }],
  ['results/test-results-upload-all-fields.csv', { layout: results, rows: 2 }],
  ['results/test-results-upload-integration-expected-transform.csv', { layout: results, rows: 5 }],
  ['results/test-results-upload-integration.csv', { layout: results, rows: 5 }],
  // SimpleReport has no such pair of device and code, and there is no such kit here.
  ['results/test-results-upload-invalid-deviceModel_testPerformedCode.csv', { layout: results, rows: 0, wrong: 1 }],
  // A specimen that no kit has is kept as a note.
  ['results/test-results-upload-invalid-specimen-name.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-invalid-values.csv', { layout: results, rows: 0, wrong: 1 }],
  ['results/test-results-upload-valid-4000-rows.csv.zip', { layout: results, rows: 1, repeated: 3998 }],
  ['results/test-results-upload-valid-blank-dates.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-chlamydia-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-dates-no-timezone.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-default-dates.csv', { layout: results, rows: 1 }],
  // Two of its people have the local ID of another.
  ['results/test-results-upload-valid-different-results.csv', { layout: results, rows: 4, wrong: 2 }],
  ['results/test-results-upload-valid-flu-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-gonorrhea-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-hepatitisC-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-hiv-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-no-ordering-facility.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-required-only.csv', { layout: results, rows: 2 }],
  ['results/test-results-upload-valid-rsv-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-syph-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-syphilis-only.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-with-comments.csv', { layout: results, rows: 2 }],
  ['results/test-results-upload-valid-with-escaped-commas-expected-transform.csv', { layout: results, rows: 2 }],
  ['results/test-results-upload-valid-with-escaped-commas.csv', { layout: results, rows: 2 }],
  ['results/test-results-upload-valid-with-flu-results.csv', { layout: results, rows: 3 }],
  ['results/test-results-upload-valid-with-processingModeCode-D.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid-with-specimenType-loinc.csv', { layout: results, rows: 2 }],
  ['results/test-results-upload-valid-without-ordering-facility.csv', { layout: results, rows: 1 }],
  ['results/test-results-upload-valid.csv', { layout: results, rows: 1 }],
]

it.for(files)('%s, which SimpleReport published, is imported as it is', async ([file, became]) => {
  // The files are of different places, whose people of one name are not the same.
  await test.query(test.ours, 'delete from imported_people')
  await test.query(
    test.ours,
    `update subject_identities set local_id = null, email = null, last_name = subject_id::text`,
  )
  await test.query(test.ours, `update subject_groups set name_key = subject_id::text`)
  expect(await imported(file)).toEqual(became)
})

it('the published files are all imported, and only the group of people whose files name no facility is asked for', async () => {
  const there = await readdir(published, { recursive: true })
  const data = there.map((name) => name.split(path.sep).join('/')).filter((name) => /\.(csv|zip)$/.test(name))
  expect(data.toSorted()).toEqual(files.map(([file]) => file).toSorted())
  expect(answersGiven).toBe(13)
})
