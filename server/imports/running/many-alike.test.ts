import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mostRowsOfTest } from '../../../contract/limits-and-times.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import {
  resultsUpload,
  serverDownload,
  type WrittenPerson,
  type WrittenTest,
} from '../../../tests/server/import-files.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let jobs: ReturnType<typeof jobsOf>
/** The name of the group into which files are imported. */
let north: string

const conditions = ['COVID-19', 'Flu A', 'Flu B', 'RSV']
const devices = { 'Quay Four': conditions, 'Quay One': ['COVID-19 antigen'] }

beforeAll(async () => {
  test = await startTestApp()
  jobs = jobsOf(test)
  admin = await logInAs(test.app, test.ours, 'tenant')
  for (const [name, lines] of Object.entries(devices)) {
    const form = newAssay(name, lines)
    const analytes = form.analytes.map((one) => ({ ...one, loinc: null }))
    await createAssay(admin, { ...form, model: name, gtin: null, analytes })
  }
  const { groupId } = test.ours.places.home
  north =
    (await test.query<{ name: string }>(test.ours, 'select name from groups where id = $1', [groupId]))[0]?.name ?? ''
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
})
afterAll(() => test.close())
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

const person: WrittenPerson = {
  firstName: 'Jo',
  middleName: '',
  lastName: 'Ruiz',
  dateOfBirth: '1990-05-17',
  localId: '',
  email: '',
  phone: '410-867-5309',
  street: '',
  city: '',
  county: '',
  sex: 'female',
  role: 'STUDENT',
}
const aTest = (minute: number, condition = 'COVID-19', device: keyof typeof devices = 'Quay One'): WrittenTest => ({
  person,
  performedAt: new Date(Date.UTC(2026, 1, 1, 10, minute)),
  reportedAt: new Date(Date.UTC(2026, 2, 2, 12)),
  device,
  facility: north,
  submitter: { first: 'Jane', last: 'Doe' },
  lines: [{ condition, result: 'negative' }],
  correction: 'ORIGINAL',
})

async function previewed(content: string) {
  const id = await sendFile(admin, content)
  await jobs.read(id)
  await jobs.run(id)
  return openedImport(admin, id)
}

const waiting = async (id: string): Promise<{ line: number; problems: { code: string; message: string }[] }[]> =>
  (await admin.get(`/imports/${id}/rows`, { outcome: 'wrong', per_page: '100' })).json().data

it('tests whose lines are far apart are each made once, in steps of a bounded number of rows', async () => {
  const minutes = Array.from({ length: 600 }, (_, minute) => minute)
  const content = serverDownload(
    conditions.flatMap((condition) => minutes.map((minute) => aTest(minute, condition, 'Quay Four'))),
  )
  const { id, preview } = await previewed(content)
  expect(preview).toMatchObject({ tests: 600, wrong: 0, skipped: 0 })
  await admin.put(`/imports/${id}/run`)
  const halfway: unknown[] = []
  await jobs.run(id, async () => {
    const [step] = await test.query<{ rows: number }>(
      test.ours,
      `select count(*)::int as rows from import_rows where import_id = $1 and outcome = 'made'`,
      [id],
    )
    halfway.push(step?.rows)
  })
  // A step takes whole tests: those that begin among the next 500 rows.
  expect(halfway).toEqual([500 * conditions.length])
  expect(await openedImport(admin, id)).toMatchObject({
    state: 'done',
    run: { rows: 2400, tests: 600, people: { made: 1, matched: 1 }, wrong: 0 },
  })
  const records = await test.query(test.ours, 'select from test_records where origin_id = $1', [id])
  expect(records).toHaveLength(600)
})

it('more rows of one person, minute and device than any test has wait, and say so', async () => {
  const alike = Array.from({ length: mostRowsOfTest + 2 }, () => aTest(0))
  const { id, summary } = await previewed(resultsUpload(alike))
  expect(summary).toMatchObject({ rows: mostRowsOfTest + 2, wrong: 2, tests: mostRowsOfTest })
  const message =
    'More than 5,000 rows have this person, time and device. Give each test its own time, or delete rows that repeat others.'
  const problems = [{ column: null, code: 'tooManyAlike', message }]
  expect(await waiting(id)).toMatchObject([
    { line: mostRowsOfTest + 2, problems },
    { line: mostRowsOfTest + 3, problems },
  ])
})

it('a correction makes no test have more rows than any has', async () => {
  const alike = Array.from({ length: mostRowsOfTest }, () => aTest(0))
  const { id, head } = await previewed(resultsUpload([...alike, aTest(1)]))
  const own = mostRowsOfTest + 2
  const performed = head?.columns.findIndex((column) => column?.field === 'orderedAt')
  const correct = async (text: string) => {
    const reply = await admin.put(`/imports/${id}/rows/${own}`, { cells: [{ column: performed, text }] })
    expect(reply.statusCode, reply.body).toBe(200)
    return (await waiting(id)).map(({ line, problems }) => [line, problems[0]?.code])
  }
  expect(await correct('02/01/2026 05:00 EST')).toEqual([[own, 'tooManyAlike']])
  expect(await correct('02/01/2026 05:07 EST')).toEqual([])
})
