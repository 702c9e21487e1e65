import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Assay } from '../../../contract/assays/assay.ts'
import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { serverDownload, type WrittenTest } from '../../../tests/server/import-files.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let duo: Assay

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  duo = await createAssay(admin, { ...newAssay('Quay Duo', ['COVID-19', 'Flu A']), gtin: null })
  await test.query(
    test.ours,
    `update tenants set identifies_by = 'names', countries = '{US}', subject_details = '{telephones}'`,
  )
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

/** Sends a file of tests with one kit in one group, and has it matched by these answers. */
async function matched(tests: readonly WrittenTest[], answers: Partial<ImportAnswers>): Promise<FileImport> {
  const id = await sendFile(admin, serverDownload(tests))
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const { answers: proposed } = await openedImport(admin, id)
  const kits = ['COVID-19', 'Flu A'].map((condition, at) => ({
    device: 'Quay Duo',
    condition,
    code: null,
    assayId: duo.id,
    analyteId: duo.analytes[at]?.id,
  }))
  const groups = [{ facility: 'North', groupId: test.ours.places.home.groupId }]
  const reply = await admin.put(`/imports/${id}/preview`, { ...proposed, kits, groups, ...answers })
  expect(reply.statusCode, reply.body).toBe(200)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

async function run({ id }: FileImport): Promise<FileImport> {
  const reply = await admin.put(`/imports/${id}/run`)
  expect(reply.statusCode, reply.body).toBe(200)
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

const rowsOf = async ({ id }: FileImport): Promise<ImportRow[]> =>
  (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
const outcomes = async (one: FileImport) =>
  (await rowsOf(one)).map(({ outcome, skipped, problems }) =>
    [
      outcome,
      ...(skipped === null ? [] : [skipped]),
      ...(outcome === 'wrong' ? problems.map(({ code }) => code) : []),
    ].join(' '),
  )

/** The results of everybody of a last name, with the states of their records. */
const recordsOf = (lastName: string) =>
  test.query<{ lines: string[]; state: string }>(
    test.ours,
    `select array(select line ->> 'result' from jsonb_array_elements(r.analyte_results) as line) as lines, r.state
     from test_records r join subject_identities i using (tenant_id, subject_id) where i.last_name = $1 order by r.id`,
    [lastName],
  )

function written(lastName: string, lines: WrittenTest['lines'], more: Partial<WrittenTest> = {}): WrittenTest {
  return {
    person: {
      firstName: 'Ada',
      middleName: '',
      lastName,
      dateOfBirth: '1970-02-01',
      localId: '',
      email: '',
      phone: '',
      street: '',
      city: '',
      county: '',
      sex: 'female',
      role: 'STAFF',
    },
    performedAt: new Date('2026-03-01T09:40Z'),
    reportedAt: new Date('2026-03-01T10:00Z'),
    device: 'Quay Duo',
    facility: 'North',
    submitter: { first: 'Jane', last: 'Doe' },
    lines,
    correction: 'ORIGINAL',
    ...more,
  }
}
const both: WrittenTest['lines'] = [
  { condition: 'COVID-19', result: 'positive' },
  { condition: 'Flu A', result: 'negative' },
]

describe('a test that its file calls an error and leaves out', () => {
  const leftOut = { removed: 'leave-out' } as const

  it('waits while the record of an earlier file counts, until somebody has voided that', async () => {
    await run(await matched([written('Stands', both)], leftOut))
    const file = await matched([written('Stands', both, { correction: 'REMOVED' })], leftOut)
    expect(await outcomes(file)).toEqual(['wrong differs', 'wrong differs'])
    const [waiting] = (await rowsOf(file))[0]?.problems ?? []
    expect(waiting?.message).toMatch(/^The file says that this test was an error/)
    // What it says leads to the record that it would withdraw.
    const record = await admin.get(`/test-records/${waiting?.recordId}`)
    expect(record.json().data).toMatchObject({ subject: { lastName: 'Stands' }, state: 'recorded' })
    expect(file.preview).toMatchObject({ wrong: 2, tests: 0 })
    await test.query(
      test.ours,
      `update test_records r set state = 'voided', version = 2 from subject_identities i
       where i.subject_id = r.subject_id and i.last_name = 'Stands'`,
    )
    const again = await matched([written('Stands', both, { correction: 'REMOVED' })], leftOut)
    expect(await outcomes(again)).toEqual(['skipped removed', 'skipped removed'])
  })

  it('waits also if its record was corrected here since, or was made by another file after this one was read', async () => {
    const removed = [written('Later', both, { correction: 'REMOVED' }), written('Beside', both)]
    const file = await matched(removed, leftOut)
    expect(await outcomes(file)).toEqual(['skipped removed', 'skipped removed', 'right', 'right'])
    expect(file.preview).toMatchObject({ tests: 1, skipped: 2, people: { made: 1 } })
    await run(await matched([written('Later', both)], leftOut))
    await test.query(
      test.ours,
      `update test_records r set state = 'corrected', version = 2 from subject_identities i
       where i.subject_id = r.subject_id and i.last_name = 'Later'`,
    )
    const done = await run(file)
    expect(await outcomes(done)).toEqual(['wrong differs', 'wrong differs', 'made', 'made'])
    expect(done.run).toMatchObject({ tests: 1, wrong: 2 })
  })

  it('is left out while nothing is known of it, and adds nothing to the other lines of a test', async () => {
    const [covid, flu] = both
    const parts = [written('Part', [covid ?? fail()], { correction: 'REMOVED' }), written('Part', [flu ?? fail()])]
    const file = await matched(parts, { ...leftOut, fewerLines: ['Quay Duo'] })
    expect(await outcomes(file)).toEqual(['skipped removed', 'right'])
    await run(file)
    expect(await recordsOf('Part')).toEqual([{ lines: ['negative'], state: 'recorded' }])
  })

  it('waits if one of its lines alone was an error and the whole is to be voided', async () => {
    const [covid, flu] = both
    const parts = [written('Mixed', [covid ?? fail()], { correction: 'REMOVED' }), written('Mixed', [flu ?? fail()])]
    expect(await outcomes(await matched(parts, { removed: 'void' }))).toEqual([
      'wrong removedInPart',
      'wrong removedInPart',
    ])
  })
})

describe('a test whose kit may have fewer lines', () => {
  const unclear: WrittenTest['lines'] = [
    { condition: 'COVID-19', result: 'inconclusive' },
    { condition: 'Flu A', result: 'negative' },
  ]
  const answers = { fewerLines: ['Quay Duo'] }
  const correct = (file: FileImport, line: number, text: string) =>
    admin.put(`/imports/${file.id}/rows/${line}`, { cells: [{ column: resultColumn(file), text }] })

  it('waits while another row of it cannot be read, and is recorded with that line once it can', async () => {
    const file = await matched([written('Undetermined', unclear), written('Whole', both)], answers)
    expect(await outcomes(file)).toEqual(['wrong undetermined', 'wrong otherRowWaits', 'right', 'right'])
    expect((await rowsOf(file))[1]?.problems[0]?.message).toMatch(/^Row 2 is of the same test and waits/)
    await run(file)
    expect(await recordsOf('Undetermined')).toEqual([])
    expect((await correct(file, 2, 'Positive')).statusCode).toBe(200)
    await run(file)
    expect(await recordsOf('Undetermined')).toEqual([{ lines: ['positive', 'negative'], state: 'recorded' }])
  })

  it('is recorded without a line that is said to have no result', async () => {
    const file = await matched([written('Without', unclear)], answers)
    expect((await correct(file, 2, 'Test not done')).statusCode).toBe(200)
    expect(await outcomes(file)).toEqual(['skipped noResult', 'right'])
    await run(file)
    expect(await recordsOf('Without')).toEqual([{ lines: ['negative'], state: 'recorded' }])
  })
})

function resultColumn({ head }: FileImport): number {
  return head?.columns.findIndex((column) => column?.field === 'result') ?? -1
}

function fail(): never {
  throw new Error('A test has both lines')
}
