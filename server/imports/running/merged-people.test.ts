import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { addSubject, merge, undo } from '../../../tests/server/subjects.ts'
import { password } from '../../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { multipart } from '../../../tests/server/uploads.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names', subject_details = '{nhsNumber}'`)
  await test.startReadingImports()
})
afterAll(() => test.close())

async function reached(id: string, state: RegExp): Promise<FileImport> {
  const get = async (): Promise<FileImport> => (await admin.get(`/imports/${id}`)).json().data
  await expect.poll(async () => (await get()).state, { timeout: 30_000 }).toMatch(state)
  return get()
}

const columns = 'First name,Last name,Date of birth,Email,Local ID,NHS number'

/** Sends a list of people of one group, and returns it once it is matched. */
async function uploadedBy(client: Client, ...rows: string[]): Promise<FileImport> {
  const reply = await client.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'people.csv', type: 'text/csv', content: [columns, ...rows].join('\n') }]),
    query: { zone: 'UTC' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id } = reply.json().data
  const { answers } = await reached(id, /^read$/)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  expect((await client.put(`/imports/${id}/preview`, { ...answers, groups })).statusCode).toBe(200)
  return reached(id, /^read$/)
}

const uploaded = (...rows: string[]) => uploadedBy(admin, ...rows)

async function imported(...rows: string[]): Promise<FileImport> {
  const { id } = await uploaded(...rows)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  return reached(id, /^done$/)
}

const rowsOf = async ({ id }: FileImport): Promise<ImportRow[]> =>
  (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
/** What becomes of the rows, with what is said at them. */
const outcomes = async (one: FileImport) =>
  (await rowsOf(one)).map(({ outcome, person, problems }) =>
    [outcome, person, ...problems.map(({ code }) => code)].filter((part) => part !== null).join(' '),
  )
const peopleOf = (lastName: string) =>
  test.query<{ id: string; name: string }>(
    test.ours,
    `select subject_id as id, first_name as name from subject_identities where last_name ilike $1 order by first_name`,
    [`${lastName}%`],
  )

/** Imports two people of similar names, and merges the first into the second. */
async function mergedOf(lastName: string, ofFirst: string, ofSecond: string) {
  await imported(`Ana,${lastName},1990-03-04,${ofFirst}`, `Anna,${lastName}s,1991-05-06,${ofSecond}`)
  const [from, into] = await peopleOf(lastName)
  const reply = await merge(admin, { from: from?.id ?? '', into: into?.id ?? '' })
  expect(reply.statusCode, reply.body).toBe(200)
  return { kept: into?.id ?? '', done: reply.json().data as { id: string; subjectId: string } }
}

it('the next file finds whoever was merged as the person who was kept, and says so', async () => {
  const { kept } = await mergedOf('Quill', ',,', ',,')
  const file = await imported('Ana,Quill,1990-03-04,,,', 'Anna,Quills,1991-05-06,,,')
  expect(await outcomes(file)).toEqual(['made matched mergedInto', 'made matched'])
  expect((await rowsOf(file))[0]?.problems[0]?.message).toBe(
    'This also identifies Anna Quills, born 6 May 1991, since two people were merged',
  )
  expect(await peopleOf('Quill')).toEqual([{ id: kept, name: 'Anna' }])
})

it('whoever was merged and is known by nothing from files waits, and is asked about in words', async () => {
  const { groupId } = test.ours.places.home
  const add = async (firstName: string, dateOfBirth: string) => {
    const person = { kind: 'human', groupId, firstName, lastName: 'Typed', dateOfBirth, email: null, localId: null }
    return (await admin.post('/subjects', person)).json().data.id as string
  }
  const [from, into] = [await add('Ida', '1990-03-04'), await add('Ada', '1990-03-05')]
  expect((await merge(admin, { from, into })).statusCode).toBe(200)
  const file = await uploaded('Ida,Typed,1990-03-04,,,')
  expect(await outcomes(file)).toEqual(['wrong personUncertain mergedInto'])
})

it.each([
  ['local ID', ',M-77,', ',M-88,', 'localIdOfAnother'],
  ['NHS number', ',,9434765919', ',,4010232137', 'nhsNumberOfAnother'],
  ['email', 'merged@people.test,,', 'kept@people.test,,', 'emailOfAnother'],
])('the %s that whoever was merged had is that of the person who was kept', async (name, id, own, problem) => {
  const lastName = `By${name.replace(' ', '')}`
  const { kept } = await mergedOf(lastName, id, own)
  // Known by another name, the ID says that it is the same person or that somebody has mistyped.
  const other = await uploaded(`Olga,Other,1980-01-02,${id}`)
  expect(await outcomes(other)).toEqual([`wrong ${problem} mergedInto`])
  const same = await imported(`Ana,${lastName},1990-03-04,${id}`, `Anna,${lastName}s,1991-05-06,${own}`)
  expect(await outcomes(same)).toEqual(['made matched mergedInto', 'made matched'])
  expect(await peopleOf(lastName)).toEqual([{ id: kept, name: 'Anna' }])
})

it('a chain of merges leads to the last who was kept, and undoing a merge makes two again', async () => {
  const { kept, done } = await mergedOf('Chain', ',C-1,', ',C-2,')
  await imported('Anne,Chained,1992-07-08,,C-3,')
  const last = (await peopleOf('Chained'))[0]?.id ?? ''
  const second = await merge(admin, { from: kept, into: last })
  expect(second.statusCode, second.body).toBe(200)
  const file = () =>
    imported('Ana,Chain,1990-03-04,,C-1,', 'Anna,Chains,1991-05-06,,C-2,', 'Anne,Chained,1992-07-08,,C-3,')
  const chained = await file()
  expect(await outcomes(chained)).toEqual(['made matched mergedInto', 'made matched mergedInto', 'made matched'])
  expect(await peopleOf('Chain')).toEqual([{ id: last, name: 'Anne' }])

  for (const merged of [second.json().data, done]) {
    const undone = await undo(admin, merged)
    expect(undone.statusCode, undone.body).toBe(200)
  }
  const before = await peopleOf('Chain')
  expect(before.map((one) => one.name)).toEqual(['Ana', 'Anna', 'Anne'])
  expect(await outcomes(await file())).toEqual(['made matched', 'made matched', 'made matched'])
  expect(await peopleOf('Chain')).toEqual(before)
})

/** What somebody reads of rows, as a list and as the file of those that wait. */
const readBy = async (client: Client, { id }: FileImport) =>
  Promise.all(['rows', 'wrong-rows'].map(async (what) => (await client.get(`/imports/${id}/${what}`)).body))

it('the row of a bystander names the person who was kept no more once they are erased', async () => {
  const patient = await logInAsSpare(test, test.ours, 'patient')
  const { email } = (await patient.get('/users/my-details')).json().data
  const { home } = test.ours.places
  const known = { lastName: 'Leaver', dateOfBirth: '1990-03-14' }
  const from = await addSubject(admin, home, { ...known, firstName: 'Eve', localId: 'M-99' })
  const into = await addSubject(admin, home, { ...known, firstName: 'Eva', email, localId: 'M-98' })
  expect((await merge(admin, { from, into })).statusCode).toBe(200)
  const file = await uploaded('Olga,Bystander,1980-01-02,,M-99,')
  for (const said of await readBy(admin, file)) expect(said).toContain('Eva Leaver, born 14 March 1990')

  const leave = { currentPassword: password, reason: 'created-in-error', reasonText: null }
  expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
  for (const said of await readBy(admin, file)) {
    expect(said).toContain('Bystander')
    expect(said).not.toMatch(/Leaver|14 March 1990|were merged/)
  }
})

it('whoever does not see the person who was kept any more reads nothing of them, nor of a merge that was undone', async () => {
  const { home, away } = test.ours.places
  const from = await addSubject(admin, home, { firstName: 'Ina', lastName: 'Near', dateOfBirth: '1990-03-04' })
  const into = await addSubject(admin, away, { firstName: 'Una', lastName: 'Far', dateOfBirth: '1971-01-02' })
  const merged = await merge(admin, { from, into })
  expect(merged.statusCode, merged.body).toBe(200)
  const organisation = await logInAs(test.app, test.ours, 'organisation')
  const file = await uploadedBy(organisation, 'Ina,Near,1990-03-04,,,')
  for (const said of await readBy(organisation, file)) expect(said).toContain('Una Far, born 2 January 1971')

  expect((await undo(admin, merged.json().data)).statusCode).toBe(200)
  expect((await organisation.get(`/subjects/${into}`)).statusCode).toBe(404)
  for (const reader of [organisation, admin]) {
    for (const said of await readBy(reader, file)) {
      expect(said).toContain('Near')
      expect(said).not.toMatch(/Una Far|2 January 1971|were merged/)
    }
  }
})

it('of two who were merged into one person, a row says nothing of the one whose merge was undone', async () => {
  const { home } = test.ours.places
  const add = (firstName: string, dateOfBirth: string, more: object = {}) =>
    addSubject(admin, home, { firstName, lastName: 'Several', dateOfBirth, ...more })
  const [first, second] = [await add('Ima', '1990-01-13'), await add('Ada', '1990-01-14', { localId: 'S-2' })]
  const into = await add('Ola', '1990-01-15', { localId: 'S-3' })
  const done = (await merge(admin, { from: first, into })).json().data
  expect((await merge(admin, { from: second, into })).statusCode).toBe(200)
  const file = await uploaded('Ima,Several,1990-01-13,,,', 'Ada,Several,1990-01-14,,,', 'Una,Unlike,1980-01-02,,S-2,')
  const merged = ['wrong personUncertain mergedInto', 'wrong localIdOfAnother mergedInto']
  expect(await outcomes(file)).toEqual([merged[0], ...merged])
  expect((await undo(admin, done)).statusCode).toBe(200)
  expect(await outcomes(file)).toEqual(['wrong personUncertain', ...merged])
})

it.each([
  ['NHS number', ',,9434765919'],
  ['local ID', ',H-5,'],
  ['email', 'held@people.test,,'],
])('whoever is known here by the %s of a row is named, to those who see them', async (what, ids) => {
  await test.query(test.ours, 'delete from throttle_counters')
  const { home, away } = test.ours.places
  const [email, localId, nhsNumber] = ids.split(',')
  const born = { lastName: `Held ${what}`, dateOfBirth: '1971-01-02' }
  const from = await addSubject(admin, home, { ...born, firstName: 'Ina' })
  const known = { ...(email && { email }), ...(localId && { localId }), ...(nhsNumber && { details: { nhsNumber } }) }
  const into = await addSubject(admin, away, { ...born, ...known, firstName: 'Una' })
  const merged = await merge(admin, { from, into })
  expect(merged.statusCode, merged.body).toBe(200)
  const organisation = await logInAs(test.app, test.ours, 'organisation')
  const file = await uploadedBy(organisation, `Olga,Holder,1990-03-04,${ids}`)
  const named = `Una Held ${what}, born on 2 January 1971, has this ${what}`
  for (const said of await readBy(organisation, file)) expect(said).toContain(named)

  expect((await undo(admin, merged.json().data)).statusCode).toBe(200)
  for (const said of await readBy(admin, file)) expect(said).toContain(named)
  for (const said of await readBy(organisation, file)) {
    expect(said).toMatch(/Somebody (with another name or date of birth|else in this group) has this/)
    expect(said).not.toMatch(/Una Held|2 January 1971/)
  }
})
