import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SubjectMerge } from '../../../contract/subjects/merging.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { addSubject, merge, undo } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names', subject_details = '{nhsNumber}'`)
  await createAssay(admin, { ...newAssay('Quay Card'), name: 'Quay Card', model: 'Quay Card', gtin: null })
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

const columns = 'First name,Last name,Date of birth,Local ID,NHS number,Test date,Result,Device'
let days = 0
/** A row of a test on a day of its own. */
const tested = (person: string) => {
  days += 1
  const day = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10)
  return `${person},${day},positive,Quay Card`
}

/** Sends tests of people of the home group, none of which may wait, and returns the id of the import. */
async function sent(...rows: string[]): Promise<string> {
  const id = await sendFile(admin, [columns, ...rows].join('\n'))
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const { answers } = await openedImport(admin, id)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  expect((await admin.put(`/imports/${id}/preview`, { ...answers, groups })).statusCode).toBe(200)
  await jobsOf(test).run(id)
  expect(await openedImport(admin, id)).toMatchObject({ state: 'read', preview: { wrong: 0 } })
  return id
}

async function imported(...rows: string[]): Promise<string> {
  const id = await sent(...rows)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  expect(await openedImport(admin, id)).toMatchObject({ state: 'done', preview: { wrong: 0 } })
  return id
}

async function undoneImport(id: string) {
  expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  return (await openedImport(admin, id)).undo
}

async function merged(from: string, into: string): Promise<SubjectMerge> {
  const reply = await merge(admin, { from, into })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

async function undone(done: SubjectMerge): Promise<SubjectMerge> {
  const reply = await undo(admin, done)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const testsOf = async (id: string, state = 'current'): Promise<number> =>
  (await admin.get('/test-records', { subject_id: id, state })).json().page.total
/** Imports people with a test each, and returns their ids by their first names. */
async function made(lastName: string, ...firstNames: string[]): Promise<string[]> {
  await imported(...firstNames.map((name) => tested(`${name},${lastName},1990-03-04,,`)))
  const rows = await test.query<{ id: string }>(
    test.ours,
    'select subject_id as id from subject_identities where last_name = $1 order by first_name',
    [lastName],
  )
  return rows.map(({ id }) => id)
}

describe('a test of a file that names somebody who was merged', () => {
  it('goes back to them when the merge is undone, and is known to be the same when the file comes again', async () => {
    const [ana = '', bea = ''] = await made('Gull', 'Ana', 'Bea')
    const done = await merged(ana, bea)
    const rows = [tested('Ana,Gull,1990-03-04,,'), tested('Bea,Gull,1990-03-04,,')]
    await imported(...rows)
    expect([await testsOf(bea), done.tests]).toEqual([4, 1])
    const [before] = (await admin.get(`/subjects/${bea}/merges`)).json().data
    expect(before).toMatchObject({ tests: 2, testsStaying: 1 })

    expect(await undone(done)).toMatchObject({ tests: 2, testsStaying: 1 })
    expect([await testsOf(ana), await testsOf(bea)]).toEqual([2, 2])
    expect(await openedImport(admin, await sent(...rows))).toMatchObject({ preview: { tests: 0, skipped: 2 } })
    expect(await undone(done)).toMatchObject({ tests: 2, testsStaying: 1 })
  })

  it('goes back along a chain of merges, one by one', async () => {
    const [a = '', b = '', c = ''] = await made('Chain', 'Ada', 'Ben', 'Cal')
    const first = await merged(a, b)
    const second = await merged(b, c)
    await imported(...['Ada', 'Ben', 'Cal'].map((name) => tested(`${name},Chain,1990-03-04,,`)))
    expect(await testsOf(c)).toBe(6)
    await undone(second)
    expect([await testsOf(b), await testsOf(c)]).toEqual([4, 2])
    await undone(first)
    expect([await testsOf(a), await testsOf(b), await testsOf(c)]).toEqual([2, 2, 2])
  })

  it('is told by an ID where both have one name, and stays and is counted where IDs of both are told', async () => {
    const { home } = test.ours.places
    const known = { firstName: 'Ina', lastName: 'Namesake', dateOfBirth: '1990-03-04', email: null }
    const from = await addSubject(admin, home, { ...known, localId: 'N-1' })
    const into = await addSubject(admin, home, { ...known, localId: 'N-2', details: { nhsNumber: '9434765919' } })
    const done = await merged(from, into)
    await imported(
      tested('Ina,Namesake,1990-03-04,N-1,'),
      tested('Ina,Namesake,1990-03-04,n 2,'),
      tested('Ina,Namesake,1990-03-04,N-1,9434765919'),
    )
    expect(await undone(done)).toMatchObject({ tests: 1, testsStaying: 2 })
    expect([await testsOf(from), await testsOf(into)]).toEqual([1, 2])
  })

  it('is given back voided if the import is undone before, and voided for them if it is undone behind', async () => {
    const pair = (lastName: string) => made(lastName, 'Ona', 'Una')
    const [from = '', into = ''] = await pair('Before')
    const first = await merged(from, into)
    expect(await undoneImport(await imported(tested('Ona,Before,1990-03-04,,')))).toMatchObject({ voided: 1 })
    await undone(first)
    expect([await testsOf(from), await testsOf(from, 'voided'), await testsOf(into, 'all')]).toEqual([1, 1, 1])

    const [other = '', kept = ''] = await pair('Behind')
    const second = await merged(other, kept)
    const id = await imported(tested('Ona,Behind,1990-03-04,,'))
    await undone(second)
    expect(await undoneImport(id)).toMatchObject({ voided: 1, recordsLeft: 0 })
    expect([await testsOf(other), await testsOf(other, 'voided'), await testsOf(kept, 'all')]).toEqual([1, 1, 1])
  })
})
