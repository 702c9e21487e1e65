import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { multipart } from '../../../tests/server/uploads.ts'

let test: TestApp
let admin: Client
let groupId: string

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  groupId = test.ours.places.home.groupId
  await createAssay(admin, {
    ...newAssay('Two Card', ['Flu A', 'Flu B']),
    name: 'Two Card',
    model: 'Two Card',
    gtin: null,
  })
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

/** Sends a file, with all that it holds as one group. */
async function uploaded(head: string, ...rows: string[]): Promise<FileImport> {
  const reply = await admin.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'people.csv', type: 'text/csv', content: [head, ...rows].join('\n') }]),
    query: { zone: 'UTC' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id, answers, summary } = await reached(reply.json().data.id, /^read$/)
  const facilities = summary?.facilities?.map(({ name }) => name) ?? []
  const groups = [null, ...facilities].map((facility) => ({ facility, groupId }))
  const sent = await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  expect(sent.statusCode, sent.body).toBe(200)
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
/** What is said at the cells of each row, with the number of the column. */
const saidAt = (rows: readonly ImportRow[]) =>
  rows.map(({ problems }) => problems.map(({ column, message }) => `${column} ${message}`))
const kept = (value: string) =>
  `Left out: an earlier row of the same person says something else, and this is kept: ${value}`

const list =
  'Last name,First name,Date of birth,Local ID,Email,Telephone,Sex,Street address,City,State,ZIP,Guardian name,Guardian phone,Preferred language'
interface Told {
  localId?: string
  email?: string
  phone?: string
  sex?: string
  address?: string
  guardian?: string
  language?: string
}
const row = (lastName: string, told: Told, firstName = 'Ana') => {
  const { localId = '', email = '', phone = '', sex = '', address = ',,,', guardian = ',', language = '' } = told
  return `${lastName},${firstName},1990-03-14,${localId},${email},${phone},${sex},${address},${guardian},${language}`
}
const others = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => row(`${name} ${at}`, { localId: `${name}${at}` }))

async function subjectsOf(lastName: string) {
  const rows = await test.query<{ id: string }>(
    test.ours,
    'select subject_id as id from subject_identities where last_name = $1 order by subject_id',
    [lastName],
  )
  return Promise.all(rows.map(async ({ id }) => (await admin.get(`/subjects/${id}`)).json().data))
}

describe('what only a later row of somebody whom the file makes tells', () => {
  it('is stored, and goes with them when the import is undone', async () => {
    const file = await uploaded(
      list,
      row('Later', { phone: '303-555-0142' }),
      row('Later', { localId: 'L-1', phone: '303-555-0142' }),
      row('Later', { email: 'later@example.org', localId: 'L-1', sex: 'F', language: 'Spanish' }),
    )
    expect(saidAt(await rowsOf(file))).toEqual([[], [], []])
    expect((await run(file)).run).toMatchObject({ people: { made: 1 }, wrong: 0 })
    const [made, another] = await subjectsOf('Later')
    expect(another).toBeUndefined()
    expect(made).toMatchObject({
      localId: 'L-1',
      email: 'later@example.org',
      details: { sex: 'female', language: 'es', telephones: [{ number: '+1 303 555 0142' }] },
    })
    expect((await undone(file)).undo).toMatchObject({ erased: 1, peopleLeft: 0 })
  })

  it('is stored however far behind it stands, and is found by it', async () => {
    const address = '1 Main St,Denver,CO,80201'
    const file = await uploaded(
      list,
      row('Distant', { sex: 'F' }),
      row('Distant', { phone: '303-555-0142' }),
      ...others('Filler', 500),
      row('Distant', { address, localId: 'D-1', email: 'distant@example.org' }),
    )
    expect((await run(file)).run).toMatchObject({ people: { made: 501 }, wrong: 0 })
    const [made] = await subjectsOf('Distant')
    expect(made).toMatchObject({
      localId: 'D-1',
      email: 'distant@example.org',
      details: { sex: 'female', telephones: [{ number: '+1 303 555 0142' }], address: { streetAddress: '1 Main St' } },
    })
    const found = (await admin.get('/subjects', { search: 'D-1' })).json().data
    expect(found.map(({ id }: { id: string }) => id)).toEqual([made.id])
    // Whoever only the file has made goes with it.
    expect((await undone(file)).undo).toMatchObject({ erased: 501, peopleLeft: 0 })
  })

  it('is stored where the rows are lines of one test', async () => {
    const head =
      'Last name,First name,Date of birth,Local ID,Email,Telephone,Test date,Condition,Result,Device model,Facility name'
    const line = (condition: string, told: string) =>
      `Lines,Ana,1990-03-14,${told},2022-06-13 10:00,${condition},Negative,Two Card,Birch House`
    const file = await uploaded(
      head,
      line('Flu A', ',,303-555-0142'),
      line('Flu B', 'M-1,lines@example.org,303-555-0142'),
    )
    expect((await run(file)).run).toMatchObject({ people: { made: 1 }, tests: 1, wrong: 0 })
    expect(await subjectsOf('Lines')).toMatchObject([{ localId: 'M-1', email: 'lines@example.org' }])
  })

  it('waits if it is the email or the local ID of somebody else', async () => {
    const first = await uploaded(list, row('Owner', { localId: 'O-1', email: 'owner@example.org' }))
    await run(first)
    const file = await uploaded(
      list,
      row('Borrower', {}),
      row('Borrower', { email: 'Owner@example.org' }),
      row('Lender', { localId: 'X-1' }),
      row('Lender', { localId: 'O-1' }),
      row('Early', {}),
      row('Late', { email: 'late@example.org' }),
      ...others('Between', 90),
      row('Early', { email: 'late@example.org' }),
    )
    const waiting = (await rowsOf(file)).flatMap(({ line, outcome, problems }) =>
      outcome === 'wrong' ? [`${line} ${problems.map(({ code }) => code).join(' ')}`] : [],
    )
    expect(waiting).toEqual(['3 emailOfAnother', '5 mayBeTwo', '98 emailOfAnother'])
    expect((await run(file)).run).toMatchObject({ wrong: 0, people: { made: 94 } })
    expect(await subjectsOf('Early')).toMatchObject([{ email: null }])
    expect(await subjectsOf('Borrower')).toMatchObject([{ email: null }])
  })

  it('waits if it is the email of somebody else of the same name', async () => {
    const head = 'Last name,First name,Middle name,Date of birth,Email'
    const first = await uploaded(head, 'Twins,Ana,Eva,1990-03-14,family@example.org')
    await run(first)
    const file = await uploaded(head, 'Twins,Ana,Bea,1990-03-14,family@example.org')
    expect((await rowsOf(file)).map(({ problems }) => problems[0]?.code)).toEqual(['mayBeTwo'])
    expect((await admin.put(`/imports/${file.id}/rows/2/person`, { answer: 'another' })).statusCode).toBe(200)
    expect((await rowsOf(file)).map(({ problems }) => problems[0]?.code)).toEqual(['emailOfAnother'])
  })
})

describe('what a later row says otherwise of somebody whom the file makes', () => {
  it('is named at its cell with what is kept, in each row that says it', async () => {
    const second = {
      localId: 'W1',
      phone: '303-555-0143',
      sex: 'M',
      email: 'two@twice.test',
      address: '9 Elm Rd,Denver,CO,80201',
      guardian: 'Eva Ruiz,303-555-0179',
      language: 'English',
    }
    const file = await uploaded(
      list,
      row('Twice', {
        localId: 'W1',
        phone: '303-555-0142',
        sex: 'F',
        email: 'one@twice.test',
        address: '1 Main St,Denver,CO,80201',
        guardian: 'Eva Ruiz,303-555-0177',
        language: 'Spanish',
      }),
      row('Twice', second),
      row('Twice', second),
      row('Twice', { ...second, sex: 'F' }),
      row('Twice', { localId: 'W1', phone: '303-555-0142; 303-555-0144' }),
      ...others('Twice filler', 500),
      row('Twice', second),
    )
    const named = [
      `5 ${kept('+1 303 555 0142')}`,
      `7 ${kept('1 Main St, Denver, CO, 80201')}`,
      `12 ${kept('Eva Ruiz, +1 303 555 0177')}`,
      `6 ${kept('Female')}`,
      `13 ${kept('Spanish')}`,
      `4 ${kept('one@twice.test')}`,
    ]
    const withoutSex = named.filter((one) => !one.startsWith('6'))
    const first = [[], named, named, withoutSex, [`5 ${kept('+1 303 555 0142')}`]]
    expect(saidAt(await rowsOf(file)).slice(0, 5)).toEqual(first)
    expect(await run(file)).toMatchObject({ run: { people: { made: 501 }, wrong: 0 } })
    expect(saidAt(await rowsOf(file)).slice(0, 5)).toEqual(first)
    expect(await subjectsOf('Twice')).toMatchObject([
      {
        email: 'one@twice.test',
        details: { sex: 'female', language: 'es', telephones: [{ number: '+1 303 555 0142' }] },
      },
    ])
  })

  it('is named in each row also where an earlier step has read the first of them', async () => {
    const head = 'Local ID,First name,Middle name,Last name,Suffix,Date of birth'
    const of = (middle: string, suffix: string) => `S1,Maria,${middle},Steps,${suffix},1990-03-04`
    const between = Array.from({ length: 500 }, (_, at) => `F${at},Filler${at},,Between,,1990-03-04`)
    const told = [of('Beatriz', 'Jr'), of('B', ''), of('Ana', 'Sr'), of('A', 'II')]
    const file = await uploaded(head, of('Ana', 'Sr'), told[0] ?? '', ...between, ...told)
    const columnsNamed = async () =>
      (
        await test.query<{ line: number; columns: string }>(
          test.ours,
          `select line, jsonb_path_query_array(match_problems, '$[*] ? (@.code == "otherThanBefore").column')::text as columns
         from import_rows where import_id = $1 and content #>> '{person,lastName}' = 'Steps' order by line`,
          [file.id],
        )
      ).map(({ columns }) => columns)
    const expected = ['[]', '[2, 4]', '[2, 4]', '[2]', '[]', '[4]']
    expect(await columnsNamed()).toEqual(expected)
    expect(await run(file)).toMatchObject({ run: { people: { made: 501 }, wrong: 0 } })
    expect(await columnsNamed()).toEqual(expected)
  })

  it('is named where an address has more parts, and where a number or a language is not kept here', async () => {
    const file = await uploaded(
      list,
      row('Partly', { localId: 'P1', address: '1 Main St,,CO,80201', phone: '303-555-0142' }),
      row('Partly', { localId: 'P1', address: '1 Main St,Denver,CO,80201', language: 'Klingon' }),
    )
    expect(saidAt(await rowsOf(file))).toEqual([
      [],
      ['13 Left out: this is not kept here', `8 ${kept('1 Main St, CO, 80201')}`],
    ])
  })
})
