import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { multipart } from '../../../tests/server/uploads.ts'

let test: TestApp
let admin: Client
let groupId: string

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  groupId = test.ours.places.home.groupId
  await test.query(
    test.ours,
    `update tenants set identifies_by = 'names', countries = '{US}', subject_details = '{telephones,address,sex,guardian,language}'`,
  )
  await test.startReadingImports()
})
afterAll(() => test.close())
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

async function reached(id: string, state: RegExp): Promise<FileImport> {
  const get = async (): Promise<FileImport> => (await admin.get(`/imports/${id}`)).json().data
  await expect.poll(async () => (await get()).state, { timeout: 30_000 }).toMatch(state)
  return get()
}

/** Sends a file of one group. */
async function uploaded(...rows: string[]): Promise<FileImport> {
  const reply = await admin.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'people.csv', type: 'text/csv', content: [headers, ...rows].join('\n') }]),
    query: { zone: 'UTC' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id, answers } = await reached(reply.json().data.id, /^read$/)
  const groups = [{ facility: null, groupId }]
  expect((await admin.put(`/imports/${id}/preview`, { ...answers, groups })).statusCode).toBe(200)
  return reached(id, /^read$/)
}

async function run({ id }: FileImport): Promise<FileImport> {
  const reply = await admin.put(`/imports/${id}/run`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reached(id, /^done$/)
}

async function undone({ id }: FileImport): Promise<FileImport> {
  expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
  return reached(id, /^undone$/)
}

const rowsOf = async ({ id }: FileImport): Promise<ImportRow[]> =>
  (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
const choose = async (one: FileImport, field: string, line: number | null, isTaken = true): Promise<FileImport> => {
  const reply = await admin.put(`/imports/${one.id}/differences`, { field, line, isTaken })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const headers =
  'Last name,First name,Date of birth,Local ID,Email,Telephone,Sex,Street address,City,State,ZIP,Guardian name,Guardian phone'
const address = '1 Main St,Denver,CO,80201'
interface Told {
  email?: string
  phone?: string
  sex?: string
  address?: string
  guardian?: string
}
const row = (
  lastName: string,
  localId: string,
  { email = '', phone = '', sex = '', address: at = ',,,', guardian = ',' }: Told,
) => `${lastName},Ana,1990-03-14,${localId},${email},${phone},${sex},${at},${guardian}`

async function add(lastName: string, localId: string, details: object, email: string | null = null): Promise<string> {
  const reply = await admin.post('/subjects', {
    kind: 'human',
    groupId,
    firstName: 'Ana',
    lastName,
    dateOfBirth: '1990-03-14',
    localId,
    email,
    details,
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}
const phone = (number: string) => ({ country: 'US', number, type: 'mobile', texts: true })
const detailsNow = async (id: string) => (await admin.get(`/subjects/${id}`)).json().data.details
const numbersNow = async (id: string) =>
  ((await detailsNow(id)).telephones ?? []).map(({ number }: { number: string }) =>
    number.replaceAll(/\D/g, '').slice(-4),
  )
const changesOf = (id: string) =>
  test.query(test.ours, `select details from audit_events where resource_id = $1 and action = 'subject.changed'`, [id])

describe('what a file says otherwise of somebody who is known here', () => {
  it('stands at its row with both values, and is not taken unless somebody says so', async () => {
    const id = await add('Stays', 'S1', { telephones: [phone('3035550142')], sex: 'female' })
    const file = await uploaded(row('Stays', 'S1', { phone: '303-555-0199', sex: 'F', address }))
    const [shown] = await rowsOf(file)
    expect(shown).toMatchObject({ outcome: 'right', person: 'matched', taken: [] })
    expect(shown?.differences).toMatchObject({
      here: { telephones: [{ number: '+1 303 555 0142' }], address: null },
      file: { telephones: [{ number: '+1 303 555 0199' }], address: { streetAddress: '1 Main St', postcode: '80201' } },
    })
    expect(Object.keys(shown?.differences?.file ?? {}).toSorted()).toEqual(['address', 'telephones'])
    const counts = [
      { field: 'telephones', people: 1, taken: 0 },
      { field: 'address', people: 1, taken: 0 },
    ]
    expect(file.preview?.differences).toEqual(counts)
    expect((await run(file)).preview?.differences).toEqual(counts)
    expect(await numbersNow(id)).toEqual(['0142'])
    expect(await detailsNow(id)).toMatchObject({ address: null, sex: 'female' })
  })

  it('is taken field by field, for one row and for all, audited like an edit, and put back when the import is undone', async () => {
    const [one, other] = [
      await add('Takes', 'T1', { telephones: [phone('3035550142')], sex: 'female' }),
      await add('Takes too', 'T2', { telephones: [phone('3035550143')] }),
    ]
    const file = await uploaded(
      row('Takes', 'T1', { phone: '303-555-0198', sex: 'M', address }),
      row('Takes too', 'T2', { phone: '303-555-0199', address }),
    )
    await choose(file, 'address', 3)
    const chosen = await choose(file, 'telephones', null)
    expect(chosen.preview?.differences).toEqual([
      { field: 'telephones', people: 2, taken: 2 },
      { field: 'address', people: 2, taken: 1 },
      { field: 'sex', people: 1, taken: 0 },
    ])
    expect((await choose(file, 'telephones', 2, false)).preview?.differences?.[0]?.taken).toBe(1)
    await choose(file, 'telephones', 2)
    const done = await run(file)
    expect(done.preview?.differences).toEqual(chosen.preview?.differences)
    expect([await numbersNow(one), await numbersNow(other)]).toEqual([['0198'], ['0199']])
    expect(await detailsNow(one)).toMatchObject({ address: null, sex: 'female' })
    expect(await detailsNow(other)).toMatchObject({ address: { streetAddress: '1 Main St' } })
    expect((await admin.get(`/subjects/${one}`)).json().data.version).toBe(2)
    expect(await changesOf(other)).toEqual([{ details: { fields: ['telephones', 'address'] } }])
    expect((await undone(file)).undo).toMatchObject({ putBack: 2, notPutBack: 0 })
    expect([await numbersNow(one), await numbersNow(other)]).toEqual([['0142'], ['0143']])
    expect((await detailsNow(other)).address).toBeNull()
    expect(await test.query(test.ours, 'select from import_changes where import_id = $1', [file.id])).toEqual([])
  })

  it('stays as it is where it was changed after somebody chose, and after the import', async () => {
    const id = await add('Changes', 'C1', { telephones: [phone('3035550142')] })
    const set = async (number: string) => {
      const { version } = (await admin.get(`/subjects/${id}`)).json().data
      const changed = await admin.send('PUT', `/subjects/${id}`, {
        headers: { 'if-match': `"${version}"` },
        body: {
          kind: 'human',
          firstName: 'Ana',
          lastName: 'Changes',
          dateOfBirth: '1990-03-14',
          localId: 'C1',
          email: null,
          details: { telephones: [phone(number)] },
        },
      })
      expect(changed.statusCode, changed.body).toBe(200)
    }
    const first = await uploaded(row('Changes', 'C1', { phone: '303-555-0198' }))
    await choose(first, 'telephones', null)
    await set('3035550150')
    expect((await run(first)).preview?.differences).toEqual([{ field: 'telephones', people: 1, taken: 0 }])
    expect(await numbersNow(id)).toEqual(['0150'])

    const second = await uploaded(row('Changes', 'C1', { phone: '303-555-0198' }))
    await choose(second, 'telephones', null)
    await run(second)
    expect(await numbersNow(id)).toEqual(['0198'])
    await set('3035550151')
    expect((await undone(second)).undo).toMatchObject({ putBack: 0, notPutBack: 1 })
    expect(await numbersNow(id)).toEqual(['0151'])
  })

  it('is put back also after the identity was edited', async () => {
    const id = await add('Renames', 'R1', { telephones: [phone('3035550142')] })
    const file = await uploaded(row('Renames', 'R1', { phone: '303-555-0198' }))
    await choose(file, 'telephones', null)
    await run(file)
    const { version, details } = (await admin.get(`/subjects/${id}`)).json().data
    const { type, texts } = details.telephones[0]
    const changed = await admin.send('PUT', `/subjects/${id}`, {
      headers: { 'if-match': `"${version}"` },
      body: {
        kind: 'human',
        firstName: 'Ana',
        lastName: 'Renamed',
        dateOfBirth: '1990-03-14',
        localId: 'R1',
        email: null,
        details: { telephones: [{ country: 'US', number: '3035550198', type, texts }] },
      },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await undone(file)).undo).toMatchObject({ putBack: 1, notPutBack: 0 })
    expect(await numbersNow(id)).toEqual(['0142'])
  })

  it('is no difference in another spelling, in a number of the guardian, or where the file says nothing', async () => {
    await add('Same', 'M1', {
      telephones: [phone('3035550142')],
      sex: 'female',
      address: {
        country: 'US',
        streetAddress: '1 Main Street',
        city: 'Denver',
        county: 'Denver',
        state: 'CO',
        postcode: '80201',
      },
      guardian: { name: 'Eva Ruiz', telephone: phone('3035550177') },
    })
    const file = await uploaded(
      row('Same', 'M1', {
        phone: '(303) 555-0142',
        sex: 'F',
        address: '1 Main St.,Denver,CO,80201',
        guardian: 'EVA RUIZ,',
      }),
      row('SAME', 'M1', { phone: '303-555-0177', sex: 'U' }),
    )
    expect((await rowsOf(file)).map(({ outcome, differences }) => [outcome, differences])).toEqual([
      ['right', null],
      ['right', null],
    ])
    expect(file.preview?.differences).toEqual([])
  })

  it('is taken from the first of several rows of them, and the others say so', async () => {
    const id = await add('Twice', 'W1', { telephones: [phone('3035550142')], sex: 'female' })
    const file = await uploaded(
      row('Twice', 'W1', { phone: '303-555-0196', sex: 'M' }),
      row('Twice', 'W1', { phone: '303-555-0197', sex: 'M' }),
    )
    await choose(file, 'telephones', null)
    await choose(file, 'sex', null)
    const done = await run(file)
    expect((await rowsOf(done)).map(({ taken, problems }) => [taken, problems.map(({ message }) => message)])).toEqual([
      [['telephones', 'sex'], []],
      [['sex'], ['Left out: an earlier row of the same person says something else, and this is kept: +1 303 555 0196']],
    ])
    expect(await numbersNow(id)).toEqual(['0196'])
    expect((await undone(done)).undo).toMatchObject({ putBack: 1, notPutBack: 0 })
    expect(await numbersNow(id)).toEqual(['0142'])
  })

  it('stays chosen, as does who somebody is, while another answer has the file read again', async () => {
    const id = await add('Remains', 'REM1', { sex: 'female', telephones: [phone('3035550142')] })
    const file = await uploaded(
      row('Remains', 'REM1', { sex: 'M', phone: '303-555-0177' }),
      row('Twin', '', { phone: '303-555-0198', address }),
      row('Twin', '', { phone: '303-555-0199', address: '9 Elm St,Boulder,CO,80301' }),
      'Waits,Ana,31/02/2011,W1,,,,,,,,,',
    )
    const said = async () =>
      (await rowsOf(file)).map(({ outcome, taken, problems }) => [
        outcome,
        ...taken,
        ...problems.map(({ code }) => code),
      ])
    expect((await said())[2]).toEqual(['wrong', 'mayBeTwo'])
    expect((await admin.put(`/imports/${file.id}/rows/4/person`, { answer: 'another' })).statusCode).toBe(200)
    await choose(file, 'sex', 2)
    const chosen = [['right', 'sex'], ['right'], ['right'], ['wrong', 'date']]
    expect(await said()).toEqual(chosen)
    const again = async () => {
      const { answers } = await reached(file.id, /^read$/)
      const dateOrder = answers?.dateOrder === 'dmy' ? 'mdy' : 'dmy'
      expect((await admin.put(`/imports/${file.id}/preview`, { ...answers, dateOrder })).statusCode).toBe(200)
      await reached(file.id, /^read$/)
    }
    await again()
    expect(await said()).toEqual(chosen)
    // One of two fields that differ is another one now, in a row that stays corrected.
    const cells = [{ column: 5, text: '303-555-0178' }]
    expect((await admin.put(`/imports/${file.id}/rows/2`, { cells })).statusCode).toBe(200)
    await again()
    expect(await said()).toEqual(chosen)
    await run(file)
    expect(await detailsNow(id)).toMatchObject({ sex: 'male' })
    const twins = `select from subject_identities where last_name = 'Twin'`
    expect(await test.query(test.ours, twins)).toHaveLength(2)
  })

  it('is shown of what identifies them, and cannot be taken', async () => {
    await add('Identified', 'I1', {}, 'ana@käse.de')
    const file = await uploaded(row('Identified', 'I1', { email: 'other@käse.de' }))
    expect((await rowsOf(file))[0]?.differences).toEqual({
      here: { email: 'ana@käse.de' },
      file: { email: 'other@käse.de' },
    })
    expect(
      (await admin.put(`/imports/${file.id}/differences`, { field: 'email', line: null, isTaken: true })).statusCode,
    ).toBe(422)
    const same = await uploaded(row('Identified', 'I1', { email: 'ANA@xn--kse-qla.de' }))
    expect((await rowsOf(same))[0]?.differences).toBeNull()
  })

  it('is not for others to choose, nor while the import runs or once it is undone', async () => {
    const file = await uploaded(row('Others', 'O1', { phone: '303-555-0142' }))
    const body = { field: 'telephones', line: null, isTaken: true }
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await theirs.put(`/imports/${file.id}/differences`, body)).statusCode).toBe(404)
    expect((await admin.put(`/imports/${file.id}/differences`, { ...body, line: 99 })).statusCode).toBe(404)
    const stands = (state: string) =>
      test.query(test.ours, 'update imports set state = $1 where id = $2', [state, file.id])
    await stands('running')
    expect((await admin.put(`/imports/${file.id}/differences`, body)).json().code).toBe('not-possible')
    await stands('read')
    await run(file)
    await undone(file)
    expect((await admin.put(`/imports/${file.id}/differences`, body)).json().code).toBe('not-possible')
  })
})
