import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { password } from '../../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

async function read(content: string): Promise<FileImport> {
  const id = await sendFile(admin, content)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

/** Answers what a file asks, of people in the home group. */
async function answered({ id, answers }: FileImport, more: object = {}): Promise<FileImport> {
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  const reply = await admin.put(`/imports/${id}/preview`, { ...answers, groups, ...more })
  expect(reply.statusCode, reply.body).toBe(200)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

async function run({ id }: FileImport): Promise<void> {
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
}

const rowsOf = async (id: string): Promise<ImportRow[]> =>
  (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
const said = async ({ id }: FileImport) =>
  (await rowsOf(id)).map(({ outcome, problems }) =>
    [outcome, ...problems.map(({ code, column }) => `${code} ${column}`)].join(' '),
  )
const born = (dateOfBirth: string) =>
  test.query<{ first: string | null; last: string }>(
    test.ours,
    'select first_name as first, last_name as last from subject_identities where date_of_birth = $1 order by 2, 1',
    [dateOfBirth],
  )

const file = (dateOfBirth: string, rows: readonly string[]) =>
  ['First name,Last name,Date of birth', ...rows.map((names) => `${names},${dateOfBirth}`)].join('\n')

it('rows of one name wait for one answer, and the one name is stored as the last name', async () => {
  const one = await read(file('1961-08-01', ['Ana,Quill', ',Suharto', 'Sukarno,', 'FNU,Devi', 'Ali,LNU', 'Budi,-']))
  expect(one.summary?.oneNames).toBe(5)
  const open = await answered(one)
  expect(await said(open)).toEqual([
    'right',
    'wrong oneName 0',
    'wrong oneName 1',
    'wrong oneName 0',
    'wrong oneName 1',
    'wrong oneName 1',
  ])
  const said1 = await answered(open, { hasOneName: true })
  expect([said1.summary?.oneNames, said1.preview?.wrong]).toEqual([5, 0])
  await run(said1)
  expect(await born('1961-08-01')).toEqual([
    { first: null, last: 'Ali' },
    { first: null, last: 'Budi' },
    { first: null, last: 'Devi' },
    { first: 'Ana', last: 'Quill' },
    { first: null, last: 'Suharto' },
    { first: null, last: 'Sukarno' },
  ])
})

it('rows of people who have two names miss the other one', async () => {
  const open = await answered(await read(file('1961-08-02', ['Ana,Quill', ',Suharto', 'unknown,N/A'])), {
    hasOneName: false,
  })
  expect(await said(open)).toEqual(['right', 'wrong required 0', 'wrong required 0 required 1'])
})

it('an answer is of its file alone', async () => {
  const first = await answered(await read(file('1961-08-03', [',Suharto'])), { hasOneName: true })
  await run(first)
  const second = await read(file('1961-08-04', [',Suharto']))
  expect(second.answers?.hasOneName).toBeUndefined()
  expect(await said(await answered(second))).toEqual(['wrong oneName 0'])
})

it('a file without a column of first names asks nothing', async () => {
  const one = await read('Last name,Date of birth\nSuharto,1961-08-05\n')
  const columns = ['lastName', 'dateOfBirth']
  const open = await answered(one, { columns })
  expect([open.summary?.oneNames, ...(await said(open))]).toEqual([0, 'wrong required null'])
})

it('a name that is taken out of a row is missing where nobody was asked', async () => {
  const open = await answered(await read(file('1961-08-06', ['Ana,Quill'])))
  const body = { cells: [{ column: 0, text: '' }] }
  const corrected = await admin.put(`/imports/${open.id}/rows/2`, body)
  expect([corrected.statusCode, corrected.json().data?.problems]).toMatchObject([200, [{ code: 'required' }]])
})

it('rows of one person of one name are one person, in this file and in the next', async () => {
  const first = await answered(await read(file('1961-08-07', [',Suharto', 'SUHARTO,', 'FNU,Suharto'])), {
    hasOneName: true,
  })
  expect(first.preview?.people).toMatchObject({ made: 1 })
  await run(first)
  const second = await answered(await read(file('1961-08-07', ['Suharto,.'])), { hasOneName: true })
  expect(second.preview?.people).toEqual({ made: 0, matched: 1 })
})

it('a file that names somebody of one name by that name is cancelled when they leave', async () => {
  const patient = await logInAsSpare(test, test.ours, 'patient')
  const { id: userId } = (await patient.get('/users/my-details')).json().data
  await test.query(test.ours, `update users set full_name = 'Suharto', date_of_birth = '1961-08-08' where id = $1`, [
    userId,
  ])
  const one = await answered(await read(file('1961-08-08', [',Suharto'])), { hasOneName: true })
  const other = await answered(await read(file('1961-08-08', ['Ana,Suharto'])))
  const leave = { currentPassword: password, reason: 'created-in-error', reasonText: null }
  expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
  const states = await Promise.all([one, other].map(async ({ id }) => (await openedImport(admin, id)).state))
  expect(states).toEqual(['cancelled', 'read'])
})
