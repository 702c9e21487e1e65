import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileImport } from '../../../contract/imports/import.ts'
import type { AssayForm } from '../../../contract/assays/endpoints.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import {
  browserDownload,
  patientsDownload,
  patientsUpload,
  resultsUpload,
  serverDownload,
  wideDownload,
  type WrittenPerson,
  type WrittenTest,
} from '../../../tests/server/import-files.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import type { Scope } from '../../access/scope.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { password, userIdOf } from '../../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { multipart } from '../../../tests/server/uploads.ts'
import { runImport } from './service.ts'

let test: TestApp
let admin: Client
/** The name of the group into which files are imported. */
let north: string

const duo = (): AssayForm => {
  const form = newAssay('Quay Duo', ['SARS-CoV-2 antigen', 'Influenza A antigen'])
  const analytes = form.analytes.map((analyte, at) => ({ ...analyte, loinc: at === 0 ? '94558-4' : '80382-5' }))
  return { ...form, name: 'Quay Duo', model: 'Quay Duo', gtin: null, analytes }
}

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await createAssay(admin, duo())
  const { groupId } = test.ours.places.home
  north =
    (await test.query<{ name: string }>(test.ours, 'select name from groups where id = $1', [groupId]))[0]?.name ?? ''
  await test.query(test.ours, `update tenants set identifies_by = 'names', subject_details = '{sex,telephones,role}'`)
  await test.startReadingImports()
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

const people: WrittenPerson[] = ['Ana', 'Bo', 'Cy'].map((firstName, n) => ({
  firstName,
  middleName: '',
  lastName: 'Ruiz',
  dateOfBirth: `199${n}-12-31`,
  localId: '',
  email: n === 2 ? '' : `${firstName.toLowerCase()}@example.org`,
  phone: '410-867-5309',
  street: '',
  city: '',
  county: '',
  sex: 'female',
  role: 'STUDENT',
}))
let minutes = 0
/** A multiplex test of each person at a time of its own. */
const someTests = (changes: Partial<WrittenTest> = {}): WrittenTest[] =>
  people.map((person) => {
    minutes += 1
    return {
      person,
      performedAt: new Date(Date.UTC(2026, 2, 1, 10, minutes)),
      reportedAt: new Date(Date.UTC(2026, 2, 2, 12)),
      device: 'Quay Duo',
      facility: north,
      submitter: { first: 'Jane', last: 'Doe' },
      lines: [
        { condition: 'COVID-19', result: 'negative' },
        { condition: 'Flu A', result: 'positive' },
      ],
      correction: 'ORIGINAL',
      ...changes,
    }
  })

async function uploaded(content: Buffer | string, client = admin): Promise<FileImport> {
  const reply = await client.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'results.csv', type: 'text/csv', content }]),
    query: { zone: 'UTC' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reached(reply.json().data.id, /^(read|refused)$/, client)
}

const opened = async (id: string, client = admin): Promise<FileImport> =>
  (await client.get(`/imports/${id}`)).json().data

async function reached(id: string, state: RegExp, client = admin): Promise<FileImport> {
  await expect.poll(async () => (await opened(id, client)).state, { timeout: 30_000 }).toMatch(state)
  return opened(id, client)
}

async function run(id: string, client = admin): Promise<FileImport> {
  const reply = await client.put(`/imports/${id}/run`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reached(id, /^(done|cancelled)$/, client)
}

async function imported(content: string): Promise<FileImport> {
  const { id } = await uploaded(content)
  return run(id)
}

const recordsOf = (id: string) =>
  test.query<{ id: string; state: string; result: string; analyte_results: { result: string }[] }>(
    test.ours,
    'select r.id, r.state, r.result, r.analyte_results from test_records r where r.origin_id = $1 order by r.performed_at',
    [id],
  )
const rowsOf = async (id: string, outcome: string) =>
  (await admin.get(`/imports/${id}/rows`, { outcome, per_page: '100' })).json().data

describe('a file of each layout', () => {
  it.for([
    ['results-server', (tests: WrittenTest[]) => serverDownload(tests)],
    ['results-browser', (tests: WrittenTest[]) => browserDownload(tests, 'UTC')],
    ['results-wide', (tests: WrittenTest[]) => wideDownload(tests, 'UTC')],
    ['results-upload', (tests: WrittenTest[]) => resultsUpload(tests)],
  ] as const)('%s is imported without a hand’s touch, and again makes nothing new', async ([layout, write]) => {
    const tests = someTests()
    const read = await uploaded(write(tests))
    expect(read, JSON.stringify(await rowsOf(read.id, 'wrong'))).toMatchObject({
      head: { layout },
      preview: { tests: 3, wrong: 0 },
    })
    const done = await run(read.id)
    expect(done).toMatchObject({ state: 'done', run: { tests: 3, wrong: 0, known: 0 } })
    const records = await recordsOf(read.id)
    expect(records.map(({ result, analyte_results: lines }) => [result, lines.map((line) => line.result)])).toEqual(
      Array.from({ length: 3 }, () => ['positive', ['negative', 'positive']]),
    )
    const again = await uploaded(write(tests))
    expect(again.preview).toMatchObject({ tests: 0, people: { made: 0 }, wrong: 0 })
    expect((await rowsOf(again.id, 'skipped'))[0]).toMatchObject({ skipped: 'known' })
    expect((await admin.put(`/imports/${again.id}/run`)).json().code).toBe('not-possible')
  })

  it.for([
    ['patients', () => patientsDownload(people, [north])],
    ['patients-upload', () => patientsUpload(people)],
  ] as const)('%s finds the people of the files before', async ([layout, write]) => {
    await imported(serverDownload(someTests()))
    const { id, answers, head, summary } = await uploaded(write())
    expect(head?.layout).toBe(layout)
    const groups = (summary?.facilities ?? []).map(({ name }) => ({
      facility: name,
      groupId: test.ours.places.home.groupId,
    }))
    const reply = await admin.put(`/imports/${id}/preview`, { ...answers, groups })
    expect(reply.json().data.state).toBe('matching')
    expect(await reached(id, /^read$/)).toMatchObject({ preview: { people: { made: 0, matched: 3 }, wrong: 0 } })
    expect(await run(id)).toMatchObject({ run: { people: { made: 0, matched: 3 } } })
  })
})

describe('an import', () => {
  it('makes people with their details, an event for each, counts them and tells the importer', async () => {
    const mailsOf = () =>
      test.query(test.ours, `select recipient from messages where template = 'import-done' and user_id = $1`, [
        userIdOf('tenant'),
      ])
    const before = (await mailsOf()).length
    const person = {
      ...(people[0] as WrittenPerson),
      firstName: 'Dee',
      email: 'dee@example.org',
      dateOfBirth: '1980-01-01',
    }
    const { id, run: counted } = await imported(serverDownload(someTests({ person }).slice(0, 1)))
    expect(counted).toMatchObject({ people: { made: 1, matched: 0 }, tests: 1 })
    const [record] = await recordsOf(id)
    const events = await test.query(
      test.ours,
      `select e.action from audit_events e join test_records r on r.tenant_id = e.tenant_id and r.id = $1 and e.resource_id in (r.id, r.subject_id)
       order by 1`,
      [record?.id],
    )
    expect(events.map(({ action }) => action)).toEqual(['subject.created', 'test-record.recorded'])
    const [details] = await test.query(
      test.ours,
      `select d.sex, d.role, d.telephones from subject_details d
       join test_records r on r.tenant_id = d.tenant_id and r.subject_id = d.subject_id where r.id = $1`,
      [record?.id],
    )
    expect(details).toMatchObject({ sex: 'female', role: 'student' })
    expect(await mailsOf()).toHaveLength(before + 1)
    const listed = await admin.get('/test-records', { origin: 'import', per_page: '100' })
    expect(listed.json().data.map((one: { id: string }) => one.id)).toContain(record?.id)
  })

  it('keeps corrected results as corrected, and records and voids removed ones if asked', async () => {
    const { id, answers } = await uploaded(
      serverDownload([...someTests({ correction: 'CORRECTED' }), ...someTests({ correction: 'REMOVED' })]),
    )
    await admin.put(`/imports/${id}/preview`, { ...answers, removed: 'void' })
    await reached(id, /^read$/)
    await run(id)
    expect((await recordsOf(id)).map(({ state }) => state)).toEqual([
      'corrected',
      'corrected',
      'corrected',
      'voided',
      'voided',
      'voided',
    ])
  })

  it('makes what is right while the rest waits, and the rest once it is corrected', async () => {
    const [one, two] = someTests()
    const { id } = await uploaded(
      serverDownload([one as WrittenTest, two as WrittenTest])
        .replaceAll('Bo Ruiz', 'Bo Ruiz')
        .replace('POSITIVE', 'MAYBE'),
    )
    expect(await run(id)).toMatchObject({ run: { tests: 1 }, preview: { made: 2, wrong: 2 } })
    const wrong = await rowsOf(id, 'wrong')
    expect(wrong.map(({ problems }: { problems: { code: string }[] }) => problems[0]?.code).toSorted()).toEqual([
      'linesMissing',
      'result',
    ])
    const file = await admin.get(`/imports/${id}/wrong-rows`)
    expect(file.body.trim().split('\r\n')).toHaveLength(3)
    expect(file.body).toContain('This is no result that is known here')
    const bad = wrong.find(({ problems }: { problems: { code: string }[] }) => problems[0]?.code === 'result')
    const corrected = await admin.put(`/imports/${id}/rows/${bad.line}`, {
      cells: [{ column: bad.problems[0].column, text: 'POSITIVE' }],
    })
    expect(corrected.json().data).toMatchObject({ outcome: 'right' })
    expect(await run(id)).toMatchObject({ run: { tests: 2 }, preview: { made: 4, wrong: 0 } })
    expect(await recordsOf(id)).toHaveLength(2)
  })

  it('lets rows wait that give somebody the local ID or the email of another, however far apart they are', async () => {
    const named = (firstName: string, email: string, localId = '') =>
      someTests({ person: { ...(people[0] as WrittenPerson), firstName, email, localId } }).slice(0, 1)
    const between = Array.from({ length: 90 }, () => someTests()).flat()
    const [first, other] = [named('Ida', '', 'I-1'), named('Ida', '', 'I-2')]
    const far = [...first, ...named('Jon', 'jon@example.org'), ...between, ...other, ...named('Kim', 'JON@example.org')]
    const { id, preview } = await uploaded(serverDownload(far))
    expect(preview).toMatchObject({ wrong: 4 })
    const codes = async (of: string) =>
      (await rowsOf(of, 'wrong')).flatMap(({ problems }: { problems: { code: string }[] }) =>
        problems.map(({ code }) => code),
      )
    const expected = ['mayBeTwo', 'mayBeTwo', 'emailOfAnother', 'emailOfAnother']
    expect(await codes(id)).toEqual(expected)
    expect(await run(id)).toMatchObject({ run: { wrong: 0, tests: 272 }, preview: { wrong: 4 } })
    expect((await admin.put(`/imports/${id}/run`)).json().code).toBe('not-possible')
    expect(await codes(id)).toEqual(expected)
    for (const near of [other, [...named('Lea', '', 'L-1'), ...named('Lea', '', 'L-2')]]) {
      expect(await codes((await uploaded(serverDownload(near))).id)).toEqual(expected.slice(0, 2))
    }
    const same = [...named('Mia', 'mia@example.org', 'M-1'), ...named('Mia', 'Mia@example.org', 'M-2')]
    expect((await uploaded(serverDownload(same))).preview).toMatchObject({ wrong: 0, people: { made: 1 } })
  })

  it('refuses kits and groups that are not there, at their place', async () => {
    const { id, answers } = await uploaded(serverDownload(someTests({ facility: 'Elsewhere' })))
    expect((await rowsOf(id, 'wrong'))[0].problems[0]).toMatchObject({ code: 'noGroup' })
    const groupOf = (groupId: string) => ({ ...answers, groups: [{ facility: 'Elsewhere', groupId }] })
    const foreign = await admin.put(`/imports/${id}/preview`, groupOf('0190a000-0000-7fff-8000-00000000000b'))
    expect([foreign.statusCode, Object.keys(foreign.json().errors ?? {})], foreign.body).toEqual([
      422,
      ['groups.0.groupId'],
    ])
    const kits = (answers?.kits ?? []).map((kit) => ({ ...kit, analyteId: 'none' }))
    const wrongKit = await admin.put(`/imports/${id}/preview`, { ...answers, kits })
    expect(Object.keys(wrongKit.json().errors)).toContain('kits.0.analyteId')
  })

  it('lets rows wait whose group was suspended or whose kit was retired since the preview', async () => {
    const { id } = await uploaded(serverDownload(someTests()))
    await test.query(test.ours, `update groups set status = 'suspended' where id = $1`, [test.ours.places.home.groupId])
    expect(await run(id)).toMatchObject({ run: { tests: 0, wrong: 6 } })
    await test.query(test.ours, `update groups set status = 'active' where id = $1`, [test.ours.places.home.groupId])
    expect((await rowsOf(id, 'wrong'))[0].problems[0]).toMatchObject({ code: 'groupSuspended' })
    await test.query(
      test.ours,
      `update assays set retired_at = '2026-01-01' where model = 'Quay Duo' or name = 'Quay Duo'`,
    )
    expect(await run(id)).toMatchObject({ run: { tests: 0, wrong: 6 } })
    await test.query(test.ours, `update assays set retired_at = null`)
    expect((await rowsOf(id, 'wrong'))[0].problems[0]).toMatchObject({ code: 'kitRetired' })
    expect(await run(id)).toMatchObject({ run: { tests: 3, wrong: 0 } })
  })

  it('is undone: what is as it was imported is voided, people whom only it made are erased, the rest is left', async () => {
    const made = ['Eve', 'Fay'].map((firstName) => ({
      ...(people[0] as WrittenPerson),
      firstName,
      email: `${firstName}@example.org`,
    }))
    const tests = made.flatMap((person) => someTests({ person }).slice(0, 1))
    const { id } = await imported(serverDownload(tests))
    const [kept] = await recordsOf(id)
    await test.query(test.ours, `update test_records set state = 'corrected', version = 2 where id = $1`, [kept?.id])
    await test.query(
      test.ours,
      `insert into test_record_versions (tenant_id, test_record_id, version, snapshot, changed_by, changed_at, reason)
       select tenant_id, id, 1, '{}', recorded_by, now(), 'created-in-error' from test_records where id = $1`,
      [kept?.id],
    )
    expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
    expect((await reached(id, /^undone$/)).undo).toMatchObject({ voided: 1, erased: 1, recordsLeft: 1, peopleLeft: 1 })
    expect((await recordsOf(id)).map(({ state }) => state)).toEqual(['corrected', 'voided'])
    const again = await imported(serverDownload(tests.slice(1)))
    expect(again.run).toMatchObject({ people: { made: 1 }, tests: 1 })
  })

  it('that has made records goes on without the rows of a person who leaves, and can still be undone', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    const { email } = (await patient.get('/users/my-details')).json().data
    const two = ['Gus', 'Hal'].map((firstName, n) => ({
      ...(people[0] as WrittenPerson),
      firstName,
      email: n === 0 ? email : 'hal@example.org',
    }))
    const { id } = await imported(serverDownload(two.flatMap((person) => someTests({ person }).slice(0, 1))))
    expect(await recordsOf(id)).toHaveLength(2)
    const leave = { currentPassword: password, reason: 'created-in-error', reasonText: null }
    expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    const rows = (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).body
    expect([rows.includes(email), rows.includes('hal@example.org')]).toEqual([false, true])
    expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
    expect((await reached(id, /^undone$/)).undo).toMatchObject({ voided: 2 })
  })

  it('that is interrupted between any two steps, or run by two at once, makes each test once', async () => {
    const many = Array.from({ length: 200 }, () => someTests()).flat()
    const { id } = await uploaded(serverDownload(many))
    await admin.put(`/imports/${id}/run`)
    const job = { tenantId: test.ours.id, id }
    const dying = {
      ...test.door,
      enterTenant: <T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>) =>
        test.door.enterTenant(tenantId, workId, async (scope) => {
          await work(scope)
          throw new Error('The process died before the commit')
        }),
    }
    await expect(runImport(dying, job)).rejects.toThrow('died')
    await Promise.all([runImport(test.door, job), runImport(test.door, job)])
    expect(await reached(id, /^done$/)).toMatchObject({ run: { tests: 600, of: 1200, rows: 1200 } })
    expect(await recordsOf(id)).toHaveLength(600)
  })
})
