import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { addSubject } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

const identifiedBy = (how: 'names' | 'email') => test.query(test.ours, 'update tenants set identifies_by = $1', [how])
const emailOf = (lastName: string) => `han@${lastName.toLowerCase()}.test`
const byHand = (lastName: string) =>
  addSubject(admin, test.ours.places.home, {
    firstName: 'Han',
    lastName,
    dateOfBirth: '1990-03-04',
    email: emailOf(lastName),
  })

/** Sends rows of Han: what each tells beside the names and the date of birth. */
async function sent(lastName: string, ...rows: { email?: string; localId?: string; middleName?: string }[]) {
  const lines = rows.map(
    ({ email = '', localId = '', middleName = '' }) => `Han,${middleName},${lastName},1990-03-04,${email},${localId}`,
  )
  const id = await sendFile(
    admin,
    ['First name,Middle name,Last name,Date of birth,Email,Local ID', ...lines].join('\n'),
  )
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const { answers } = await openedImport(admin, id)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

const outcomes = async ({ id }: FileImport) => {
  const rows: ImportRow[] = (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
  return rows.map(({ outcome, problems }) =>
    [outcome, ...(outcome === 'wrong' ? problems.map(({ code }) => code) : [])].join(' '),
  )
}
const answer = async ({ id }: FileImport, line: number, said: 'same' | 'another') =>
  (await admin.put(`/imports/${id}/rows/${line}/person`, { answer: said })).statusCode

async function run({ id }: FileImport) {
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

const peopleOf = async (lastName: string) => {
  const rows = await test.query<{ id: string }>(
    test.ours,
    'select subject_id as id from subject_identities where last_name = $1',
    [lastName],
  )
  return rows.map(({ id }) => id)
}

describe.each([
  ['without an email', {}],
  ['with a local ID instead', { localId: 'L-17' }],
] as const)('of somebody who was added by hand a row with their email and one %s', (_, other) => {
  const nameOf = (...words: string[]) => [...words, ...Object.keys(other)].join('')

  it.each([['names'], ['email']] as const)('are theirs once they are said to be the same, by %s', async (how) => {
    await identifiedBy(how)
    const lastName = nameOf('Same', how)
    const id = await byHand(lastName)
    const file = await sent(lastName, { email: emailOf(lastName) }, other)
    expect(await outcomes(file)).toEqual(['right', 'wrong personUncertain'])
    expect(await answer(file, 3, 'same')).toBe(200)
    expect(await outcomes(file)).toEqual(['right', 'right'])
    expect((await openedImport(admin, file.id)).preview?.people).toEqual({ made: 0, matched: 1 })
    expect(await run(file)).toMatchObject({ state: 'done', run: { people: { made: 0, matched: 1 }, wrong: 0 } })
    expect(await peopleOf(lastName)).toEqual([id])
  })

  it('are of two once they are said to be another', async () => {
    await identifiedBy('names')
    const lastName = nameOf('Another')
    await byHand(lastName)
    const file = await sent(lastName, { email: emailOf(lastName) }, other)
    expect(await answer(file, 3, 'another')).toBe(200)
    expect(await outcomes(file)).toEqual(['right', 'right'])
    expect(await run(file)).toMatchObject({ state: 'done', run: { people: { made: 1, matched: 1 }, wrong: 0 } })
    expect(await peopleOf(lastName)).toHaveLength(2)
  })

  it('say that an email is needed for another, where people are known by it', async () => {
    await identifiedBy('email')
    const lastName = nameOf('Needed')
    const id = await byHand(lastName)
    const file = await sent(lastName, { email: emailOf(lastName) }, other)
    expect(await answer(file, 3, 'another')).toBe(200)
    expect(await outcomes(file)).toEqual(['right', 'wrong emailNeeded'])
    const cells = [{ column: 4, text: emailOf(lastName) }]
    expect((await admin.put(`/imports/${file.id}/rows/3`, { cells })).statusCode).toBe(200)
    expect(await outcomes(file)).toEqual(['right', 'right'])
    await run(file)
    expect(await peopleOf(lastName)).toEqual([id])
  })

  it.each([['same'], ['another']] as const)('may come in the other order: %s', async (said) => {
    await identifiedBy('names')
    const lastName = nameOf('Turned', said)
    await byHand(lastName)
    const file = await sent(lastName, other, { email: emailOf(lastName) })
    expect(await outcomes(file)).toEqual(['wrong personUncertain', 'right'])
    expect(await answer(file, 2, said)).toBe(200)
    expect(await outcomes(file)).toEqual(['right', 'right'])
    await run(file)
    expect(await peopleOf(lastName)).toHaveLength(said === 'same' ? 1 : 2)
  })
})

it('a row that may be of two others of the file waits, although it was said to be nobody who was here', async () => {
  await identifiedBy('names')
  await byHand('Several')
  const file = await sent('Several', { middleName: 'Ada' }, { middleName: 'Bea' }, {})
  for (const line of [4, 2, 3]) expect(await answer(file, line, 'another')).toBe(200)
  expect((await outcomes(file))[2]).toBe('wrong whichPerson')
})
