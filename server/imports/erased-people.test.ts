import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileImport } from '../../contract/imports/import.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { everythingStored } from '../../tests/server/everything-stored.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { password } from '../../tests/server/tenants.ts'
import { addSubject, merge } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart } from '../../tests/server/uploads.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(
    test.ours,
    `update tenants set identifies_by = 'names', countries = '{US}', subject_details = '{telephones,address}'`,
  )
  await test.startReadingImports()
})
afterAll(() => test.close())

async function reached(id: string, state: RegExp): Promise<FileImport> {
  const get = async (): Promise<FileImport> => (await admin.get(`/imports/${id}`)).json().data
  await expect.poll(async () => (await get()).state, { timeout: 30_000 }).toMatch(state)
  return get()
}

const telephone = (number: string) => ({ country: 'US', number, type: 'mobile', texts: false })
const leave = { currentPassword: password, reason: 'created-in-error', reasonText: null }
const changesOf = (importId: string) =>
  test.query<{ before: object; after: object }>(
    test.ours,
    'select before, after from import_changes where import_id = $1',
    [importId],
  )

const name = { firstName: 'Quessa', lastName: 'Quillfeather', dateOfBirth: '1990-03-14' }

/** Sends a file that names somebody by name, date of birth and local ID, and a row that waits, with which the rows stay. */
async function uploaded(localId: string, number: string): Promise<FileImport> {
  const content = [
    'Last name,First name,Date of birth,Local ID,Telephone,Street address,City,State,ZIP',
    `Quillfeather,Quessa,1990-03-14,${localId},303-444-${number},77 Quay Street,Denver,CO,80201`,
    'Waits,Ana,not a day,W-1,,,,,',
  ].join('\n')
  const sent = await admin.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'people.csv', type: 'text/csv', content }]),
    query: { zone: 'UTC' },
  })
  expect(sent.statusCode, sent.body).toBe(201)
  const { id, answers } = await reached(sent.json().data.id, /^read$/)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  return reached(id, /^read$/)
}

async function run({ id }: FileImport): Promise<void> {
  await admin.put(`/imports/${id}/run`)
  await reached(id, /^done$/)
}

/** Gives somebody another last name, and this email. */
async function renamed(id: string, localId: string, email: string): Promise<void> {
  const { version, details } = (await admin.get(`/subjects/${id}`)).json().data
  const telephones = details.telephones.map(({ number }: { number: string }) => telephone(number.slice(3)))
  const changed = await admin.send('PUT', `/subjects/${id}`, {
    headers: { 'if-match': `"${version}"` },
    body: { kind: 'human', ...name, lastName: 'Renamedfeather', localId, email, details: { telephones } },
  })
  expect(changed.statusCode, changed.body).toBe(200)
}

/** Lets a patient leave, after which nothing of these is stored. Files are removed by a job. */
async function expectForgotten(patient: Client, localId: string, number: string): Promise<void> {
  const left = await patient.put('/users/my-details/delete', leave)
  expect(left.statusCode, left.body).toBe(204)
  const remains = [`303 555 ${number}`, `303 444 ${number}`, `303-444-${number}`, localId, 'quillfeather', '77 quay']
  const found = async () => {
    const stored = await everythingStored(test, test.ours)
    return remains.filter((one) => stored.includes(one.toLowerCase()))
  }
  await expect.poll(found, { timeout: 30_000 }).toEqual([])
}

it.for([
  ['as the file names them', 'Q-0141', '0141', false],
  ['under another name than the file has', 'Q-0151', '0151', true],
] as const)(
  'what an import changed of somebody who leaves %s is forgotten with them',
  async ([, localId, number, isRenamed]) => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    const { email } = (await patient.get('/users/my-details')).json().data
    const details = { telephones: [telephone(`303555${number}`)], address: null }
    const body = { kind: 'human', ...name, localId, email, groupId: test.ours.places.home.groupId, details }
    const added = await admin.post('/subjects', { ...body, isNamesake: true })
    expect(added.statusCode, added.body).toBe(201)

    const file = await uploaded(localId, number)
    const taken = { field: 'telephones', line: null, isTaken: true }
    expect((await admin.put(`/imports/${file.id}/differences`, taken)).statusCode).toBe(200)
    await run(file)
    const kept = [
      {
        before: { telephones: [{ number: `+1 303 555 ${number}` }] },
        after: { telephones: [{ number: `+1 303 444 ${number}` }] },
      },
    ]
    expect(await changesOf(file.id)).toMatchObject(kept)
    if (isRenamed) await renamed(added.json().data.id, localId, email)
    expect(await changesOf(file.id)).toMatchObject(kept)
    await expectForgotten(patient, localId, number)
  },
)

it('the row of somebody whom an import made is forgotten with them, also under another name', async () => {
  const patient = await logInAsSpare(test, test.ours, 'patient')
  const { email } = (await patient.get('/users/my-details')).json().data
  await run(await uploaded('Q-0161', '0161'))
  const [made] = await test.query<{ id: string }>(
    test.ours,
    `select subject_id as id from subject_identities where local_id = 'Q-0161'`,
  )
  await renamed(made?.id ?? '', 'Q-0161', email)
  await expectForgotten(patient, 'Q-0161', '0161')
})

it('whoever was merged into somebody is forgotten with them, and so is what files know of both', async () => {
  const patient = await logInAsSpare(test, test.ours, 'patient')
  const { email } = (await patient.get('/users/my-details')).json().data
  await run(await uploaded('Q-0171', '0171'))
  const made = await test.query<{ id: string }>(
    test.ours,
    `select subject_id as id from subject_identities where local_id = 'Q-0171'`,
  )
  const from = made[0]?.id ?? ''
  const { home } = test.ours.places
  const into = await addSubject(admin, home, { firstName: 'Q', lastName: 'Kept', dateOfBirth: '1990-03-14', email })
  const knownToFiles = () =>
    test.query(test.ours, 'select subject_id as id from imported_people where subject_id = $1', [from])
  const done = await merge(admin, { from, into })
  expect(done.statusCode, done.body).toBe(200)
  expect((await admin.get(`/subjects/${into}`)).json().data.alsoKnownBy).toMatchObject([{ lastName: 'Quillfeather' }])
  expect(await knownToFiles()).toEqual(made)
  await expectForgotten(patient, 'Q-0171', '0171')
  expect(await knownToFiles()).toEqual([])
})
