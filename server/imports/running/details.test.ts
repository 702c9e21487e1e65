import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportRow } from '../../../contract/imports/import.ts'
import { imports as words } from '../../../contract/phrases/en_GB/imports.ts'
import type { PersonDetails } from '../../../contract/subjects/details.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
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

const allKinds = '{role,sex,race,ethnicity,language,telephones,address,guardian,nhsNumber}'

const tenantOf = (countries: string, kept = allKinds) =>
  test.query(
    test.ours,
    `update tenants set identifies_by = 'names', countries = '${countries}', subject_details = '${kept}'`,
  )

/** Reads a file of people in a new group, as far as its rows are judged. */
async function read(content: string, answers: object = {}) {
  const { organisationId } = test.ours.places.home
  const made = await admin.post('/groups', { name: `Group ${crypto.randomUUID()}`, organisationId })
  expect(made.statusCode, made.body).toBe(201)
  const groups = [{ facility: null, groupId: made.json().data.id }]
  const id = await sendFile(admin, content)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const { answers: proposed } = await openedImport(admin, id)
  const answered = await admin.put(`/imports/${id}/preview`, { ...proposed, ...answers, groups })
  expect(answered.statusCode, answered.body).toBe(200)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  return id
}

async function rowsOf(id: string): Promise<ImportRow[]> {
  return (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
}

/** What is said of each row: its outcome, and its problems or notes by the places of their columns. */
const said = (rows: readonly ImportRow[]) =>
  rows.map(({ outcome, problems }) => [outcome, ...problems.map(({ column, code }) => `${column} ${code}`)])

/** Imports what is ready, and returns the details of everybody by their first names. */
async function imported(id: string): Promise<Record<string, Partial<PersonDetails> & { nhs_number: string | null }>> {
  const reply = await admin.put(`/imports/${id}/run`)
  expect(reply.statusCode, reply.body).toBe(200)
  await jobsOf(test).run(id)
  const people = await test.query<{ name: string; details: Partial<PersonDetails> & { nhs_number: string | null } }>(
    test.ours,
    `select i.first_name as name, to_jsonb(d) as details from imported_people p
       join subject_identities i using (tenant_id, subject_id) left join subject_details d using (tenant_id, subject_id)
     where p.import_id = $1`,
    [id],
  )
  return Object.fromEntries(people.map(({ name, details }) => [name, details]))
}

describe('addresses', () => {
  it('of Britain and Ireland are read by the country that is written, and else by the tenant’s', async () => {
    await tenantOf('{GB,IE}')
    const id = await read(
      [
        'First name,Last name,Date of birth,Address line 1,Town,Postcode,Country',
        'Ada,Blank,2011-05-17,1 Mill Lane,York,yo17hh,',
        'Bea,England,2011-05-18,2 Mill Lane,York,YO1 7HH,England',
        'Cal,Kingdom,2011-05-19,3 Mill Lane,York,YO1 7HH,United Kingdom',
        'Dee,Ireland,2011-05-20,4 Mill Lane,Cork,T12 XY00,Ireland',
        'Eli,Eircode,2011-05-21,5 Mill Lane,Cork,T12XY00,',
        'Fay,Wrong,2011-05-22,6 Mill Lane,York,YO1 7,',
        'Gus,Abroad,2011-05-23,7 Calle Mayor,Madrid,28013,Spain',
        'Hal,Nowhere,2011-05-24,8 Mill Lane,York,YO1 7HH,Narnia',
        'Ivy,Homeless,2011-05-25,,York,YO1 7HH,',
        'Jon,Missing,2011-05-26,10 Mill Lane,York,,Scotland',
      ].join('\n'),
    )
    expect(said(await rowsOf(id))).toEqual([
      ['right'],
      ['right'],
      ['right'],
      ['right'],
      ['right'],
      ['wrong', '5 postcode'],
      ['right', '6 addressAbroad'],
      ['wrong', '6 country'],
      ['right', '4 addressLeftOut'],
      ['wrong', '5 required'],
    ])
    const people = await imported(id)
    const kept = Object.entries(people).map(([name, details]) => {
      const { country, postcode } = details?.address ?? {}
      return [name, country === undefined ? null : `${country} ${postcode}`]
    })
    expect(Object.fromEntries(kept)).toEqual({
      Ada: 'GB YO1 7HH',
      Bea: 'GB YO1 7HH',
      Cal: 'GB YO1 7HH',
      Dee: 'IE T12 XY00',
      Eli: 'IE T12 XY00',
      Gus: null,
      Ivy: null,
    })
  })

  it('of the US get zeros that a spreadsheet took off where the state agrees, and the row says so', async () => {
    await tenantOf('{US}')
    const id = await read(
      [
        'First name,Last name,Date of birth,Street,City,State,ZIP',
        'Ada,Boston,2011-05-17,1 Mill Lane,Boston,MA,2138',
        'Bea,Texas,2011-05-18,2 Mill Lane,Dallas,TX,7501',
        'Cal,Blank,2011-05-19,3 Mill Lane,Boston,,02138',
        'Dee,Named,2011-05-20,4 Mill Lane,Boston,Massachusetts,02138-1234',
        'Eli,Canada,2011-05-21,5 Mill Lane,Toronto,ON,M5V 2T6',
        'Fay,Wrong,2011-05-22,6 Mill Lane,Boston,XX,02138',
      ].join('\n'),
    )
    const rows = await rowsOf(id)
    expect(said(rows)).toEqual([
      ['right', '6 zerosAdded'],
      ['wrong', '6 postcode'],
      ['wrong', '5 required'],
      ['right'],
      ['right', '5 addressAbroad'],
      ['wrong', '5 state'],
    ])
    expect(rows[0]?.problems[0]?.message).toBe('Read as 02138: a spreadsheet takes off the first zeros')
    const { Ada, Dee } = await imported(id)
    expect(Ada?.address).toMatchObject({ country: 'US', state: 'MA', postcode: '02138' })
    expect(Dee?.address).toMatchObject({ country: 'US', state: 'MA', postcode: '02138-1234' })
  })

  it('whose postcode may be of two of the tenant’s countries wait for the country', async () => {
    await tenantOf('{US,DE,GB}')
    const id = await read(
      [
        'First name,Last name,Date of birth,Street,City,State,ZIP,Country',
        'Ada,Either,2011-05-17,1 Mill Lane,Berlin,,10115,',
        'Bea,State,2011-05-18,2 Mill Lane,Boston,MA,02138,',
        'Cal,Named,2011-05-19,3 Mill Lane,Berlin,,10115,Deutschland',
        'Dee,One,2011-05-20,4 Mill Lane,York,,YO1 7HH,',
      ].join('\n'),
    )
    expect(said(await rowsOf(id))).toEqual([['wrong', '7 countryMissing'], ['right'], ['right'], ['right']])
    const { Bea, Cal, Dee } = await imported(id)
    expect([Bea?.address?.country, Cal?.address?.country, Dee?.address?.country]).toEqual(['US', 'DE', 'GB'])
  })
})

describe('telephones', () => {
  it('in a column of mobiles are mobiles, words beside a number are taken off if somebody agrees', async () => {
    await tenantOf('{GB}')
    const content = [
      'First name,Last name,Date of birth,Mobile',
      'Ada,One,2011-05-17,07400 123456',
      'Bea,Two,2011-05-18,+44 7400 123457',
      'Cal,Three,2011-05-19,7400123458',
      'Dee,Four,2011-05-20,07400 123459 (mum)',
      'Eli,Five,2011-05-21,7.4E+09',
      'Fay,Six,2011-05-22,020 7946 0018',
      'Gus,Seven,2011-05-23,07400 12',
    ].join('\n')
    const id = await read(content, { texts: true })
    const rows = await rowsOf(id)
    expect(said(rows)).toEqual([
      ['right'],
      ['right'],
      ['right'],
      ['wrong', '3 phoneWords'],
      ['wrong', '3 phone'],
      ['right', '3 notMobile'],
      ['right', '3 phoneLeftOut'],
    ])
    const [offered] = rows[3]?.problems ?? []
    expect(offered?.proposed).toBe('07400 123459')
    const cells = [{ column: 3, text: offered?.proposed }]
    const corrected = await admin.put(`/imports/${id}/rows/5`, { cells })
    expect(corrected.json().data, corrected.body).toMatchObject({ outcome: 'right', problems: [] })
    const people = await imported(id)
    const telephones = Object.entries(people).map(([name, details]) => [name, details?.telephones?.[0]])
    expect(Object.fromEntries(telephones)).toEqual({
      Ada: { number: '+44 7400 123456', type: 'mobile', texts: true },
      Bea: { number: '+44 7400 123457', type: 'mobile', texts: true },
      Cal: { number: '+44 7400 123458', type: 'mobile', texts: true },
      Dee: { number: '+44 7400 123459', type: 'mobile', texts: true },
      Fay: { number: '+44 20 7946 0018', type: 'landline', texts: false },
      Gus: undefined,
    })
  })

  it('that are mobiles are kept as such, whatever the file calls them', async () => {
    await tenantOf('{GB}')
    const id = await read(
      ['First name,Last name,Date of birth,Phone,Phone type', 'Ada,One,2011-05-17,07400 123456,landline'].join('\n'),
      { columns: ['firstName', 'lastName', 'dateOfBirth', 'phones', 'phoneType'] },
    )
    expect(said(await rowsOf(id))).toEqual([['right', '3 notLandline']])
    const { Ada } = await imported(id)
    expect(Ada?.telephones).toEqual([{ number: '+44 7400 123456', type: 'mobile', texts: false }])
  })

  it('of which nothing tells the type keep none, and texts are sent to nobody who was not asked', async () => {
    await tenantOf('{US,GB}')
    const id = await read(
      [
        'First name,Last name,Date of birth,Phone,Mobile',
        'Ada,One,2011-05-17,410-867-5309,',
        'Bea,Two,2011-05-18,07400 123456;+44 20 7946 0018,',
        'Cal,Three,2011-05-19,410-867-5309,(410) 867-5310',
      ].join('\n'),
    )
    const { Ada, Bea, Cal } = await imported(id)
    expect(Ada?.telephones).toEqual([{ number: '+1 410 867 5309', type: 'unknown', texts: false }])
    expect(Bea?.telephones?.map(({ type }) => type)).toEqual(['mobile', 'landline'])
    expect(Cal?.telephones).toEqual([
      { number: '+1 410 867 5309', type: 'unknown', texts: false },
      { number: '+1 410 867 5310', type: 'mobile', texts: false },
    ])
  })
})

describe('parents and NHS numbers', () => {
  const headers = 'First name,Last name,Date of birth,Parent/guardian,Parent email,Parent mobile,NHS number'

  it('have columns, and what is wrong with them is said at its cell', async () => {
    await tenantOf('{GB}')
    const id = await read(
      [
        headers,
        'Ada,One,2011-05-17,Mia One,mia@example.org,07400 123456,943 476 5919',
        'Bea,Two,2011-05-18,Noa Two,noa@,07400 123457,943 476 5918',
        'Cal,Three,2011-05-19,,,07400 123458,',
        'Dee,Four,2011-05-20,Pia Four,,123,',
      ].join('\n'),
    )
    const rows = await rowsOf(id)
    expect(said(rows)).toEqual([
      ['right'],
      ['wrong', '4 email', '6 nhsNumber'],
      ['wrong', '3 required'],
      ['right', '5 phoneLeftOut'],
    ])
    expect(rows[1]?.problems[1]?.message).toBe(words['problem.nhsNumber'])
    const { Ada, Dee } = await imported(id)
    expect(Dee).toMatchObject({ guardian: { name: 'Pia Four', telephone: null } })
    expect(Ada).toMatchObject({
      nhs_number: '9434765919',
      guardian: {
        name: 'Mia One',
        relation: null,
        email: 'mia@example.org',
        telephone: { number: '+44 7400 123456', type: 'mobile', texts: false },
        receives: false,
      },
    })
  })

  it('are not looked at in a tenant that keeps none', async () => {
    await tenantOf('{GB}', '{role}')
    const id = await read(`${headers}\nBea,Two,2011-05-18,,noa@,12,1\n`)
    expect(said(await rowsOf(id))).toEqual([['right']])
  })
})
