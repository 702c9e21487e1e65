import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AssayForm } from '../../contract/assays/endpoints.ts'
import type { FileImport } from '../../contract/imports/import.ts'
import { imports as words } from '../../contract/phrases/en_GB/imports.ts'
import { eraseAgain } from '../own-account/erasures-service.ts'
import { createAssay } from '../../tests/server/assays.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import {
  patientsUpload,
  serverDownload,
  type WrittenPerson,
  type WrittenTest,
} from '../../tests/server/import-files.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../tests/server/sent-files.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let jobs: ReturnType<typeof jobsOf>
/** The name and the id of the group into which files are imported. */
let north: string
let groupId: string

const solo = (): AssayForm => {
  const form = newAssay('Quay Solo', ['SARS-CoV-2 antigen'])
  return { ...form, model: 'Quay Solo', gtin: null, analytes: form.analytes.map((one) => ({ ...one, loinc: null })) }
}

beforeAll(async () => {
  test = await startTestApp()
  jobs = jobsOf(test)
  admin = await logInAs(test.app, test.ours, 'tenant')
  await createAssay(admin, solo())
  groupId = test.ours.places.home.groupId
  north =
    (await test.query<{ name: string }>(test.ours, 'select name from groups where id = $1', [groupId]))[0]?.name ?? ''
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

/** One more than the rows of a step, so that something may happen before the last one. */
const twoSteps = 501

let written = 0
function aPerson(changes: Partial<WrittenPerson> = {}): WrittenPerson {
  written += 1
  const letters = [...String(written)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
  return {
    firstName: `N${letters}`,
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
    ...changes,
  }
}

const testsOf = (people: readonly WrittenPerson[]): WrittenTest[] =>
  people.map((person, n) => ({
    person,
    performedAt: new Date(Date.UTC(2026, 2, 1, 10, n)),
    reportedAt: new Date(Date.UTC(2026, 2, 2, 12)),
    device: 'Quay Solo',
    facility: north,
    submitter: { first: 'Jane', last: 'Doe' },
    lines: [{ condition: 'COVID-19', result: 'negative' }],
    correction: 'ORIGINAL',
  }))

const several = (count: number) => Array.from({ length: count }, () => aPerson())

async function previewed(client: Client, content: string): Promise<FileImport> {
  const id = await sendFile(client, content)
  await jobs.read(id)
  await jobs.run(id)
  const found = await openedImport(admin, id)
  const isRoster = found.summary?.facilities.some(({ name }) => name === null)
  if (isRoster && found.answers?.groups.length === 0) {
    await admin.put(`/imports/${id}/preview`, { ...found.answers, groups: [{ facility: null, groupId }] })
    await test.query(test.ours, 'update imports set acting_by = uploaded_by where id = $1', [id])
    await jobs.run(id)
  }
  return openedImport(admin, id)
}

/** Starts an import; `act` happens after its first step. */
async function run(client: Client, id: string, act?: () => Promise<unknown>): Promise<FileImport> {
  const reply = await client.put(`/imports/${id}/run`)
  expect(reply.statusCode, reply.body).toBe(200)
  await jobs.run(id, act)
  return openedImport(admin, id)
}

async function undo(client: Client, id: string, act?: () => Promise<unknown>): Promise<FileImport> {
  const reply = await client.put(`/imports/${id}/undo`)
  expect(reply.statusCode, reply.body).toBe(200)
  await jobs.run(id, act)
  return openedImport(admin, id)
}

interface Row {
  line: number
  problems: { column: number | null; code: string; message: string }[]
}
const waiting = async (id: string): Promise<Row[]> =>
  (await admin.get(`/imports/${id}/rows`, { outcome: 'wrong', per_page: '100' })).json().data

async function made(id: string): Promise<{ records: number; live: number; people: number }> {
  const [found] = await test.query<{ records: number; live: number; people: number }>(
    test.ours,
    `select (select count(*)::int from test_records where origin_id = $1) as records,
       (select count(*)::int from test_records where origin_id = $1 and state <> 'voided') as live,
       (select count(*)::int from imported_people where import_id = $1) as people`,
    [id],
  )
  if (found === undefined) throw new Error('A query of counts has a row')
  return found
}

/** Another administrator of the tenant, with what changes them. */
async function another() {
  const client = await logInAsSpare(test, test.ours, 'tenant')
  const { id } = (await client.get('/users/my-details')).json().data
  const set = (change: string) => () => test.query(test.ours, `update users set ${change} where id = $1`, [id])
  return { client, suspend: set(`status = 'suspended'`), reactivate: set(`status = 'active'`), set }
}

const setGroup = (status: string) => () =>
  test.query(test.ours, `update groups set status = $2 where id = $1`, [groupId, status])
const retire = (at: string | null) => () =>
  test.query(test.ours, `update assays set retired_at = $1 where model = 'Quay Solo' or name = 'Quay Solo'`, [at])

describe('an import whose importer', () => {
  it('is suspended after the preview is not started by them, and is run by somebody else', async () => {
    const { client, suspend } = await another()
    const { id, preview } = await previewed(client, serverDownload(testsOf(several(2))))
    expect(preview).toMatchObject({ tests: 2, wrong: 0 })
    await suspend()
    expect((await client.put(`/imports/${id}/run`)).statusCode).toBe(401)
    expect(await made(id)).toEqual({ records: 0, live: 0, people: 0 })
    expect(await run(admin, id)).toMatchObject({ state: 'done', run: { tests: 2, wrong: 0 } })
  })

  it('is suspended while it runs goes no further, says why at each row, and is finished by somebody else', async () => {
    const { client, suspend } = await another()
    const { id } = await previewed(client, serverDownload(testsOf(several(twoSteps))))
    expect(await run(client, id, suspend)).toMatchObject({ state: 'done', run: { tests: 500, wrong: 1 } })
    expect(await made(id)).toEqual({ records: 500, live: 500, people: 500 })
    expect(await waiting(id)).toMatchObject([
      { line: twoSteps + 1, problems: [{ column: null, code: 'notAllowed', message: words['problem.notAllowed'] }] },
    ])
    expect(await run(admin, id)).toMatchObject({
      state: 'done',
      run: { tests: twoSteps, wrong: 0 },
      preview: { wrong: 0 },
    })
  })

  it('is left with one organisation makes nothing in the groups of others, and says so at the facility', async () => {
    const { client, set } = await another()
    const { away, home } = test.ours.places
    expect(away.organisationId).not.toBe(home.organisationId)
    const narrow = set(`user_type = 'organisation', organisation_id = '${away.organisationId}'`)
    const { id } = await previewed(client, serverDownload(testsOf(several(twoSteps))))
    expect(await run(client, id, narrow)).toMatchObject({ state: 'done', run: { tests: 500, wrong: 1 } })
    const [row] = await waiting(id)
    const { head } = await openedImport(admin, id)
    const facility = head?.columns.findIndex((column) => column?.field === 'facility')
    expect(row?.problems).toEqual([
      { column: facility, code: 'groupOutOfReach', message: words['problem.groupOutOfReach'] },
    ])
  })
})

describe('an import', () => {
  it('lets rows wait whose group is suspended or whose kit is retired while it runs', async () => {
    const { id } = await previewed(admin, serverDownload(testsOf(several(twoSteps))))
    expect(await run(admin, id, setGroup('suspended'))).toMatchObject({ run: { tests: 500, wrong: 1 } })
    expect((await waiting(id)).map(({ problems }) => problems[0]?.code)).toEqual(['groupSuspended'])
    await setGroup('active')()
    await retire('2026-01-01')()
    expect(await run(admin, id)).toMatchObject({ run: { tests: 500, wrong: 1 } })
    expect((await waiting(id)).map(({ problems }) => problems[0]?.code)).toEqual(['kitRetired'])
    await retire(null)()
    expect(await run(admin, id)).toMatchObject({ run: { tests: twoSteps, wrong: 0 } })
    expect(await made(id)).toEqual({ records: twoSteps, live: twoSteps, people: twoSteps })
  })

  it('that two people answer at once takes the answers of one, tells the other, and is matched by these alone', async () => {
    const { client } = await another()
    const { id, version, answers } = await previewed(admin, serverDownload(testsOf(several(2))))
    const away = { ...answers, groups: [{ facility: north, groupId: test.ours.places.away.groupId }] }
    const send = (by: Client, body: object | null) =>
      by.send('PUT', `/imports/${id}/preview`, { body, headers: { 'if-match': `"${version}"` } })
    const replies = await Promise.all([send(admin, answers), send(client, away)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    const taken = replies.find(({ statusCode }) => statusCode === 200)?.json().data.answers.groups
    expect(replies.find(({ statusCode }) => statusCode === 412)?.json().code).toBe('stale-version')
    await jobs.run(id)
    expect((await openedImport(admin, id)).answers?.groups).toEqual(taken)
  })

  it('that is started and answered at once is either run or matched anew, and makes each test once', async () => {
    const { client } = await another()
    const { id, version, answers } = await previewed(admin, serverDownload(testsOf(several(2))))
    const headers = { 'if-match': `"${version}"` }
    const replies = await Promise.all([
      admin.send('PUT', `/imports/${id}/run`, { headers }),
      client.send('PUT', `/imports/${id}/preview`, { body: answers, headers }),
    ])
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    await jobs.run(id)
    const { state } = await openedImport(admin, id)
    if (state === 'read') await run(admin, id)
    expect(await made(id)).toEqual({ records: 2, live: 2, people: 2 })
  })

  it('lets rows wait whose kit has got another line since the preview, and makes them once it is as it was', async () => {
    const { id } = await previewed(admin, serverDownload(testsOf(several(2))))
    const setLines = (lines: string) =>
      test.query(
        test.ours,
        `update assays set analytes = ${lines}, version = version + 1 where model = 'Quay Solo' or name = 'Quay Solo'`,
      )
    await setLines(`jsonb_insert(analytes, '{-1}', analytes -> 0 || '{"id": "other", "name": "Another"}', true)`)
    expect(await run(admin, id)).toMatchObject({ run: { tests: 0, wrong: 2 } })
    expect((await waiting(id)).map(({ problems }) => problems[0]?.code)).toEqual(['linesMissing', 'linesMissing'])
    expect(await made(id)).toEqual({ records: 0, live: 0, people: 0 })
    await setLines('analytes - 1')
    expect(await run(admin, id)).toMatchObject({ run: { tests: 2, wrong: 0 } })
  })

  it('that is cancelled while it runs keeps what it made, and can be undone', async () => {
    const people = several(twoSteps)
    const { id } = await previewed(admin, serverDownload(testsOf(people)))
    const stopped = await run(admin, id, () => admin.put(`/imports/${id}/cancel`))
    expect(stopped).toMatchObject({ state: 'cancelled', run: { tests: 500, people: { made: 500 } } })
    expect(await made(id)).toEqual({ records: 500, live: 500, people: 500 })
    expect((await admin.put(`/imports/${id}/run`)).json().code).toBe('not-possible')
    const [{ left } = { left: 0 }] = await test.query<{ left: number }>(
      test.ours,
      `select extract(epoch from ended_at + interval '7 days' - now())::int as left from imports where id = $1`,
      [id],
    )
    expect(left).toBeGreaterThan(6 * 24 * 60 * 60)
    expect(await undo(admin, id)).toMatchObject({
      state: 'undone',
      undo: { voided: 500, erased: 500, recordsLeft: 0, peopleLeft: 0 },
    })
    expect(await made(id)).toEqual({ records: 500, live: 0, people: 0 })
  })

  it('whose undoing is stopped, because who asked for it was suspended, is undone by somebody else', async () => {
    const { client, suspend } = await another()
    const { id } = await previewed(client, serverDownload(testsOf(several(twoSteps))))
    await run(client, id)
    const halfway = await undo(client, id, suspend)
    expect(halfway).toMatchObject({ state: 'done', undo: { voided: 500, erased: 0 } })
    expect(halfway.undoUntil).not.toBeNull()
    expect(await made(id)).toMatchObject({ live: 1, people: twoSteps })
    expect(await undo(admin, id)).toMatchObject({ state: 'undone', undo: { voided: twoSteps, erased: twoSteps } })
  })

  it('that was undone leaves what was changed since, which its file does not make again', async () => {
    const file = serverDownload(testsOf(several(2)))
    const { id } = await previewed(admin, file)
    await run(admin, id)
    await test.query(
      test.ours,
      `update test_records set state = 'corrected', version = 2 where id = (
         select id from test_records where origin_id = $1 order by performed_at limit 1)`,
      [id],
    )
    // A new version is a correction only with the content that it replaced.
    await test.query(
      test.ours,
      `insert into test_record_versions (tenant_id, test_record_id, version, snapshot, changed_by, changed_at, reason)
       select tenant_id, id, 1, '{}', recorded_by, now(), 'created-in-error' from test_records where origin_id = $1 and version = 2
       on conflict do nothing`,
      [id],
    )
    const foreseen = (await admin.get(`/imports/${id}/undo`)).json().data
    expect(foreseen).toMatchObject({ tests: 1, testsLeft: 1, people: 1, peopleLeft: [{ reason: 'used', count: 1 }] })
    expect(await undo(admin, id)).toMatchObject({ undo: { voided: 1, erased: 1, recordsLeft: 1, peopleLeft: 1 } })
    const again = await previewed(admin, file)
    expect(again.preview).toMatchObject({ tests: 1, people: { made: 1, matched: 0 }, skipped: 1, wrong: 0 })
  })

  it('that is undone has the people whom it erases in the list of erasures, by which they are erased again', async () => {
    const { id } = await previewed(admin, patientsUpload(several(3)))
    await run(admin, id)
    const subjects = (
      await test.query<{ subject_id: string }>(
        test.ours,
        'select subject_id from imported_people where import_id = $1 order by 1',
        [id],
      )
    ).map((row) => row.subject_id)
    expect(await undo(admin, id)).toMatchObject({ undo: { erased: 3 } })
    const listed = await test.query<{ user_id: string; ids: string[] }>(
      test.ours,
      `select user_id, array(select unnest(subject_ids) order by 1) as ids from erasures where $1 = any(subject_ids)`,
      [subjects[0]],
    )
    expect(listed.map(({ ids }) => ids)).toEqual([subjects])
    const queued = await test.database.owner.query(
      `select from jobs.job where name = 'keep-erasure' and data ->> 'id' = $1`,
      [listed[0]?.user_id],
    )
    expect(queued.rowCount).toBe(1)

    // A restored backup has the person still, and not the row of the erasure.
    const { id: other } = await previewed(admin, patientsUpload(several(1)))
    await run(admin, other)
    const identity = () =>
      test.query<{ subject_id: string }>(
        test.ours,
        `select i.subject_id from subject_identities i join imported_people p on p.tenant_id = i.tenant_id and p.subject_id = i.subject_id
         where p.import_id = $1`,
        [other],
      )
    const subjectIds = (await identity()).map((row) => row.subject_id)
    expect(subjectIds).toHaveLength(1)
    const erasure = { tenantId: test.ours.id, userId: randomUUID(), subjectIds, inviteIds: [] }
    expect(await test.door.enterTenant(test.ours.id, randomUUID(), (scope) => eraseAgain(scope, [erasure]))).toBe(1)
    expect(await identity()).toEqual([])
  })

  it('links people to the patients who registered before with the same email and date of birth', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    const { id: userId, email } = (await patient.get('/users/my-details')).json().data
    await test.query(test.ours, `update users set date_of_birth = '1990-05-17' where id = $1`, [userId])
    const seen = async () => (await patient.get('/test-records')).json().data.length
    expect(await seen()).toBe(0)
    const sibling = aPerson({ email: 'sibling@people.test' })
    const { id } = await previewed(admin, serverDownload(testsOf([aPerson({ email: email.toUpperCase() }), sibling])))
    await run(admin, id)
    expect(await seen()).toBe(1)
    const events = await test.query(
      test.ours,
      `select e.actor_id, e.details from audit_events e where e.action = 'subject.linked' and e.details ->> 'userId' = $1`,
      [userId],
    )
    expect(events).toHaveLength(1)
    // Now it is the patient's, so undoing leaves them.
    expect(await undo(admin, id)).toMatchObject({ undo: { voided: 2, erased: 1, peopleLeft: 1 } })
  })
})
